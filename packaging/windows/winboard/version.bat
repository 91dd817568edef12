rem Warns of an old WinBoard, with the error level 1: version.bat WINBOARD.INI. Only these settings have its version: the
rem engine hears the same from all of them.
set version=
set old=
for /f "eol=- tokens=3" %%X in ('find "Save Settings file" "%~1" 2^> nul') do set version=%%X
for %%X in (4.2 4.3 4.4 4.5 4.6 4.7 4.8) do if "%version:~0,3%"=="%%X" set old=yes
if not defined old exit /b 0
echo This is WinBoard %version%, in which a board can stay empty. WinBoard 4.9 or later plays all games.
exit /b 1
