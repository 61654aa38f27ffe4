import { isStateCode } from '../../country.ts';
import { ordinal } from '../../numbers.ts';
import type { Block, Cell, Column, ReportSection, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { CharacterCode } from '../characters.ts';
import { areaName, STAFFERS } from '../data.ts';
import { findPlayer, inRoundOrder, type Placement, type Resolution, type State } from '../state.ts';
import type { ReportContext } from './context.ts';

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

/** EB-9.5: the attack ads and every roll of the last round. */
export function barrageSection({ now, before }: ReportContext): ReportSection | null {
  const { last } = now;
  if (last === null || before === null || last.resolutions.length === 0) return null;
  return sharedSection('barrage', `Round ${now.round}: the barrage`, [
    ...adsBlocks(now),
    resolutionsTable(before, now, last.resolutions),
  ]);
}

function adsBlocks({ last }: State): Block[] {
  return (last?.ads ?? []).map(({ player, victim, area }) => ({
    kind: 'paragraph',
    text: `Attack ads of ${player} send home a staffer of ${victim} in ${areaName(area)}.`,
  }));
}

function resolutionsTable(before: State, now: State, resolutions: readonly Resolution[]): Table {
  const columns: Column[] = [
    { label: 'No.', align: 'right' },
    { label: 'Who', align: 'left' },
    { label: 'Where', align: 'left' },
    { label: 'Die', align: 'left' },
    { label: 'Bonuses', align: 'left' },
    { label: 'Total', align: 'right' },
    { label: 'Needs', align: 'right' },
    { label: 'What happens', align: 'left' },
  ];
  const staffers = new Map(before.players.map((player) => [player.id, player.staffers]));
  const rows = resolutions.map((one, i): Cell[] => [
    String(i + 1),
    { text: one.player, strong: one.won },
    areaName(one.area),
    one.dice.join(', then '),
    bonusesInWords(one, findPlayer(now, one.player)?.character ?? null),
    one.total === null ? '' : String(one.total),
    String(one.need),
    { text: effectInWords(one, staffers), strong: one.won },
  ]);
  return { kind: 'table', caption: 'The rolls in order', showCaption: false, columns, rows };
}

/** `+2 town hall, +1 defense, +1 (ability)`. */
function bonusesInWords(one: Resolution, character: CharacterCode | null): string {
  const before = one.before > 0 ? [`+${2 * one.before} town hall`] : [];
  const defense = one.defence ? ['+1 defense'] : [];
  const after = one.after > 0 ? [`+${one.after} town hall`] : [];
  return [...before, ...defense, ...(one.ability ? [abilityInWords(character)] : []), ...after].join(', ');
}

function abilityInWords(character: CharacterCode | null): string {
  if (character === 'nerd') return '+1 Nerd';
  if (character === 'ivy-leaguer') return '1 counts as 6';
  return character === 'entrepreneur' ? 'rolled again' : 'follow-up';
}

/** @param staffers how many each player has by now; a recruit is added */
function effectInWords(one: Resolution, staffers: Map<SeatIdentifier, number>): string {
  if (!one.won) return 'misses';
  if (isStateCode(one.area)) {
    if (one.replaced !== null) return `takes a star from ${one.replaced}`;
    if (one.removed !== null) return `defends, and sends home a staffer of ${one.removed}`;
    return one.defence ? 'holds the state' : 'takes a free star';
  }
  if (one.area === 'TOWN') return 'a town hall token';
  if (one.area === 'ADS') return 'an attack-ads token';
  if (one.area === 'BALLOT') return 'an absentee ballot';
  const count = staffers.get(one.player) ?? STAFFERS.start;
  if (count >= STAFFERS.most) return 'has all staffers already';
  staffers.set(one.player, count + 1);
  return 'a new staffer: hip, hip, hooray';
}
