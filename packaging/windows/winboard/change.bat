rem Has WinBoard change its settings: change.bat OPTION...; `winboard` and `settings` name it and them. When it closes by
rem itself it forgets sounds and which of its windows were open: these lines are added again, and the last one counts.
set "last=%~dp0winboard-last.ini"
if exist "%last%" del "%last%"
if exist "%settings%" copy /y "%settings%" "%last%" > nul
start "" /wait "%winboard%" -ncp %* -autoClose
if not exist "%last%" exit /b 0
rem It has not saved them.
find "soundMove=" "%settings%" > nul
if not errorlevel 1 exit /b 0
for %%W in (Shout SShout Channel1 Channel Kibitz Tell Challenge Request Seek Move Bell Roar IcsWin IcsLoss IcsDraw IcsUnfinished IcsAlarm) do call :restore sound%%W
for %%W in (moveHistory evalGraph engineOutput) do call :restore %%WUp
exit /b 0

:restore
for /f "eol=- tokens=1* delims==" %%X in ('find "%1=" "%last%"') do if "%%X"=="/%1" if not %%Y==false >> "%settings%" echo %%X=%%Y
exit /b
