@echo off
rem A game against Quincunx: the page in the browser, or, with the name of a game, in this window: play.bat [GAME]
if not "%~1"=="" (
    "%~dp0quincunx.exe" play %1
    goto end
)
if exist "%~dp0quincunx.html" (
    start "" "%~dp0quincunx.html"
    exit /b
)
set game=
set /p game=Which game (@NAMES@)? 
if "%game%"=="" exit /b
"%~dp0quincunx.exe" play %game%
:end
pause
