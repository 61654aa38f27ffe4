import { dollars } from '../../numbers.ts';
import { PARTY_NAMES } from '../../parties.ts';
import type { Block, Cell, Facts, ReportSection, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { AD_WEEKS, CAPITAL_IDS, CAPITAL_NAMES, type CapitalId } from '../data.ts';
import { findPlayer, type Player } from '../state.ts';
import { firstPlayer } from '../week.ts';
import { automaticParty, type ReportContext, stateName, theParty } from './context.ts';

/** MOE-9.1.6: the campaigns side by side; then the edge, or the automatic opponent. */
export function campaignsSection(context: ReportContext): ReportSection {
  const { phase, players } = context.now;
  const blocks: Block[] = [campaignsTable(context)];
  if (players.length === 1) blocks.push(...automaticBlocks(context));
  else if (phase !== 'over') blocks.push(edgeFacts(context));
  return sharedSection('campaigns', 'The campaigns', blocks);
}

/** The campaigns side by side, with a star at what is new since last week. What no campaign has is left out. */
function campaignsTable(context: ReportContext): Table {
  const { now, name } = context;
  const { players, homes } = now;
  const line = (label: string, value: (player: Player) => string): Cell[] => [label, ...players.map(value)];
  const home = ({ party }: Player) => {
    const code = homes[party];
    return code === null ? NONE : `${stateName(code)} (${code})`;
  };
  const rows = [
    line('Led by', ({ id }) => name(id)),
    line('Party', ({ party }) => PARTY_NAMES[party]),
    line('Cash', (player) => cashInWords(context, player)),
    line(now.phase === 'week' ? 'Capital unused' : 'Capital never used', ({ unused }) => namesOf(unused)),
    line('Capital spent', (player) => spentInWords(context, player)),
    line(now.phase === 'over' ? 'Tokens earned' : 'Small-state tokens', (player) =>
      tokensInWords(context, player),
    ),
    line('Home state', home),
  ].filter(([, ...cells]) => cells.some((cell) => cell !== NONE));
  const hasStar = rows.some((row) => row.some((cell) => typeof cell === 'string' && cell.includes('*')));
  return {
    kind: 'table',
    caption: 'Money, political capital and small-state tokens',
    showCaption: false,
    columns: [
      { label: 'Campaign', align: 'left' },
      ...players.map(({ id, party }) => ({ label: id, align: 'left' as const, tone: party })),
    ],
    rows,
    ...(hasStar ? { note: '* new since last week' } : {}),
  };
}

/** What a campaign does not have. */
const NONE = '–';

/** The campaign as it was a turn ago; undefined on the first printout. */
function earlier({ before }: ReportContext, { id }: Player): Player | undefined {
  return before === null ? undefined : findPlayer(before, id);
}

/** `$7, $3 less than last week`. */
function cashInWords(context: ReportContext, player: Player): string {
  const change = player.cash - (earlier(context, player)?.cash ?? player.cash);
  if (change === 0) return dollars(player.cash);
  return `${dollars(player.cash)}, ${dollars(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than last week`;
}

function spentInWords(context: ReportContext, player: Player): string {
  const left = earlier(context, player)?.unused ?? [];
  const spent = CAPITAL_IDS.filter((id) => !player.unused.includes(id));
  return listOrNone(spent.map((id) => `${CAPITAL_NAMES[id]}${left.includes(id) ? '*' : ''}`));
}

function tokensInWords(context: ReportContext, player: Player): string {
  const { tokens } = player;
  const held = earlier(context, player)?.tokens ?? tokens;
  const listed = tokens.map((code) => `${code}${held.includes(code) ? '' : '*'}`).sort();
  return tokens.length === 0 ? NONE : `${tokens.length}: ${listed.join(' ')}`;
}

function namesOf(capital: readonly CapitalId[]): string {
  return listOrNone(capital.map((id) => CAPITAL_NAMES[id]));
}

function listOrNone(items: readonly string[]): string {
  return items.length === 0 ? NONE : items.join(', ');
}

/** Two players: who holds the edge, and who would go first with current cash. */
function edgeFacts({ now }: ReportContext): Facts {
  const items = [{ label: 'Holder of the edge', value: now.edge ?? 'no one' }];
  if (now.phase === 'week') {
    items.push({ label: 'Would go first with current cash', value: firstPlayer(now).id });
  }
  return { kind: 'facts', items };
}

/** One player: the automatic opponent's stops in each week, and the weeks in which it advertises. */
function automaticBlocks({ now }: ReportContext): Block[] {
  const party = automaticParty(now);
  const homeCode = now.homes[party];
  const home = homeCode === null ? '' : ` Its home state is ${stateName(homeCode)}.`;
  const text = `The automatic opponent plays for ${theParty(party)}.${home}`;
  if (now.phase === 'over') return [{ kind: 'paragraph', text }];
  const stops = now.stops ?? [];
  const isOpen = (week: number) => now.phase === 'week' && week === now.week;
  const table: Table = {
    kind: 'table',
    caption: 'The automatic opponent week by week',
    showCaption: true,
    columns: [
      { label: 'Week', align: 'left' },
      ...stops.map((_, i) => ({ label: `${i + 1}${isOpen(i + 1) ? '*' : ''}`, align: 'right' as const })),
    ],
    rows: [
      [
        'Stops',
        ...stops.map(
          (count, i): Cell => ({ text: count === 0 ? NONE : String(count), strong: isOpen(i + 1) }),
        ),
      ],
      [
        'Advertising',
        ...stops.map(
          (_, i): Cell => ({ text: AD_WEEKS.includes(i + 1) ? 'ad' : NONE, strong: isOpen(i + 1) }),
        ),
      ],
    ],
    ...(now.phase === 'week' ? { note: '* the coming week' } : {}),
  };
  return [{ kind: 'paragraph', text }, table];
}
