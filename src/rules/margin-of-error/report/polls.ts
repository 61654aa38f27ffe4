import { signed } from '../../numbers.ts';
import type { Cell, Column, ReportSection, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import {
  type BoardState,
  isSmall,
  REGION_IDS,
  REGION_NAMES,
  REGION_STATES,
  type RegionId,
  TRACK_END,
} from '../data.ts';
import { isSafe, sumVotes, winnerOf } from '../polls.ts';
import type { ReportContext } from './context.ts';

/** MOE-9.1.4: the polling tracks, region by region. */
export function pollsSection(context: ReportContext): ReportSection {
  const tables = REGION_IDS.map((region) => regionTable(context, region));
  const last = tables.at(-1) as Table;
  last.note =
    'The letter D or R is on the square of the poll and names the party that would win the state. Left of the line the Democrats lead, ' +
    'right of it the Republicans. On the line, the poll is even, and the state goes to the party on whose side it started ' +
    '(MOE-2.6). Squares 4 and 5 are safe (MOE-2.5). o: the start, if the poll has moved. ±: squares moved last week, + to the Republicans. EV: electoral votes. Die: the results of ' +
    'the state die that name the state. Token: who has the small-state token (“–” if the state gives none). The order is that ' +
    'of the board.';
  return sharedSection('polls', 'The polls', tables);
}

/** The squares of the track from left to right. */
const SQUARES = Array.from({ length: 2 * TRACK_END + 1 }, (_, i) => i - TRACK_END);

/** The column of a square. The first and the last one name the party of their half. */
function squareColumn(square: number): Column {
  if (square === -TRACK_END) return { label: `D${TRACK_END}`, align: 'right', tone: 'D' };
  if (square === TRACK_END) return { label: `R${TRACK_END}`, align: 'right', tone: 'R' };
  return { label: String(Math.abs(square)), align: 'right' };
}

/** One table for each region, one row for each of its states. */
function regionTable(context: ReportContext, region: RegionId): Table {
  const die = REGION_IDS.indexOf(region) + 1;
  const votes = sumVotes(REGION_STATES[region].map(({ code }) => code));
  return {
    kind: 'table',
    caption: `${REGION_NAMES[region]} (region die ${die}, ${votes} votes)`,
    showCaption: true,
    columns: [
      { label: 'State', align: 'left' },
      { label: 'EV', align: 'right' },
      { label: 'Die', align: 'left' },
      ...SQUARES.map(squareColumn),
      { label: '±', align: 'right' },
      { label: 'Leads', align: 'left' },
      { label: 'Token', align: 'left' },
    ],
    rows: REGION_STATES[region].map((state) => trackRow(context, state)),
  };
}

function trackRow({ now, before }: ReportContext, { code, name, votes, die }: BoardState): Cell[] {
  const poll = now.polls[code];
  const winner = winnerOf(poll, now.start[code]);
  const change = before === null ? 0 : poll - before.polls[code];
  const holders = now.players.filter((player) => player.tokens.includes(code)).map((player) => player.id);
  const leads = `${winner}${isSafe(poll) ? ' safe' : ''}`;
  return [
    name,
    String(votes),
    die[0] === die[1] ? String(die[0]) : `${die[0]}–${die[1]}`,
    ...SQUARES.map((square): Cell => {
      if (square === poll) return { text: winner, tone: winner, strong: true };
      if (square === now.start[code]) return 'o';
      return square === 0 ? '|' : '·';
    }),
    change === 0 ? '' : signed(change),
    { text: leads, tone: winner, strong: isSafe(poll) },
    isSmall(code) ? holders.join(' ') : '–',
  ];
}
