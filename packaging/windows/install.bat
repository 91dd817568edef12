@echo off
rem Adds all games of Quincunx to WinBoard's list of engines: install.bat [WINBOARD.EXE]
rem uninstall.bat takes them out again.
setlocal
set "here=%~dp0"
call "%here%winboard\codepage.bat"
call :install %1
set status=%errorlevel%
call "%here%winboard\codepage.bat" back
pause
exit /b %status%

:install
call "%here%winboard\find.bat" %1
if errorlevel 1 exit /b 1
for %%X in ("%winboard%") do set "settings=%%~dpXwinboard.ini"
set "copy=%here%winboard\winboard-before.ini"
echo WinBoard: %winboard%
tasklist /nh /fi "imagename eq winboard.exe" 2> nul | find /i "winboard.exe" > nul
if not errorlevel 1 (
    echo WinBoard is open and would undo this when it ends. Close it, and start install.bat again.
    exit /b 1
)
if not "%here:}=%"=="%here%" (
    echo WinBoard cannot read names with a brace. Move the folder "%here%", say to C:\Games\quincunx.
    exit /b 1
)
call "%here%winboard\settings.bat"
if errorlevel 1 exit /b 1
set was=
if not exist "%settings%" goto fresh
rem A copy from before the first time is the one to keep.
find "Quincunx, " "%settings%" > nul
if not errorlevel 1 if exist "%copy%" goto update
copy /y "%settings%" "%copy%" > nul
if errorlevel 1 (
    echo Nothing was changed, because the settings of WinBoard could not be copied: %settings%
    exit /b 1
)
echo A copy of its settings: %copy%
for /f "tokens=2 delims==" %%X in ('find "boardSize=" "%settings%"') do set was=%%X
:fresh
rem All pieces have pictures in these sizes. WinBoard's own choice, often titanic, is too large for twelve ranks besides.
for %%X in (petite middling bulky) do if "%was%"=="%%X" goto update
call "%here%winboard\size.bat"
>> "%here%winboard\install.ini" echo -size %size%
if not defined was goto update
> "%here%winboard\size-before.txt" echo %was%
echo The size of its board was %was% and is now %size%, a size with pictures of all pieces.
:update
call "%here%winboard\change.bat" -opt "%here%winboard\install.ini"
find "Quincunx, " "%settings%" > nul
if errorlevel 1 (
    echo WinBoard did not save its settings: %settings%
    echo Turn on Options, Save Settings on Exit in WinBoard, close it, and start install.bat again.
    echo play-winboard.bat plays without this.
    exit /b 1
)
call "%here%winboard\version.bat" "%settings%"
echo Added to its list of engines: Quincunx with each of its games.
echo In WinBoard choose the game in Engine, Load First Engine, and its board in View, Board Themes.
echo play-winboard.bat does all this at once.
exit /b 0
