import { dollars, grouped } from '../../numbers.ts';
import type { Block, Cell, ReportSection, ShareBars, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { MAJORITY } from '../data/amounts.ts';
import { chipsOf, type Player, type State } from '../state.ts';
import { captionedTable, colorOf, frontRunner, plainTable, type ReportContext, rivalOf } from './context.ts';
import { creditorInWords, money } from './words.ts';

/** PTG-9.2: the candidates, a bar for each against 270, and who would meet whom in a runoff. */
export function raceSection(context: ReportContext): ReportSection | null {
  const { now } = context;
  if (now.phase === 'home') return null;
  const blocks: Block[] = [candidatesTable(context), ...chipsTables(now)];
  if (now.phase !== 'over') blocks.push(barsOf(context));
  // In Speed Play no one needs 270 electoral votes any more.
  if (now.phase !== 'over' && now.phase !== 'speed') {
    blocks.push({ kind: 'paragraph', text: runoffSentence(now) });
  }
  return sharedSection('race', 'The race', blocks);
}

/** The candidates by electoral votes, then by popular votes. */
export function rankedPlayers({ players }: State): Player[] {
  return players.toSorted((a, b) => b.electoral - a.electoral || b.popular - a.popular || b.cash - a.cash);
}

function candidatesTable({ now, name }: ReportContext) {
  const labels = ['ID', 'Name', 'Place', 'Electoral votes>', 'Popular votes>', 'Cash>', 'Debts', 'Rests>'];
  const rows = rankedPlayers(now).map(({ id, at, electoral, popular, cash, debts, rests }): Cell[] => [
    { text: id, strong: true },
    name(id),
    at ?? '–',
    grouped(electoral),
    grouped(popular),
    dollars(cash),
    debts.length === 0
      ? '–'
      : debts.map((debt) => `${money(debt.amount)} to ${creditorInWords(debt.to)}`).join(', '),
    at === 'DC' ? String(rests) : '–',
  ]);
  const note = 'Popular votes and cash in millions. Rests: payments in a row in DC, four at most.';
  return plainTable('The candidates', labels, rows, note);
}

/** The chips of those who have some. */
function chipsTables(now: State): Table[] {
  const rows = rankedPlayers(now).flatMap(({ id }): Cell[][] => {
    const chips = chipsOf(now, id);
    if (chips.length === 0) return [];
    return [[{ text: id, strong: true }, String(chips.length), chips.join(' ')]];
  });
  const free = Object.values(now.chips).filter((holder) => holder === null).length;
  if (rows.length === 0) return [];
  return [captionedTable('The chips', ['ID', 'Chips>', 'States'], rows, `Unclaimed: ${free} of 51.`)];
}

/** A bar for each candidate: several stand side by side on paper. */
function barsOf({ now, name }: ReportContext): ShareBars {
  return {
    kind: 'shares',
    caption: `Electoral votes of each candidate; ${MAJORITY} are needed to be elected`,
    groups: rankedPlayers(now).map(({ id, electoral }) => ({
      heading: name(id),
      bars: [{ label: id, tone: colorOf(now, id), value: electoral, of: MAJORITY }],
    })),
  };
}

/** PTG-6.16: who is in the runoff, or what would happen if the leader had 270 electoral votes today. */
export function runoffSentence(now: State): string {
  const leader = frontRunner(now);
  const rival = rivalOf(now, leader);
  const isThere = leader.electoral >= MAJORITY;
  const condition = isThere
    ? `${leader.id} has ${leader.electoral} electoral votes and`
    : `If ${leader.id} had ${MAJORITY} electoral votes today, ${leader.id} would`;
  if (rival === null) {
    return `${condition} ${isThere ? 'is' : 'be'} president at once: no one has more popular votes.`;
  }
  const votes = `${grouped(rival.popular)} million to ${leader.popular === 0 ? 'none' : `${grouped(leader.popular)} million`}`;
  const meets = isThere ? 'meets' : 'meet';
  return `${condition} ${meets} ${rival.id} in a runoff, because ${rival.id} has more popular votes (${votes}).`;
}
