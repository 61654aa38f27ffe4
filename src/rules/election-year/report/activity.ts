import { stateOf } from '../../country.ts';
import { dollars, grouped } from '../../numbers.ts';
import type { Block, Cell, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { sumSpent } from '../campaigning.ts';
import { LIMITS } from '../data.ts';
import type { Campaigning } from '../state.ts';
import { sumRaised } from '../trips.ts';
import { dashIfZero, identifierCell, type ReportContext } from './context.ts';

/** How many campaign states share one line of the table, so that the table of twelve players fits on a page. */
const STATES_PER_LINE = 3;

/** EY-9.4: everyone's trips and what they raised; everyone's campaign states, money and popularity gained. */
export function activitySection(context: ReportContext): ReportSection | null {
  if (context.now.turn === 0) return null;
  return sharedSection('activity', `Trips and campaigning on turn ${context.now.turn}`, [
    tripsTable(context),
    campaignTable(context),
  ]);
}

function tripsTable(context: ReportContext): Block {
  const rows = context.now.players.map(({ id }): Cell[] => {
    const trips = context.now.fundraising[id] ?? [];
    const cells = padded(
      sortedByName(trips).map(({ state, raised }) => `${state} ${dollars(raised)}`),
      LIMITS.trips,
    );
    return [identifierCell(context, id), ...cells, dashIfZero(sumRaised(trips), dollars)];
  });
  const tripColumns = Array.from({ length: LIMITS.trips }, () => ({
    label: 'Trip',
    align: 'left' as const,
  }));
  return {
    kind: 'table',
    caption: 'Fundraising trips and what they raised',
    showCaption: true,
    columns: [{ label: 'ID', align: 'left' }, ...tripColumns, { label: 'Raised', align: 'right' }],
    rows,
  };
}

function campaignTable(context: ReportContext): Block {
  const rows = context.now.players.flatMap(({ id }): Cell[][] => {
    const campaigning = context.now.campaigning[id] ?? [];
    return linesOf(sortedByName(campaigning).map(campaignCell)).map((line, i): Cell[] => {
      const isFirst = i === 0;
      const total = isFirst ? dashIfZero(sumSpent(campaigning), dollars) : '';
      return [isFirst ? identifierCell(context, id) : '', ...line, total];
    });
  });
  const stateColumn = { label: 'State', align: 'left' as const };
  return {
    kind: 'table',
    caption: 'Campaigning: money spent → popularity gained',
    showCaption: true,
    columns: [
      { label: 'ID', align: 'left' },
      ...Array.from({ length: STATES_PER_LINE }, () => ({ ...stateColumn })),
      { label: 'Spent', align: 'right' },
    ],
    rows,
  };
}

/** Sorted by the name of the state, as in the table of the states. */
function sortedByName<T extends Pick<Campaigning, 'state'>>(entries: readonly T[]): T[] {
  return [...entries].sort((a, b) => (stateOf(a.state).name < stateOf(b.state).name ? -1 : 1));
}

function campaignCell({ state, spent, gained }: Campaigning): string {
  return `${state} ${dollars(spent)} → ${grouped(gained)}`;
}

/** Splits cells into lines of the table; at least one line, each padded with blanks. */
function linesOf(cells: readonly string[]): string[][] {
  const count = Math.max(1, Math.ceil(cells.length / STATES_PER_LINE));
  return Array.from({ length: count }, (_, i) =>
    padded(cells.slice(i * STATES_PER_LINE, (i + 1) * STATES_PER_LINE), STATES_PER_LINE),
  );
}

function padded(cells: readonly string[], length: number): string[] {
  return Array.from({ length }, (_, i) => cells[i] ?? (i === 0 ? 'none' : ''));
}
