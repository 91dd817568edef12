/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The commands of the terminal, in the order of their groups: name, the function (console_...) that runs it, what happens
 * while the engine thinks about its move (WHILE_...), arguments, help. Without help it is an alias of the one before.
 */
#ifndef QUINCUNX_COMMANDS_H
#define QUINCUNX_COMMANDS_H

#define CONSOLE_COMMANDS(ROW) \
    ROW("help", help, HARMLESS, "[GROUP|COMMAND|all]", "the commands") \
    ROW("?", help, HARMLESS, "", NULL) \
    ROW("moves", moves, WAITS, "[SQUARE|all]", "what can be played, or by the piece on a square") \
    ROW("end", end, WAITS, "", "ends a move that could go on") \
    ROW("done", end, WAITS, "", NULL) \
    ROW("undo", undo, BREAKS, "", "takes back a leg, or your last move") \
    ROW("hint", hint, WAITS, "", "what I would play") \
    ROW("go", go, WAITS, "", "I play the side to move") \
    ROW("switch", switch, BREAKS, "", "changes sides") \
    ROW("side", side, BREAKS, "white|black|both|none", "what you play") \
    ROW("resign", resign, BREAKS, "", "gives the game up") \
    ROW("draw", agree, WAITS, "", "offers a draw, or takes mine") \
    ROW("history", history, HARMLESS, "", "the moves that were played") \
    ROW("back", back, BREAKS, "[N]", "goes back a move, or N, and loses none") \
    ROW("<", back, BREAKS, "", NULL) \
    ROW("forward", forward, BREAKS, "[N]", "goes on a move, or N") \
    ROW(">", forward, BREAKS, "", NULL) \
    ROW("first", first, BREAKS, "", "goes to the start of the game") \
    ROW("<<", first, BREAKS, "", NULL) \
    ROW("last", last, BREAKS, "", "and to its end") \
    ROW(">>", last, BREAKS, "", NULL) \
    ROW("rules", rules, ASKS, "[options|own|OPTION=VALUE,...]", "the game in a few lines; its options; a new game by other rules")\
    ROW("pieces", pieces, HARMLESS, "", "all pieces") \
    ROW("piece", piece, WAITS, "LETTER", "where one goes, with a diagram") \
    ROW("analyse", analyse, BREAKS, "[SECONDS]", "thinks aloud until the next line") \
    ROW("analyze", analyse, BREAKS, "", NULL) \
    ROW("lines", lines, WAITS, "[N]", "how many lines the analysis shows") \
    ROW("eval", eval, WAITS, "", "the evaluation and its terms") \
    ROW("book", book, WAITS, "[all|on|off]", "the moves of the opening book; whether I play from it") \
    ROW("new", new, BREAKS, "[GAME]", "a new game") \
    ROW("games", games, HARMLESS, "", "the games there are") \
    ROW("fen", fen, ASKS, "[FEN]", "shows or sets up a position") \
    ROW("save", save, WAITS, "[FILE]", "writes the game in PGN") \
    ROW("export", export, WAITS, "FILE", "writes it as XBoard reads it") \
    ROW("load", load, BREAKS, "FILE [N]", "reads a game, or the Nth, from a file") \
    ROW("accept", accept, BREAKS, "", "takes the legal part of a file with an illegal move") \
    ROW("restore", restore, BREAKS, "", "brings back the game before new, fen or load") \
    ROW("resume", resume, BREAKS, "[N]", "goes on with a game that was cut short, or lists them") \
    ROW("level", level, WAITS, "[0-20|NAME]", "how strongly I play") \
    ROW("time", time, WAITS, "[SECONDS]", "how long I think about a move") \
    ROW("depth", depth, WAITS, "[PLIES]", "how deep") \
    ROW("nodes", nodes, WAITS, "[N]", "how many positions") \
    ROW("clock", clock, WAITS, "[MIN+SEC|off]", "clocks for both sides") \
    ROW("courtesy", courtesy, WAITS, "[on|off]", "whether I resign and offer draws") \
    ROW("net", net, WAITS, "[on|off|built-in|FILES]", "what evaluates positions; network files, separated by ';'") \
    ROW("tablebases", tablebases, WAITS, "[on|off|built-in|FOLDER]", "endgame tablebases") \
    ROW("board", board, WAITS, "", "shows the board") \
    ROW("d", board, WAITS, "", NULL) \
    ROW("flip", flip, WAITS, "", "turns the board round") \
    ROW("unicode", unicode, WAITS, "", "chess figures") \
    ROW("letters", letters, WAITS, "", "letters for all pieces") \
    ROW("colours", colours, WAITS, "off|16|256", "colours of the board") \
    ROW("colors", colours, WAITS, "", NULL) \
    ROW("entry", move_entry, WAITS, "whole|legs", "whether a line is a whole move if it can be") \
    ROW("quit", quit, BREAKS, "", "ends the program") \
    ROW("exit", quit, BREAKS, "", NULL)

#endif
