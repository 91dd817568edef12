# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Commands that end with the script that began them, however it ends: a script killed by SIGKILL leaves none running."""

import os
import signal
import subprocess

# The command's standard input is a pipe from the script. A reader in the command's process group kills the group if the pipe
# closes without a word.
COMMAND = 'exec 3<&0 < /dev/null; ( (read -r word <&3 || kill -TERM 0) > /dev/null 2>&1 & ); exec 3<&- "$@"'
PATIENCE = 60  # seconds, to save results


class Worker(subprocess.Popen):
    """Like Popen, without input, in its own process group: the command's children end with it."""

    def __init__(self, command, **keys):
        heard, self.lifeline = os.pipe()
        try:
            super().__init__(["sh", "-c", COMMAND, "sh", *command], stdin=heard, start_new_session=True, **keys)
        finally:
            os.close(heard)

    def let_go(self, word=b""):
        if self.lifeline is not None:
            if word:
                os.write(self.lifeline, word)
            os.close(self.lifeline)
            self.lifeline = None

    def terminate(self):
        self.let_go()

    def wait(self, timeout=None):
        status = super().wait(timeout)
        try:
            self.let_go(b"done\n")
        except BrokenPipeError:  # the group is gone already
            self.lifeline = None
        return status

    def __exit__(self, kind, value, traceback):
        if self.poll() is None and kind:
            self.terminate()
            try:
                self.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(self.pid, signal.SIGKILL)
        super().__exit__(None, None, None)


def run(command, **keys):
    """Like subprocess.run, with a Worker."""
    with Worker(command, **keys) as worker:
        out, err = worker.communicate()
    return subprocess.CompletedProcess(command, worker.returncode, out, err)
