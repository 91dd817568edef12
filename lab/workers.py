# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Commands that end with the script that began them, however it ends: a script killed by SIGKILL leaves none running."""

import os
import signal
import subprocess

# The command's standard input is a pipe from the script. Beside the command, in its process group, somebody reads it: if it closes
# before a word came, all of the group ends.
COMMAND = 'exec 3<&0 < /dev/null; ( (read -r word <&3 || kill -TERM 0) > /dev/null 2>&1 & ); exec 3<&- "$@"'
PATIENCE = 60  # seconds, for what is to be saved


class Worker(subprocess.Popen):
    """As Popen, with nothing to read. A process group of its own: what the command begins ends with it."""

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
    """As subprocess.run, of a Worker."""
    with Worker(command, **keys) as worker:
        out, err = worker.communicate()
    return subprocess.CompletedProcess(command, worker.returncode, out, err)
