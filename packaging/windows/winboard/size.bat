rem Sets `size`: how large WinBoard's squares are, for the largest board of twelve ranks, by the height of the screen.
rem petite, middling, bulky and giant are the sizes that all pieces have pictures for: 33, 49, 72 and 108 pixels.
set high=
for /f %%h in ('powershell -NoProfile -Command "Add-Type -AssemblyName System.Windows.Forms; [Windows.Forms.Screen]::PrimaryScreen.WorkingArea.Height" 2^>nul') do set high=%%h
set size=bulky
if not defined high exit /b 0
if %high% lss 960 set size=middling
if %high% lss 680 set size=petite
if %high% geq 1420 set size=giant
exit /b 0
