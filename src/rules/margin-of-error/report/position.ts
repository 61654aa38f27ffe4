import { counted } from '../../numbers.ts';
import { otherParty, PARTY_NAMES, type Party } from '../../parties.ts';
import type { Cell, Table } from '../../report.ts';
import { type Battleground, BOARD, boardState } from '../data.ts';
import type { Player, State } from '../state.ts';
import type { ReportContext } from './context.ts';
import { chanceOfFinalUpset, leadsOf, movedStates, squaresToFlip, statesWithVotes } from './leads.ts';

/** States that are at least so many squares from changing sides stand in one row. The final vote cannot move them over. */
const FIRM = 4;

/** The battleground by how firm each lead is, the reader's own party first. Null when the game is over. */
export function positionTable({ now, before, reader }: ReportContext): Table | null {
  if (now.phase === 'over') return null;
  const first: Party = reader?.party ?? 'D';
  const parties = [first, otherParty(first)] as const;
  const moved = movedStates(before, now);
  const leads = leadsOf(now.polls, now.start);
  const statesAt = (party: Party, squares: number) =>
    leads[party]
      .filter((code) => Math.min(FIRM, squaresToFlip(now.polls[code], now.start[code])) === squares)
      .map((code) => entryOf(code, moved))
      .join(', ');
  const rows = [1, 2, 3, FIRM].flatMap((squares): Cell[][] => {
    const cells = parties.map((party) => statesAt(party, squares));
    return cells.every((cell) => cell === '') ? [] : [[labelOf(squares), ...cells, upsetOf(squares)]];
  });
  const columns = parties.map((party) => ({
    label: labelOfColumn(party, reader?.party ?? null),
    align: 'left' as const,
    tone: party,
  }));
  const mark = moved.size === 0 ? '' : '* The poll moved last week. ';
  return {
    kind: 'table',
    caption: `All ${BOARD.length} battleground states by the squares until they change sides`,
    showCaption: true,
    columns: [
      { label: 'To change sides', align: 'left' },
      ...columns,
      { label: 'By final roll', align: 'right' },
    ],
    rows,
    note:
      `${mark}To change sides: how many squares the poll has to move until the other party is ahead there. After each state: its ` +
      'electoral votes. By final roll: how likely it is that the roll of the final vote alone is enough (MOE-2.14). A state that ' +
      'is safe (4 or 5 squares) takes no final roll (MOE-2.5).',
  };
}

function labelOfColumn(party: Party, own: Party | null): string {
  if (own === null) return `Held by the ${PARTY_NAMES[party]}`;
  return party === own ? `Yours (${PARTY_NAMES[party]})` : `Held by the ${PARTY_NAMES[party]}`;
}

function labelOf(squares: number): string {
  return squares === FIRM ? `${FIRM} squares or more` : counted(squares, 'square');
}

function upsetOf(squares: number): string {
  const chance = chanceOfFinalUpset(squares);
  return chance === 0 ? '–' : `${chance}%`;
}

/**
 * For the mail, only the closest: the player's leads that are closest to falling, and the closest states of the other side.
 * None about a side whose states are all firm.
 */
export function riskSentences({ polls, start }: State, { party }: Player): string[] {
  const leads = leadsOf(polls, start);
  const closest = (of: Party) => {
    const squares = Math.min(FIRM, ...leads[of].map((code) => squaresToFlip(polls[code], start[code])));
    const codes = leads[of].filter((code) => squaresToFlip(polls[code], start[code]) === squares);
    const states = codes.map((code) => ({ state: code, votes: boardState(code).votes }));
    return squares === FIRM ? null : { list: statesWithVotes(states), distance: counted(squares, 'square') };
  };
  const [own, theirs] = [closest(party), closest(otherParty(party))];
  return [
    ...(own === null
      ? []
      : [`Of the states you hold, the closest to changing sides: ${own.list}, ${own.distance} away.`]),
    ...(theirs === null
      ? []
      : [`Of the states you could win over, the closest: ${theirs.list}, ${theirs.distance} away.`]),
  ];
}

/** `OH 20*`. */
function entryOf(code: Battleground, moved: ReadonlySet<Battleground>): string {
  return `${code} ${boardState(code).votes}${moved.has(code) ? '*' : ''}`;
}
