import type { Cell, Column, ReportSection, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { type BoardState, CLASSES, STATES_BY_VOTES, type StateClass } from '../data.ts';
import { type ReportContext, starsInWords } from './context.ts';

/** The classes in the order in which they are printed. */
const ORDER: readonly StateClass[] = ['white', 'blue', 'red'];

/** What the signs in the tables mean, once below the last of them. */
const NOTE = '– is a free star. An asterisk marks a state in which a token changed in the last round.';

/** EB-9.8: every state by class, then votes, with its stars and its leader; null at the end, when EB-9.12 lists them. */
export function statesSection(context: ReportContext): ReportSection | null {
  if (context.now.phase === 'over') return null;
  const tables = ORDER.map((kind) => tableOf(context, kind));
  const last = tables.pop() as Table;
  return sharedSection('states', 'The states', [...tables, { ...last, note: NOTE }]);
}

function tableOf(context: ReportContext, kind: StateClass): Table {
  const { now } = context;
  const hasScientist = now.players.some(({ character }) => character === 'scientist');
  const showsNeighbors = kind === 'red' && hasScientist;
  // The token on the only star of a red state is its leader's, and neighbors need the room.
  const last = showsNeighbors ? 'Red neighbors' : 'Leader';
  const columns = ['Code', 'State', 'Votes', 'Stars', last].map(
    (label): Column => ({ label, align: label === 'Votes' ? 'right' : 'left' }),
  );
  const { stars, need } = CLASSES[kind];
  return {
    kind: 'table',
    caption: `The ${kind} states: ${stars === 1 ? '1 star' : `${stars} stars`}, ${need} or more to win one`,
    showCaption: true,
    columns,
    rows: STATES_BY_VOTES.filter((state) => state.class === kind).map((state) => [
      ...rowOf(context, state),
      showsNeighbors ? state.redNeighbors.join(' ') : { text: now.leader[state.code] ?? '', strong: true },
    ]),
  };
}

function rowOf({ now, before }: ReportContext, { code, name, votes }: BoardState): Cell[] {
  const isChanged = before !== null && before.tokens[code].join() !== now.tokens[code].join();
  return [code, name, String(votes), `${starsInWords(now, code)}${isChanged ? ' *' : ''}`];
}
