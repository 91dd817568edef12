@echo off
rem Writes beside this file GAME-board.ini, pictures for WinBoard, GAME.ini, all that it needs to know for the game, and
rem install.ini, the lines for its lists of engines and of themes: settings.bat [GAME]; without GAME for all games.
setlocal
set "folder=%~dp0"
for %%X in ("%folder%..") do set "home=%%~fX"
set found=
set failed=
call "%folder%size.bat"
rem The latest date makes WinBoard take lines that it has had and lost.
> "%folder%install.ini" echo -date 2147483647
rem name, title, name for WinBoard, picture of the board, whether it turns
@GAMES@
if defined failed exit /b 1
if not defined found (
    echo There is no game "%~1".
    exit /b 1
)
rem What the code page of WinBoard lacks is lost in these files.
> "%folder%folder.txt" echo "%folder%"
set /p back=< "%folder%folder.txt"
if exist %back% exit /b 0
echo WinBoard cannot read the name of the folder "%home%". Move it, say to C:\Games\quincunx.
exit /b 1

:game
if defined failed exit /b
if not "%~1"=="" if not "%~1"=="%~2" exit /b
set found=yes
rem WinBoard knows the rules of chess alone. Of the others the engine decides what is legal and how they end.
set legality=false
if "%~4"=="normal" set legality=true
rem Where the picture of the board would be wrong for Black, White stays below.
set flip=true
if "%~6"=="fixed" set flip=false
set "board=%folder%%~2-board.ini"
set "ini=%folder%%~2.ini"
> "%board%" echo -size %size%
if errorlevel 1 (
    echo Nothing can be written to "%folder%". Move the folder of Quincunx to where you may write.
    set failed=yes
    exit /b
)
>> "%board%" echo -pieceImageDirectory "%folder%pieces\%~2"
>> "%board%" echo -renderPiecesWithFont ""
>> "%board%" echo -useBoardTexture true
>> "%board%" echo -liteBackTextureFile "%folder%boards\%~5"
>> "%board%" echo -darkBackTextureFile "%folder%boards\%~5"
> "%ini%" echo -fcp "quincunx.exe"
>> "%ini%" echo -fd "%home%"
>> "%ini%" echo -variant %~4
>> "%ini%" echo -autoFlipView %flip%
>> "%ini%" echo -testLegality %legality%
>> "%ini%" echo -showCoords true -showTargetSquares true -animateMoving false
>> "%ini%" echo -testClaims false -checkMates false -materialDraws false -repeatsToDraw 0 -ruleMoves 0
>> "%ini%" echo -saveSettingsOnExit false
>> "%ini%" echo @"%board%"
>> "%folder%install.ini" echo -installEngine {"Quincunx, %~3" -fcp "quincunx.exe" @"%ini%"}
>> "%folder%install.ini" echo -installTheme {"Quincunx, %~3" @"%board%"}
exit /b
