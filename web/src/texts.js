// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** What the page says. */

/** @param {number} n @param {string} one @param {string} [many] */
export function count(n, one, many = one + 's') { return `${n} ${n === 1 ? one : many}`; }

export const texts = {
  // ---- Whose move it is ----
  toMove: side => `${side} to move`,
  yourMove: side => `Your move, ${side}`,
  teamBegins: side => `${side}: Board A or Board B begins`, teamCompletes: (board, legs) =>
    `${legs} played. Board ${board} completes the move.`,
  thinking: side => `${side} is thinking…`,
  waits: side => `It is Quincunx’s move, as ${side}.`,
  paused: side => `Paused. ${side} to move.`,
  editing: 'Setting up a position',
  elsewhere: 'This game is open in another tab.',
  friend: 'a friend',
  friendMoves: side => `${side} to move: your friend`,
  sendMove: 'Copy my move', sendInvitation: 'Copy an invitation',
  offline: 'Quincunx cannot be reached. The game continues when it is back.',
  check: 'Check',
  danger: name => `${name} in danger`,
  dangers: 'in danger',
  reason: why => (why ? `${why.charAt(0).toUpperCase()}${why.slice(1)}.` : ''),
  over: (result, reason) =>
    `${reason ? texts.reason(reason) + ' ' : ''}${{ '1-0': 'White wins.', '0-1': 'Black wins.' }[result] || 'Draw.'}`,

  // ---- What to do now ----
  start: 'Drag or click a piece. Right-click or long-press for its rules.',
  times: (n, name) => (n === 1 ? name : `${n} × ${name}`),
  captured: what => `Captured: ${what}`,
  ahead: 'Ahead in material, in pawns',
  drops: 'Choose a piece from your hand and place it on a marked square.',
  more: (legs, pieces) => `${legs} played. Continue with ${pieces}, framed green.`,
  moreOrEnd: (legs, pieces) => `${legs} played. Continue with ${pieces}, framed green, or end the move.`,
  or: ' or ', aPiece: 'a piece', article: name => `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`,
  pass: 'You can only pass.',
  mustMove: (name, square, verb) => `Your ${name} on ${square} ${verb} unless you move it now.`,
  endLoses: (name, square, verb) => `Your ${name} on ${square} ${verb} if you end the move now.`,
  drowns: 'drowns',
  isLost: 'is lost',
  earlier: 'Earlier position. Play a move to start a variation, or step forward.',

  // ---- Messages ----
  illegal: why => `Illegal move: ${why}`,
  notYours: 'It is not your move.',
  selected: (what, n) => `${what} selected: it can move to ${n === 1 ? 'one square' : n + ' squares'}`,
  premove: leg => `Premove: ${leg}. Click any square to cancel it.`,
  noPremove: why => `No premove here: ${why}`,
  premoveIllegal: leg => `The premove ${leg} is illegal now.`,
  hintSearch: 'Looking for a hint…',
  hint: move => `Hint: ${move}`,
  offerLater: 'Quincunx will answer your offer after its move.',
  drawAsk: 'Do both sides agree to a draw?',
  drawYes: 'Draw',
  declines: 'Quincunx declines the draw for now.',
  declinesBetter: 'Quincunx declines: it thinks it stands better.',
  noReply: 'Quincunx found no move. Press “Let Quincunx move” to try again.',
  engineStopped: why => `The engine stopped (${why}) and was started again. Your game is safe.`,
  engineGone: why => `The engine is not running (${why}). Your games are safe.`,
  serverGone: why =>
    `Quincunx cannot be reached (${why}). Start it again: this page reconnects by itself. Your games are safe.`,
  serverTaken: 'Another program uses the address of this page; nothing was sent to it. Start Quincunx again: it opens '
    + 'a new page. Your games are safe.',
  noNetwork: (game, reason) =>
    `The network for ${game} could not be loaded (${reason}). Without it Quincunx plays worse.`,
  back: 'Quincunx is back.',
  resignAsk: side => (side ? `${side} resigns?` : 'Resign?'),
  resignYes: 'Resign',
  resignNo: 'Play on',
  reviewed: 'Reviewed: ?! ? and ?? mark mistakes.',
  reviewStopped: 'The review was stopped.',
  review: 'Review the game',
  reviewStop: 'Stop the review',
  analysisOver: 'The game is over.',
  depth: (depth, positions, ms) => `Depth ${depth}${ms > 500 ? ` · ${Math.round(positions / ms)}k/s` : ''}`,
  accuracy: (side, percent, mistakes) => `${side}: accuracy ${percent}% · ${mistakes}`,
  accuracyNone: side => `${side}: no moves`,
  noMistakes: 'no mistakes',
  /** @type {Record<string, [string, string]>} */
  marks: { '??': ['blunder', 'blunders'], '?': ['mistake', 'mistakes'], '?!': ['inaccuracy', 'inaccuracies'] },
  worse: (side, from, to) => `${side} played %${from && to ? `: ${from} became ${to}` : ''}.`,
  better: 'Better was %.',
  betterWas: move => `Better was ${move}.`,
  findBetter: (side, mark) => `${side} played %${mark} Find a better move.`,
  mistakeOf: (i, all, solved) => `Mistake ${i} of ${all} · ${solved} solved`,
  mistakesDone: (side, all, solved) => `${side}: ${solved} of ${count(all, 'mistake')} solved.`,
  mistakeSkip: 'Skip', mistakeNext: 'Next',
  mistakesOther: side => `${side}’s mistakes`,
  sameMove: 'That is the move of the game. Try another one.',
  notBetter: 'That is not good enough. Try another move.',
  wellFound: 'Good move.',

  // ---- The end ----
  won: 'You won', lost: 'You lost', drawn: 'Draw', whiteWon: 'White won', blackWon: 'Black won',

  // ---- The start page ----
  play: 'Play',
  playGame: title => `Play ${title}`,
  learn: 'Learn',
  learnGame: title => `Learn ${title} in three minutes`,
  versions: title => `Version of ${title}`,
  length: moves => `About ${moves} moves`,
  goal: text => `Goal: ${text}`,
  lights: word => `Show: ${word}`,
  goalUsual: text => `Usual goal: ${text}`,

  // ---- Lessons ----
  lessonsDone: (done, all) => (done < all ? `Lessons: ${done} of ${all} solved` : `Lessons: all ${all} solved`),
  lessonNumber: (number, all) => `Lesson ${number} of ${all}`,
  lessonLabel: (number, title, solved) => `Lesson ${number}: ${title}${solved ? ', solved' : ''}`,
  lessonSolved: 'Solved!',
  lessonFailed: {
    rule: 'That does not solve it.', out_of_moves: 'Not solved, and no move is left. Try again.',
      game_over: 'The game is over, but the task is not solved. Try again.',
    check: 'That attacks the enemy’s royal piece, which would have to answer. Here the other side waits: find another '
      + 'way.',
  },
  lessonLeft: n => `${count(n, 'move')} left.`,
  lessonNext: 'Next lesson',
  noLesson: number => `there is no lesson ${number}.`,

  // ---- Puzzles ----
  puzzles: 'Puzzles of the day',
  puzzlesOf: title => `${title}: puzzles of the day`,
  puzzleGrades: ['Easy', 'Medium', 'Hard'],
  puzzleLabel: (title, grade, solved) =>
    `${title}: ${grade.toLowerCase()} puzzle of the day${solved ? ', solved' : ''}`,
  puzzleTitle: day => (day ? `Puzzle of the day: ${day.toLowerCase()}` : 'Puzzle'),
  puzzleOther: 'puzzle',
  puzzleYours: rating => `Your rating: ${rating}`,
  puzzleNew: 'Not played yet',
  puzzleScore: (rating, streak) => `Rating ${rating}${streak > 1 ? ` · ${streak} in a row` : ''}`,
  puzzleSide: side => `${side} to move: find the best move.`,
  puzzleRight: 'Correct. Continue.',
  puzzleWrong: '% is wrong. Try again.',
  puzzleHintFrom: where => `Look at ${where}.`,
  puzzleHintHand: 'Look at your hand.',
  puzzleHintMove: 'The move is %.',
  puzzleSolved: (change, rating) =>
    `Solved! Your rating: ${rating}${change ? ` (${change > 0 ? '+' : '−'}${Math.abs(change)})` : ''}.`,
  puzzleSolvedHelped: 'Solved, with help.',
  puzzleShown: 'Solution: %. It is on the board, with other defences as variations. Step through it, or try your own '
    + 'moves.',
  puzzleRefuted: '% is wrong: it is answered by %. Try again.',
  puzzleSlow: '% wins, too, but takes longer: %. Find the quickest way.',
  puzzleSearch: 'Looking…',
  puzzleNext: 'Next puzzle', puzzleSkip: 'Skip',
  puzzleSkipped: 'The last puzzle was skipped; it does not count.',
  noPuzzle: 'there is no such puzzle.',
  puzzleHint: 'Hint', puzzleSolution: 'Solution',
  puzzleMore: 'Another', puzzleAnyTheme: 'any theme', puzzleNoTheme: 'No puzzle of this game has that theme.',
  puzzleRun: '3 minutes',
    puzzleRunWords: 'Solve as many puzzles as you can in three minutes. A wrong move costs ten seconds.',
  puzzleRunEnd: 'End', puzzleRunAgain: 'Once more',
  puzzleRunScore: (time, solved) => `${time} · ${solved} solved`,
  puzzleRunOver: (solved, best) => `${count(solved, 'puzzle')} solved in three minutes. Your best: ${best}.`,
  puzzleBest: best => `3 minutes: ${best} solved`,
  puzzleFacts: (rating, themes) => [`Puzzle rating ${rating}`, ...themes].join(' · '),
  puzzleThemes: {
    capture: 'a capture', gain: 'captures something better', afar: 'captures from afar',
      'both-boards': 'captures on both boards', peril: 'attacks the goal of the game',
    quiet: 'a quiet move', 'double-attack': 'double attack', sacrifice: 'sacrifice', promotion: 'promotion',
      drop: 'a drop', defence: 'out of danger', royal: 'a royal piece moves', long: 'long',
  },

  // ---- The library ----
  continue: 'Continue',
  unfinished: 'not finished',
  noGames: 'No games yet. Your games are saved here.',
  noMatch: 'No game matches.',
  more24: n => `Show ${n} more`,
  deleted: title => `${title} was deleted.`,
  undo: 'Undo',
  remove: 'Delete',
  close: 'Close',
  playHere: 'Play here',
  openElsewhere: 'This game is open in another tab. Only one tab can play it.',
  takenOver: 'This game is played in another tab now.',
  notThere: 'This game is not in the library of this browser. It may have been deleted, or played elsewhere.',
  noHead: 'its header is damaged, or from a newer version of this page.',
  noSettings: where => `${where} in this browser is not a list of settings`,
  settingsLost: why => `The settings could not be read: ${why}. They are kept under the same name with “.damaged”;`
    + ' new ones take their place.',
  damaged: 'A game that cannot be read',
  unlisted: 'Some games cannot be listed',
  damagedAsk: 'Delete this file? This cannot be undone.',
  keep: 'Keep it',
  newer: 'a newer version of this page wrote it. Reload the page, or use that version.',
  noTree: 'its list of moves is damaged.',
  unreadable: why => `The game could not be opened: ${why}`,
  forked: 'Another tab changed this game. What you play here is saved as a separate game.',
  noRoom: 'This browser cannot save games now: its storage is full or blocked. You can play on; the address of this '
    + 'page holds the moves. Save the game as PGN to be safe.',
  badLink: why => `The link could not be opened: ${why}`,
  linkNonsense: 'it names no game. A link looks like #g=chess&t=e2e4.',
  linkLong: 'it is too long.',
  exported: n => `${count(n, 'game')} saved as PGN.`,
  notExported: n =>
    `${count(n, 'game')} could not be written as PGN and ${n === 1 ? 'is' : 'are'} missing in the file.`,
  exporting: (done, all) => `Writing game ${done} of ${all}…`,
  movesCount: plies => count(Math.ceil(plies / 2), 'move'),
  bringBack: what => `Bring back ${what}`,

  // ---- Files ----
  notRead: why => `That could not be read: ${why}`,
  read: plies => (plies === 0 ? 'A position without moves was read.' : `${texts.movesCount(plies)} read.`),
  fault: ({ line, what }) => `Line ${line}: ${what}.`,
  faultOf: ({ game, line, what }) => `Game ${game}, line ${line}: ${what}.`,
  faults: (faults, count) => [...faults.map(texts.fault), ...(count > faults.length
    ? [`And ${count - faults.length} more.`] : [])].join(' '),
  faultCount: n => (n === 1 ? 'One thing was left out or read as something else'
    : `${n.toLocaleString('en')} things were left out or read as something else`),
  readPartly: why => `Read up to the first illegal move: ${why}`,
  nothingIn: 'there is no game in it.',
  fileList: (n, name) => `${count(n, 'game')} in ${name}`,
  fileTooBig: megabytes => `the file is too big: more than ${megabytes} MB.`,
  shownOf: (shown, all) => `${shown} of ${all} shown. Search to see others.`,
  field: 'the field',
  nameless: 'unknown players',
  event: 'Quincunx game', tags: ['White', 'Black', 'Event', 'Site', 'Date', 'Round'],
  setUp: 'The position is set up.',
  gameInField: 'The game is in the field as PGN.',
  copied: what => `${what} is on the clipboard.`,
  copyFrom: what => `${what} is in the field below: copy it from there.`,
  aLink: 'The link', aPuzzle: 'The link to this puzzle', aMail: 'The text for your friend',
  drawing: (i, all) => `Drawing ${i} of ${all}…`,
  gifSaved: 'GIF saved.',
  noPicture: 'This browser could not draw the picture.',
  aBareLink: 'The link, which any Quincunx page opens (after its address, or pasted on its start page),',
  mail: (title, moves, move, link) => `${title}${moves ? `, move ${moves}: ${move}` : ''}
Open this link, or paste the text on the start page of Quincunx:\n${link}`,
  fileGone: 'The file’s game is no longer in this tab. Open the file again.',
  aFen: 'The FEN',
  notPossible: why => `Not possible: ${why}`,
  possible: 'This position can be played.',

  // ---- The explorer ----
  bookNone: 'There is no opening book of this game.',
  bookOther: 'There is no opening book for these rules.',
  bookLeft: 'The book does not have this position.',
  bookOver: 'The game is over.',
  bookMade: (positions, nodes) => `The engine’s book: ${positions.toLocaleString('en')} positions`
    + (nodes ? `, each searched with ${nodes.toLocaleString('en')} nodes.` : '.'),
  bookHead: ['move', 'score', 'expected'],
  bookMore: n => `Show all ${n} moves`,
  bookScore: 'The score with best play, as White sees it',
  bookExpected: percent => `${Math.round(percent)}%`,
  bookExpectedWords: 'Expected score of the side to move',
  bookGames: n => count(n, 'game'),
  bookResults: c => `Of your games here: White won ${c.white}, Black won ${c.black}, drawn ${c.draws}`,

  // ---- Levels ----
  levels: ['Newcomer', 'Beginner', 'Casual', 'Club player', 'Strong', 'Expert', 'Master', 'Full strength'],
  levelWords: (level, elo) => `level ${level} of 20${elo > 0 ? `, Elo ${elo}` : ''}`,
  opponents: ['Quincunx', 'Same device', 'A friend, by text'],
  sides: ['White', 'Random', 'Black'], teams: ['One person a side', 'Two, one a board'], youTwo: 'you two',

  // ---- Rules that are not the game's own ----
  rulesLine: what => `Rules: ${what}`,
  rulesOwn: 'the game’s own',
  ownStart: 'Another start position',
  ruleUsual: value => `Usual: ${value}.`,

  // ---- Sides and players ----
  white: 'White', black: 'Black', you: 'you', person: 'Person',
  clockNone: 'none', clockOther: 'other …',
  clockOf: side => `${side}’s clock`,
  handOf: side => `${side}’s hand`,
  inHand: (n, side, name) => `${n} ${side} ${name} in hand`,
  nothingInHand: 'nothing in hand',

  // ---- Why a game ended ----
  drawAgreed: 'draw agreed',
  resigned: side => `${side} resigned`,
  outOfTime: side => `${side} ran out of time`,

  // ---- The board, for those who do not see it ----
  empty: 'empty',
  flag: 'flag',
  selectable: 'can be selected',
  wouldBeLost: 'would be lost',
  reachable: 'can be moved to',

  // ---- Which of several moves ----
  becomes: name => `becomes ${name}`,
  shoots: 'shoots', teleports: 'teleports', takes: 'takes', stays: 'stays as it is', moves: 'moves',

  // ---- Moves taken away ----
  noMoves: 'No moves yet',
  takenBack: 'the moves taken back',
  deletedLine: 'the deleted line',
  noGame: name => `There is no game called “${name}”.`,

  // ---- Pieces and the editor ----
  movePieces: 'Move pieces', takeOff: 'Take pieces off',
  castling: 'Castling',
  royal: 'royal',
  value: pawns => `worth about ${pawns} pawns`,
  betza: text => `Betza: ${text}`,
  promotes: 'promotes to its own promoted form',
  reach: (square, squares) => (squares.length ? `From ${square} it could go to ${squares.join(', ')}.`
    : `From ${square} it could not move now.`),
  dropFile: 'Drop the PGN file',

  tooOld: 'This browser is too old: it lacks WebAssembly, workers or DecompressionStream. A newer Firefox, Chromium, '
    + 'Chrome, Edge or Safari has all three.',
};
