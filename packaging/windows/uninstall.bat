@echo off
rem Takes the games of Quincunx out of WinBoard's list of engines: uninstall.bat [WINBOARD.EXE]
setlocal
set "here=%~dp0"
call "%here%winboard\codepage.bat"
call :uninstall %1
set status=%errorlevel%
call "%here%winboard\codepage.bat" back
pause
exit /b %status%

:uninstall
call "%here%winboard\find.bat" %1
if errorlevel 1 exit /b 1
for %%X in ("%winboard%") do set "settings=%%~dpXwinboard.ini"
set "copy=%here%winboard\winboard-with.ini"
tasklist /nh /fi "imagename eq winboard.exe" 2> nul | find /i "winboard.exe" > nul
if not errorlevel 1 (
    echo WinBoard is open and would undo this when it ends. Close it, and start uninstall.bat again.
    exit /b 1
)
find "Quincunx, " "%settings%" > nul 2> nul
if errorlevel 1 (
    echo WinBoard's list of engines has no game of Quincunx: %settings%
    exit /b 0
)
copy /y "%settings%" "%copy%" > nul
if errorlevel 1 goto failed
findstr /v /c:"Quincunx, " "%settings%" > "%here%winboard\winboard-without.ini"
find "firstChessProgramNames" "%here%winboard\winboard-without.ini" > nul
if errorlevel 1 goto failed
copy /y "%here%winboard\winboard-without.ini" "%settings%" > nul
if errorlevel 1 goto failed
set was=
if exist "%here%winboard\size-before.txt" set /p was=< "%here%winboard\size-before.txt"
if defined was call "%here%winboard\change.bat" -size %was%
if defined was del "%here%winboard\size-before.txt"
echo Taken out of WinBoard's list of engines: all games of Quincunx. Its settings: %settings%
echo As they were before: %copy%
exit /b 0
:failed
echo Nothing was changed. Delete the lines that begin with "Quincunx, yourself: %settings%
exit /b 1
