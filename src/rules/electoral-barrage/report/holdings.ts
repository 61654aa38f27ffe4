import type { Cell, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { BOARD_STATES, type BoardState, STATES_BY_VOTES, type StateClass } from '../data.ts';
import type { State } from '../state.ts';
import { type ReportContext, tiedIn } from './context.ts';

const CLASS_ORDER: readonly StateClass[] = ['white', 'blue', 'red'];

/** Who leads what: each player's states by class with their votes, and the states in which several are tied. */
export function holdingsSection({ now }: ReportContext): ReportSection | null {
  if (now.turn === 0) return null;
  const isOver = now.phase === 'over';
  const ranked = now.players.toSorted((a, b) => b.votes - a.votes || b.states - a.states);
  const rows = ranked.map(({ id, votes }): Cell[] => [
    { text: id, strong: true },
    { text: String(votes), strong: true },
    ...CLASS_ORDER.map((kind) => statesOf(now, id, kind)),
    ...(isOver ? [] : [tiesOf(now, id)]),
  ]);
  return sharedSection('holdings', isOver ? 'Who carries what' : 'Who leads what', [
    {
      kind: 'table',
      caption: isOver ? 'The states that each player carries' : 'The states that each player leads',
      showCaption: false,
      columns: [
        { label: 'ID', align: 'left' },
        { label: 'Votes', align: 'right' },
        ...CLASS_ORDER.map((kind) => ({
          label: `${kind.charAt(0).toUpperCase()}${kind.slice(1)} states`,
          align: 'left' as const,
        })),
        ...(isOver ? [] : [{ label: 'Tied in', align: 'left' as const }]),
      ],
      rows,
      note: `After each state: its electoral votes. ${openSentence(now)}`,
    },
  ]);
}

/** `CA 55, TX 38`. */
function statesOf({ leader }: State, seat: SeatIdentifier, kind: StateClass): string {
  return STATES_BY_VOTES.filter((state) => state.class === kind && leader[state.code] === seat)
    .map(votedCode)
    .join(', ');
}

/** `CA 55`, which no line breaks. */
function votedCode({ code, votes }: BoardState): string {
  return `${code}\u00a0${votes}`;
}

function tiesOf(now: State, seat: SeatIdentifier): string {
  return STATES_BY_VOTES.filter(({ code }) => now.leader[code] === null && tiedIn(now, code).includes(seat))
    .map(votedCode)
    .join(', ');
}

/** How many electoral votes no one leads. */
function openSentence({ leader, phase }: State): string {
  const open = BOARD_STATES.filter(({ code }) => leader[code] === null);
  const votes = open.reduce((sum, state) => sum + state.votes, 0);
  if (phase === 'over') return votes === 0 ? '' : `No one carries the other ${votes}.`;
  return votes === 0 ? 'Every state has a leader.' : `No one leads the other ${votes}.`;
}
