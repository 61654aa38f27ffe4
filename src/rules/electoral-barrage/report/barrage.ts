import { ordinal } from '../../numbers.ts';
import type { Block, Cell, Column, ReportSection, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { areaName } from '../data.ts';
import { inRoundOrder, type Placement, type State } from '../state.ts';
import type { ReportContext } from './context.ts';
import { toldRolls } from './rolls.ts';

/**
 * EB-9.5: where the last round's staffers were placed: one column for each player in round order, one line for each go. The
 * reader's own entries name the row of the plan, which no one else may see.
 */
export function placementsSection(context: ReportContext): ReportSection | null {
  const { now, reader } = context;
  const placements = now.last?.placements ?? [];
  if (placements.length === 0) return null;
  const order = inRoundOrder(now.players, now.round).map(({ id }) => id);
  const goes = order.map((seat) => goesOf(placements, seat));
  const lines = Math.max(...goes.map(({ length }) => length));
  const rows = Array.from({ length: lines }, (_, go): Cell[] => [
    String(go + 1),
    ...goes.map((list, i) =>
      (list[go] ?? []).map((placed) => placementInWords(placed, order[i] === reader?.id)).join(', '),
    ),
  ]);
  const columns: Column[] = ['Go', ...order].map((label) => ({ label, align: 'left' }));
  const table: Table = {
    kind: 'table',
    caption: 'Placements, go by go',
    showCaption: false,
    columns,
    rows,
  };
  return {
    id: 'placements',
    title: `Round ${now.round}: the placements`,
    newPage: false,
    shared: false,
    blocks: [table],
  };
}

/** A player's placements by go. Two that follow each other directly, though others place too, were the Banker's one go. */
function goesOf(placements: readonly Placement[], seat: SeatIdentifier): Placement[][] {
  const goes: Placement[][] = [];
  for (const [i, placed] of placements.entries()) {
    if (placed.player !== seat) continue;
    const isDouble = placements[i - 1]?.player === seat && hasOthersLater(placements, i, seat);
    if (isDouble) goes.at(-1)?.push(placed);
    else goes.push([placed]);
  }
  return goes;
}

function hasOthersLater(placements: readonly Placement[], i: number, seat: SeatIdentifier): boolean {
  return placements.slice(i).some(({ player }) => player !== seat);
}

function placementInWords({ area, row }: Placement, isOwn: boolean): string {
  if (!isOwn) return area;
  return `${area} (${row === null ? 'stand-by' : `${ordinal(row + 1)} choice`})`;
}

/** EB-9.5: the attack ads and every roll of the last round, the failures in gray. */
export function barrageSection({ now, before }: ReportContext): ReportSection | null {
  const { last } = now;
  if (last === null || before === null || last.resolutions.length === 0) return null;
  return sharedSection('barrage', `Round ${now.round}: the barrage`, [
    ...adsBlocks(now),
    rollsTable(before, now),
  ]);
}

function adsBlocks({ last }: State): Block[] {
  return (last?.ads ?? []).map(({ player, victim, area }) => ({
    kind: 'paragraph',
    text: `Attack ads of ${player} send home a staffer of ${victim} in ${areaName(area)}.`,
  }));
}

function rollsTable(before: State, now: State): Table {
  const columns: Column[] = [
    { label: 'No.', align: 'right' },
    { label: 'Who', align: 'left' },
    { label: 'Where', align: 'left' },
    { label: 'Roll', align: 'left' },
    { label: 'Needs', align: 'right' },
    { label: 'What happens', align: 'left' },
  ];
  const rows = toldRolls(before, now).map(({ one, number, where, roll, effect }): Cell[] => {
    const bold = (text: string): Cell => (one.won ? { text, strong: true } : { text, quiet: true });
    const plain = (text: string): Cell => (one.won ? text : { text, quiet: true });
    return [
      plain(String(number)),
      bold(one.player),
      bold(where),
      plain(roll),
      plain(String(one.need)),
      bold(effect),
    ];
  });
  return {
    kind: 'table',
    caption: 'The rolls in order',
    showCaption: false,
    columns,
    rows,
    unfolded: true,
    note: 'Bold: a success. Town hall tokens add 2 each before a roll, and 1 each after a miss.',
  };
}
