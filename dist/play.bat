@echo off
rem A game against Quincunx in this window: play.bat [GAME]
set game=%1
if "%game%"=="" set /p game=Which game (chess, borderlands, battleofideologies, horizons, bordahbee, diamond)? 
"%~dp0quincunx.exe" play %game%
pause
