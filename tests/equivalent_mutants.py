#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Generated mutants that no test can kill, because the engine's behaviour does not change: the name of the file, its lines
and the change, as tests/generated_mutants.py prints them, and the reason."""

REASONS = {
    'process.c: int sink = error_fd >= 0 ? error_fd : open("/dev/null", O_WRONLY | O_CLOEXEC); | >= -> >':
        "the first three descriptors are open, so no other is 0",
    'process.c: int sink = error_fd >= 0 ? error_fd : open("/dev/null", O_WRONLY | O_CLOEXEC); | 0 -> 1':
        "the first three descriptors are open, so no other is 0",
    'process.c: if (sink >= 0 && make_pipe(in) && make_pipe(out) && make_pipe(report)) pid = fork(); | >= -> >':
        "the first three descriptors are open, so no other is 0",
    'process.c: if (sink >= 0 && make_pipe(in) && make_pipe(out) && make_pipe(report)) pid = fork(); | 0 -> 1':
        "the first three descriptors are open, so no other is 0",
    'process.c: if (error_fd < 0) close(sink); | < -> <=':
        "the first three descriptors are open, so no other is 0",
    'process.c: if (error_fd < 0) close(sink); | 0 -> 1':
        "the first three descriptors are open, so no other is 0",
    'match.c: if (runner->pgn.fd >= 0 && !runner->decided && !runner->unwritten | >= -> >':
        "the first three descriptors are open, so no other is 0",
    'match.c: if (runner->pgn.fd >= 0 && !runner->decided && !runner->unwritten | 0 -> 1':
        "the first three descriptors are open, so no other is 0",
    'match.c: runner->pgn.fd = -1; | 1 -> 2':
        "any descriptor below 0 means none",
    'match.c: int fd = 0; | 0 -> 1':
        "any of the first three begins the loop",
    'process.c: if (pid > 0) { | > -> >=':
        "fork gives -1, 0 to the child alone, or a number above 1",
    'process.c: if (pid > 0) { | 0 -> 1':
        "fork gives -1, 0 to the child alone, or a number above 1",
    'process.c: if (pid > 0) { | > -> >= (2)':
        "fork gives -1, 0 to the child alone, or a number above 1",
    'process.c: if (pid > 0) { | 0 -> 1 (2)':
        "fork gives -1, 0 to the child alone, or a number above 1",
    'process.c: bool failed = pid < 0; | < -> <=':
        "fork gives -1, 0 to the child alone, or a number above 1",
    'process.c: bool failed = pid < 0; | 0 -> 1':
        "fork gives -1, 0 to the child alone, or a number above 1",
    'process.c: if (process->pid <= 0) return; | 0 -> 1':
        "no child is process 1",
    'process.c: while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR) continue; | < -> <=':
        "it waits, so it gives -1 or the process",
    'process.c: while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR) continue; | 0 -> 1 (2)':
        "it waits, so it gives -1 or the process",
    'process.c: static bool is_over(ssize_t n) { return n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR); } | < -> <=':
        "n is not 0 there",
    'process.c: static bool is_over(ssize_t n) { return n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR); } | 0 -> 1 (2)':
        "n is not 0 there",
    'options.c: match->resign_score = match->draw_score = -1; | 1 -> 2':
        "any score below 0 means that none was given",
    'output.c: close(lock->fd); | deleted':
        "the process ends then, and that closes everything",
    'stats.c: *variance = total > 0.0 ? fmax(0.0, squares / total - *mean * *mean) : 0.0; | > -> >=':
        "0/0 is no number, and fmax takes the other one",
    'picture.c: if (file > 0 && file % width == 0) fill(picture, x - SEAM, 0, 2 * SEAM, picture->rows * CELL, seam_colour); | 0 -> 1':
        "no board is one file wide",
    'process.c: void process_kill(Process *process) { process_end(process, 0, NULL, 0); } | 0 -> 1':
        "both times are long past",
    'process.c: void process_kill(Process *process) { process_end(process, 0, NULL, 0); } | 0 -> 1 (2)':
        "there is no text of this size",
    'talk.c: process_end(&engine->process, 0, how, sizeof how); | 0 -> 1':
        "both times are long past",
    'talk.c: if (n < 0) return answer_fault(answer, "runner", "%s", too_long); | < -> <=':
        "no command is empty",
    'talk.c: if (n < 0) return answer_fault(answer, "runner", "%s", too_long); | 0 -> 1':
        "no command is empty",
    'talk.c: if ((size_t)n >= sizeof small - 1) { | 1 -> 2':
        "a longer command only moves to the other buffer",
    'talk.c: vsnprintf(text, (size_t)n + 1, format, args); | 1 -> 2':
        "the text ends before the bound",
    'engine.c: bool used = engine->process.pid > 0; | 0 -> 1':
        "no child is process 1",
    'process.c: if (n < 0 && errno != EINTR) return; | < -> <=':
        "poll gives 0 only when the time is over",
    'process.c: if (n < 0 && errno != EINTR) return; | 0 -> 1':
        "poll gives 0 only when the time is over",
    'output.c: bool ok = fd >= 0 || failed(error, "lock", lock.text); | >= -> >':
        "the first three descriptors are open, so no other is 0",
    'output.c: bool ok = fd >= 0 || failed(error, "lock", lock.text); | 0 -> 1':
        "the first three descriptors are open, so no other is 0",
    'output.c: bool ok = fd >= 0 && write_all(fd, text, length); | >= -> >':
        "the first three descriptors are open, so no other is 0",
    'output.c: bool ok = fd >= 0 && write_all(fd, text, length); | 0 -> 1':
        "the first three descriptors are open, so no other is 0",
    'output.c: if (fd >= 0) ok = (close(fd) == 0) & ok; | >= -> >':
        "the first three descriptors are open, so no other is 0",
    'output.c: if (fd >= 0) ok = (close(fd) == 0) & ok; | 0 -> 1':
        "the first three descriptors are open, so no other is 0",
    'output.c: return file->fd >= 0 || failed(error, "write", name); | >= -> >':
        "the first three descriptors are open, so no other is 0",
    'output.c: return file->fd >= 0 || failed(error, "write", name); | 0 -> 1':
        "the first three descriptors are open, so no other is 0",
    'output.c: return file->fd < 0 || sync_file(file->fd) || failed(error, "write", file->name); | < -> <=':
        "the first three descriptors are open, so no other is 0",
    'output.c: return file->fd < 0 || sync_file(file->fd) || failed(error, "write", file->name); | 0 -> 1':
        "the first three descriptors are open, so no other is 0",
    'output.c: if (file->fd >= 0 && close(file->fd) != 0 && ok) ok = failed(error, "write", file->name); | >= -> >':
        "the first three descriptors are open, so no other is 0",
    'output.c: if (file->fd >= 0 && close(file->fd) != 0 && ok) ok = failed(error, "write", file->name); | 0 -> 1':
        "the first three descriptors are open, so no other is 0",
    'output.c: off_t size = file->plain ? lseek(file->fd, 0, SEEK_END) : 0; | 0 -> 1 (2)':
        "any size that is no error",
    'match.c: return (match->first_opening + n / match->book_count + n % match->book_count) % 2 == 0; | + -> -':
        "a sum and a difference are both even or both odd",
    'match.c: return (match->first_opening + n / match->book_count + n % match->book_count) % 2 == 0; | + -> - (2)':
        "a sum and a difference are both even or both odd",
    'engine.c: Answer late = {0}; | 0 -> 1':
        "its kind is set before it is read",
    'result.c: tally->shards = match_alloc(tally->shards, (tally->shard_count + 1) * sizeof *tally->shards); | 1 -> 2':
        "more memory than needed",
    'tally.c: char *own = match_alloc(NULL, tally->used + 1); | 1 -> 2':
        "more memory than needed",
    'game.c: if (*clock < 0) *clock = 0; /* within the margin */ | < -> <=':
        "a microsecond is less than engines are told of",
    'game.c: if (*clock < 0) *clock = 0; /* within the margin */ | 0 -> 1':
        "a microsecond is less than engines are told of",
    'game.c: if (*clock < 0) *clock = 0; /* within the margin */ | 0 -> 1 (2)':
        "a microsecond is less than engines are told of",
    'process.c: int n = poll(&fd, 1, (int)((left + 999) / 1000)); | 999 -> 1000':
        "it waits again for what is left of a millisecond",
    'process.c: int n = poll(&fd, 1, (int)((left + 999) / 1000)); | 999 -> 0':
        "it waits again for what is left of a millisecond",
    'process.c: int n = poll(&fd, 1, (int)((left + 999) / 1000)); | + -> -':
        "it waits again for what is left of a millisecond",
    'process.c: int n = poll(&fd, 1, (int)((left + 999) / 1000)); | 1000 -> 1001':
        "it waits again for what is left of a millisecond",
    'process.c: int64_t ms = (left + 999) / 1000; | 999 -> 1000':
        "it waits again for what is left of a millisecond",
    'process.c: int64_t ms = (left + 999) / 1000; | 999 -> 0':
        "it waits again for what is left of a millisecond",
    'process.c: int64_t ms = (left + 999) / 1000; | + -> -':
        "it waits again for what is left of a millisecond",
    'process.c: int64_t ms = (left + 999) / 1000; | 1000 -> 1001':
        "it waits again for what is left of a millisecond",
    'stats.c: if (score >= 1.0) return INFINITY; | >= -> >':
        "a quotient by 0 is infinite, too",
    'stats.c: if (score <= 0.0) return -INFINITY; | <= -> <':
        "the logarithm of 0 is infinite, too",
    'result.c: if (!node) return 0; | 0 -> 1':
        "what is refused is not used",
    'result.c: return 0; | 0 -> 1':
        "what is refused is not used",
    'cecp.c: score = MATE_SCORE - (score > 100999 ? 999 : score > 100000 ? score - 100000 : 0); | > -> >=':
        "at equality both give the same",
    'cecp.c: score = MATE_SCORE - (score > 100999 ? 999 : score > 100000 ? score - 100000 : 0); | > -> >= (2)':
        "at equality both give the same",
    'cecp.c: score = -MATE_SCORE + (score < -100999 ? 999 : score < -100000 ? -score - 100000 : 0); | < -> <=':
        "at equality both give the same",
    'cecp.c: score = -MATE_SCORE + (score < -100999 ? 999 : score < -100000 ? -score - 100000 : 0); | < -> <= (2)':
        "at equality both give the same",
    'uci.c: if (score > most) score = most; | > -> >=':
        "at equality both give the same",
    'uci.c: if (score < -most) score = -most; | < -> <=':
        "at equality both give the same",
    'pgn_plies.c: snprintf(word + n, sizeof word - (size_t)n, "%s", pass ? pass_word : shown); | - -> +':
        "a ply always fits: the bound is never reached",
    "roots.c: if (w->root.number > 0 && w->root.number <= w->root.count && w->root.moves[w->root.number - 1].move == move) | 1 -> 0":
        "only saves the search through the list below",
    "search.c: Square city = in_set_up(pos) ? move_leg(move, 0).to : home[us]; | 0 -> 1":
        "a guess of the next key: a wrong one only fetches memory in vain",
    "rules.c: pack_reaches[reach] = (uint8_t)(diamond_rules.pack < CANI_MAX && reach > diamond_rules.pack ? diamond_rules.pack : reach); | > -> >=":
        "at equality both give the same",
    "levels.c: while (elo >= sheet->elo[i + 1]) ++i; | >= -> >":
        "at a point of the sheet both lines go through it",
    "rules.c: Key key = 0; | 0 -> 1 (2)":
        "a hash may begin with any number",
    "roots.c: return x->previous < y->previous ? 1 : x->previous > y->previous ? -1 : 0; | 1 -> 2":
        "only the sign of a comparison counts",
    "roots.c: if (x->score != y->score) return x->score < y->score ? 1 : -1; | < -> <=":
        "they are not equal there",
    "levels.c: if (elo <= sheet->elo[0]) return skill_of(sheet->strength[0], seed); | <= -> <":
        "at a point of the sheet the line goes through it",
    'pgn_tree.c: else number_read(sign + 1, 1, UINT8_MAX, &nag); | 1 -> 0 (2)':
        "pgn_tree_nag leaves out a glyph 0, too",
    "rules.c: if (piece_type(piece) == WARRIOR) state->reversible = 0; | 0 -> 1":
        "one ply more to look back at, which cannot be the same position",
    'pgn_plies.c: f->at += match_list(f, &plies, f->at, mover ^ 1); | 1 -> 0':
        "a drop has the letter of its piece, whichever side has it: the colour of what was dropped is not looked at",
    'session.c: limits.skill = skill_of(strength, seed); | deleted':
        "only tuning builds have a strength that is not below 0",
    'wdl.c: return normalised > EVAL_MAX ? 1 : normalised < -EVAL_MAX ? 0 : logistic(normalised / ODDS_UNIT); | > -> >=':
        "the logistic function of EVAL_MAX is 1 in double precision",
    'web_moves.c: if (!position_reserve(pos, 2)) { | 2 -> 3':
        "more room than is needed",
    'web.c: put_line(&out, "pv", pos, line, result->ponder ? 2 : 1); | 1 -> 2':
        "no move is not legal, which ends a line as well",
    'material.c: return board << 8 | (unsigned)!royal << 7 | (unsigned)piece_side(piece) << 6 | (31u - piece_type(piece)); | 8 -> 9':
        "the order of the keys stays",
    'probe.c: TbValue after = {0}; | 0 -> 1':
        "a value that is known is written over it, and one that is not ends the loop",
    'nnue.c: for (size_t i = 0; i < n; ++i) rows[i] = row(e, inputs[i]); | < -> <=':
        "a row more is written that nobody reads; there is room, for no position has as many inputs",
    'probe.c: unsigned room = tablebases->room * 2 + 16; | 16 -> 17':
        "it only says how often memory is asked for",
    "threads.c: int64_t max_votes = -1; | 1 -> 2":
        "no thread has less than no votes",
    "roots.c: if (x->score != y->score) return x->score < y->score ? 1 : -1; | 1 -> 2 (2)":
        "only the sign of a comparison counts",
    "rules.c: Structure found = {0}; | 0 -> 1":
        "this is the key, which is written later",
    "search.c: Structure found = {0}; | 0 -> 1":
        "this is the key, which is written later",
    "generosity.c: if (!equal || (value == best_value && splitmix64_below(random, equal + 1) == 0)) { | 0 -> 1":
        "another number of the same chance",
    "levels.c: *min_elo = *max_elo = level_elo(variants[0], 0); | 0 -> 1":
        "the loop looks at that level again",
    "levels.c: *min_elo = *max_elo = level_elo(variants[0], 0); | 0 -> 1 (2)":
        "the loop looks at that level again",
    "search.c: if (n.pv && ply > w->root.seldepth) w->root.seldepth = ply; | > -> >=":
        "the same number again",
    "search.c: if (n.pv && ply > w->root.seldepth) w->root.seldepth = ply; | > -> >= (2)":
        "the same number again",
    'game.c: match_add(record, "%cM%d/%u ", answer->score > 0 ? \'+\' : \'-\', MATE_SCORE - abs(answer->score), answer->depth); | > -> >=':
        "the score of a mate is not 0",
    "base.c: text->capacity = (text->length + (size_t)n + 1) * 2; | 1 -> 0":
        "twice as much as there is has room for one more",
    "nnue.c: for (size_t j = 0; j < delta->taken_count; ++j) { | 0 -> 1":
        "an input that is both added and taken changes nothing",
    "options.c: n += print_seconds(text + n, size - n, limit->increment); | - -> +":
        "the text is shorter than its room",
    "uci.c: if (win + loss > 1000) loss = 1000 - win; | + -> -":
        "both are rounded up only where no draw is left and both end in exactly half a thousandth",
    "plies.c: if (abs(files) > 1 && notation_rank(variant, from) == notation_rank(variant, to) && castles(variant, piece)) | 1 -> 2":
        "the King that castles on XBoard's board, in Horizons, goes three files",
    "rules.c: for (unsigned other = 1; other < KIND_NB; ++other) | < -> <=":
        "kinds are bits of a byte, and beyond them is none",
    "table.c: Table *table = calloc(1, sizeof *table); | 1 -> 2":
        "room for two, of which one is used",
    "tt.c: enum { SAMPLE = 250 }; | 250 -> 251":
        "an estimate from a sample that is one cluster larger",
    "tt.c: if (memory) madvise(memory, bytes, MADV_HUGEPAGE); | madvise(memory, bytes, MADV_HUGEPAGE) -> (void)0":
        "advice to the system, which gives the same memory without",
    "movepick.c: prefetch_child(mp, move); | deleted (3)":
        "a prefetch changes when something is in the processor's cache, and nothing else",
    "movepick.c: mp->stage = STAGE_BAD_CAPTURES; | deleted":
        "quiet moves that are over are over when the picker looks again",
}
