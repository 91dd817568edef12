# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Long tasks for the scripts that have many of them: games and matches by lab/shards.sh, on this machine or by Slurm. A
finished task is not repeated, a stopped one continues, and the number of shards changes no result."""

import os
import shlex

import whole_file
import workers

SHARDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "shards.sh")


def programs(engine, name, lab=None, match=None):
    """The engine, the laboratory and the match runner, by default beside it; if one is missing, the script ends with a message."""
    beside = os.path.dirname(os.path.abspath(engine))
    found = [os.path.abspath(engine), os.path.abspath(lab or os.path.join(beside, "quincunx-lab")),
             os.path.abspath(match or os.path.join(beside, "quincunx-match"))]
    for program in found:
        if not os.access(program, os.X_OK):
            raise SystemExit(f"{name}: there is no {program}; `make all lab` builds it")
    return found


class TaskFailed(Exception):
    pass


def last_line(path):
    """The last line of a log."""
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = [line.strip() for line in file if line.strip()]
    return lines[-1][-300:] if lines else "it said nothing"


class Tasks:
    """lab and match: the programs. slurm: options for sbatch, None: this machine, so many jobs at a time."""

    def __init__(self, lab, match, shards, slurm=None, jobs=None):
        self.lab, self.match, self.shards, self.slurm, self.jobs = lab, match, shards, slurm, jobs

    def words(self, kind, folder, words, rounds=0):
        """The task as arguments of shards.sh; kind: datagen, or match with rounds in all."""
        number = [str(rounds // self.shards)] if kind == "match" else []
        return [kind, str(self.shards), *number, folder, *words]

    def commands(self, kind, folder, words, rounds=0):
        task = self.words(kind, folder, words, rounds)
        if self.slurm is None:
            return [[SHARDS, "parallel", *task]]
        return [["sbatch", "--wait", f"--array=1-{self.shards}", "--output=/dev/null", *shlex.split(self.slurm), SHARDS, *task],
                [SHARDS, "merge", *task]]

    def do(self, kind, folder, words, rounds=0, labels=False):
        """Does the rest of a task. Fails if the folder is of a task with other arguments."""
        done, told = os.path.join(folder, "done"), " ".join(words)
        if os.path.exists(done):
            with open(done, encoding="utf-8") as file:
                if file.read() == told:
                    return
            raise TaskFailed(f"{folder} was made with other options: choose another --data, or remove it")
        os.makedirs(folder, exist_ok=True)
        environment = dict(os.environ, LAB=self.lab, MATCH=self.match, LABELS="1" if labels else "", **({"JOBS": str(self.jobs)} if self.jobs else {}))
        self.run(self.commands(kind, folder, words, rounds), os.path.join(folder, "log"), f"{kind} in {folder}", environment)
        whole_file.write(done, told)

    @staticmethod
    def run(commands, log, name, environment=None, folder=None):
        """Runs commands, their output into a log."""
        with open(log, "a", encoding="utf-8") as file:
            for command in commands:
                if workers.run(command, env=environment, cwd=folder, stdout=file, stderr=file).returncode:
                    raise TaskFailed(f"{name} failed: {last_line(log)} ({log}); the same command continues")
