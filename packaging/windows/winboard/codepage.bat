rem Sets the code page in which WinBoard reads its files; codepage.bat back: as it was.
if "%~1"=="back" (
    if defined pagewas chcp %pagewas% > nul 2> nul
    exit /b
)
for /f "tokens=2 delims=:" %%X in ('chcp') do set pagewas=%%X
for /f "tokens=3" %%X in ('reg query HKLM\SYSTEM\CurrentControlSet\Control\Nls\CodePage /v ACP') do chcp %%X > nul
exit /b
