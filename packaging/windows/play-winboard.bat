@echo off
rem A game in WinBoard, with all pieces and the special squares: play-winboard.bat [GAME [WINBOARD-OPTION...]]
rem Quincunx takes three seconds a move; there are no clocks.
setlocal
set "here=%~dp0"
set game=%~1
if not defined game set /p game=Which game (@NAMES@)? 
if not defined game exit /b 1
call "%here%winboard\codepage.bat"
call "%here%winboard\find.bat"
if not errorlevel 1 call "%here%winboard\settings.bat" "%game%"
set status=%errorlevel%
if %status%==0 for %%W in ("%winboard%") do call "%here%winboard\version.bat" "%%~dpWwinboard.ini"
if errorlevel 1 pause
call "%here%winboard\codepage.bat" back
if not %status%==0 exit /b %status%
start "" "%winboard%" -cp -opt "%here%winboard\%game%.ini" -firstOptions "Explain Pieces=1" -st 0:03 -clockMode false %2 %3 %4 %5 %6 %7 %8 %9
exit /b 0
