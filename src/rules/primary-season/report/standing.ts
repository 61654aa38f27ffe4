import { counted } from '../../numbers.ts';
import type { Block, Cell, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { PRIMARIES } from '../data.ts';
import { outcome, standingsOf } from '../outcome.ts';
import { isAvailable, leftIn, pileOf, type State } from '../state.ts';
import { diceCell, money, plainTable, type ReportContext } from './context.ts';
import { allPads } from './pad.ts';

/** PS-9.4: all candidates in players' order, the donor pile, and the score pads, on which each one's items are checked. */
export function candidatesSection(context: ReportContext): ReportSection {
  const { now } = context;
  const labels = ['ID', 'Name', 'Dice', 'Staff>', 'Funds>', 'Delegates>', 'Firsts>', 'Popular vote>'];
  const rows = now.players.map((player): Cell[] => [
    { text: player.id, strong: true },
    context.name(player.id),
    diceCell(player.dice),
    String(player.staff),
    money(player.funds),
    String(player.delegates),
    String(player.firsts),
    String(player.popular),
  ]);
  return sharedSection('candidates', 'The candidates', [
    plainTable('The candidates', labels, rows, `The donor pile holds ${money(pileOf(now))}.`),
    allPads(context),
  ]);
}

/** PS-9.5: the states: who took which prize, and what each player has left. */
export function statesSection({ now }: ReportContext): ReportSection {
  const labels = ['State', 'Prizes', ...now.players.map(({ id }) => `${id}>`)];
  const rows = PRIMARIES.map(({ code, name, prizes }): Cell[] => {
    const taken = prizes.map((prize, i) => {
      const by = now.places[code][i];
      return by === undefined ? String(prize) : `${prize} ${by}`;
    });
    return [{ text: `${name} (${code})`, strong: true }, taken.join(', '), ...leftCells(now, code)];
  });
  const note = 'Circles left; bold: fewest. A dash: closed to this player, or complete.';
  return sharedSection('states', 'The states', [plainTable('The states', labels, rows, note)]);
}

function leftCells({ players, places }: State, code: (typeof PRIMARIES)[number]['code']): Cell[] {
  const open = players.filter((player) => isAvailable(places, player, code));
  const fewest = Math.min(...open.map((player) => leftIn(player, code)));
  return players.map((player): Cell => {
    if (!open.includes(player)) return '–';
    const left = leftIn(player, code);
    return { text: String(left), strong: left === fewest };
  });
}

/** PS-9.11: the standings, on the last printout. */
export function standingsSection(context: ReportContext): ReportSection | null {
  const { now } = context;
  const result = outcome(now);
  if (result === null) return null;
  const labels = ['Place>', 'ID', 'Name', 'Delegates>', 'Firsts>', 'Popular vote>'];
  const rows = result.standings.map(({ id, place, delegates, firsts, popular }): Cell[] => [
    String(place),
    { text: id, strong: true },
    context.name(id),
    String(delegates),
    String(firsts),
    String(popular),
  ]);
  const text =
    result.winner === null
      ? 'First place is shared, so there is no nominee.'
      : `${context.name(result.winner)} [${result.winner}] is the nominee.`;
  const blocks: Block[] = [{ kind: 'paragraph', text, strong: true }, plainTable('Standings', labels, rows)];
  return sharedSection('standings', 'The nomination', blocks);
}

/** The leader, or those who share the lead, with delegates: `AB leads with 20 delegates`. */
export function leadSentence(state: State): string {
  const firsts = standingsOf(state).filter(({ place }) => place === 1);
  const ids = firsts.map(({ id }) => id);
  const most = firsts[0]?.delegates ?? 0;
  if (most === 0) return 'Nobody has a delegate yet.';
  const delegates = counted(most, 'delegate');
  return ids.length === 1
    ? `${ids[0]} leads with ${delegates}.`
    : `${ids.join(' and ')} share the lead with ${delegates}.`;
}
