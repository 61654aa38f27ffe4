import { figuresTable, type GuessedFigure } from '../../guess-figures.ts';
import { dollars, grouped } from '../../numbers.ts';
import { PARTY_ADJECTIVE } from '../../parties.ts';
import type { Block, Cell, ElectoralMap, MapComparison, Table } from '../../report.ts';
import { BOARD } from '../data.ts';
import { countVotes, winnerOf } from '../polls.ts';
import { pollInWords } from '../report/context.ts';
import { pollMapOf } from '../report/map.ts';
import type { Player, State } from '../state.ts';
import { PLAYS, type Plays, percentOfPlays } from './plays.ts';

/** What changes for the seat, the states that move, and the map before and after. */
export function guessBlocks(state: State, player: Player, plays: Plays): Block[] {
  const states = statesTable(state, player, plays);
  const figures = figuresTable(guessedFigures(state, player, plays));
  return [figures, ...(states === null ? [] : [states]), maps(state, plays)];
}

function guessedFigures({ polls, start }: State, player: Player, plays: Plays): GuessedFigure[] {
  const { party, cash, tokens } = player;
  const votes = `${PARTY_ADJECTIVE[party]} electoral votes`;
  return [
    { label: votes, now: countVotes(polls, start)[party], after: plays.votes, write: grouped },
    { label: 'Cash', now: cash, after: plays.cash, write: dollars },
    { label: 'Tokens', now: tokens.length, after: plays.tokens, write: grouped },
  ];
}

/** The states whose poll may move far enough to matter; null if there are none. */
function statesTable({ polls, start }: State, { party }: Player, plays: Plays): Table | null {
  const rows = BOARD.flatMap(({ code, name, votes }): Cell[][] => {
    const isOwn = winnerOf(polls[code], start[code]) === party;
    const winning = plays.winning[code];
    const isCertain = winning === (isOwn ? PLAYS : 0);
    if (isCertain && plays.polls[code] === polls[code]) return [];
    const winsMostly = 2 * winning >= PLAYS;
    return [
      [
        `${code} ${name}`,
        grouped(votes),
        pollInWords(polls[code]),
        pollInWords(plays.polls[code]),
        isOwn ? 'you' : 'the other party',
        { text: `${percentOfPlays(winning)}%`, strong: winsMostly !== isOwn },
      ],
    ];
  });
  if (rows.length === 0) return null;
  return {
    kind: 'table',
    caption: 'The states that move',
    showCaption: true,
    columns: [
      { label: 'State', align: 'left' },
      { label: 'Votes', align: 'right' },
      { label: 'Poll now', align: 'left' },
      { label: 'Middle poll', align: 'left' },
      { label: 'Winning now', align: 'left' },
      { label: 'You win it in', align: 'right' },
    ],
    rows,
    note: `Percentages of ${PLAYS} plays. The middle poll is that of the play in the middle, if all are put in order.`,
  };
}

function maps(state: State, plays: Plays): MapComparison {
  const [now, then] = [mapOf(state), mapOf({ ...state, polls: plays.polls })];
  return {
    kind: 'maps',
    caption: 'The polls now, and the middle poll of each state after the turn',
    items: [
      { heading: 'Now', states: now.states },
      { heading: 'After the turn, by this guess', states: then.states },
    ],
    legend: then.legend,
  };
}

function mapOf(state: State): ElectoralMap {
  return pollMapOf(state).blocks.find((block) => block.kind === 'map') as ElectoralMap;
}
