rem Sets `winboard` to the full name of winboard.exe: find.bat [FILE OR FOLDER]. winboard.txt keeps it for the next time.
rem Wine's `call` sees the variables of the caller's loops, so these have capital letters.
set winboard=
if not "%~1"=="" goto named
if exist "%~dp0winboard.txt" set /p winboard=< "%~dp0winboard.txt"
if defined winboard set winboard=%winboard:"=%
if defined winboard if exist "%winboard%" exit /b 0
set winboard=
for %%X in (winboard.exe) do call :try "%%~$PATH:X"
for %%Y in ("%~dp0..\.." "%ProgramFiles(x86)%" "%ProgramFiles%" "%LOCALAPPDATA%\Programs" "%SystemDrive%" "%SystemDrive%\Games" "%USERPROFILE%" "%USERPROFILE%\Desktop" "%USERPROFILE%\Downloads") do call :look "%%~Y"
if defined winboard goto found
rem What its installer has written down.
for /f "tokens=2*" %%X in ('reg query HKLM\Software\WOW6432Node\Microsoft\Windows\CurrentVersion\Uninstall /s /d /f WinBoard 2^>nul') do call :below "%%~Y"
for /f "tokens=2*" %%X in ('reg query HKLM\Software\Microsoft\Windows\CurrentVersion\Uninstall /s /d /f WinBoard 2^>nul') do call :below "%%~Y"
for /f "tokens=2*" %%X in ('reg query HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall /s /d /f WinBoard 2^>nul') do call :below "%%~Y"
if defined winboard goto found
echo WinBoard was not found. It is free: https://www.gnu.org/software/xboard
set named=
set /p named=Where is winboard.exe? Type its folder, or drag the file here, and press Enter: 
if not defined named goto found
set named=%named:"=%
call :try "%named%"
call :below "%named%"
goto found

:named
call :try "%~1"
call :below "%~1"
:found
if not defined winboard (
    echo There is no winboard.exe.
    exit /b 1
)
> "%~dp0winboard.txt" echo "%winboard%"
exit /b 0

:look
if defined winboard exit /b
for /f "delims=" %%Z in ('dir /b /ad "%~1\WinBoard*" 2^>nul') do call :below "%~1\%%Z"
exit /b

:below
call :try "%~1\winboard.exe"
call :try "%~1\WinBoard\winboard.exe"
call :try "%~dp1winboard.exe"
exit /b

:try
if defined winboard exit /b
if /i not "%~x1"==".exe" exit /b
if exist "%~1" set "winboard=%~f1"
exit /b
