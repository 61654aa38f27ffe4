import { dollars } from '../../numbers.ts';
import { PARTY_NAMES } from '../../parties.ts';
import type { Block, Cell, Facts, ReportSection, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { AD_WEEKS, CAPITAL_IDS, CAPITAL_NAMES, type CapitalId } from '../data.ts';
import { automaticParty, type ReportContext, stateName, theParty } from './context.ts';
import type { Player } from '../state.ts';
import { firstPlayer } from '../week.ts';

/** MOE-9.1.6: the campaigns side by side; then the edge, or the automatic opponent. */
export function campaignsSection(context: ReportContext): ReportSection {
  const isAlone = context.now.players.length === 1;
  const blocks: Block[] = [
    campaignsTable(context),
    ...(isAlone ? automaticBlocks(context) : [edgeFacts(context)]),
  ];
  return sharedSection('campaigns', 'The campaigns', blocks);
}

function campaignsTable({ now, name }: ReportContext): Table {
  const { players, homes } = now;
  const line = (label: string, value: (player: Player) => string): Cell[] => [label, ...players.map(value)];
  const home = ({ party }: Player) => {
    const code = homes[party];
    return code === null ? 'none' : `${stateName(code)} (${code})`;
  };
  return {
    kind: 'table',
    caption: 'Money, political capital and small-state tokens',
    showCaption: false,
    columns: [
      { label: 'Campaign', align: 'left' },
      ...players.map(({ id, party }) => ({ label: id, align: 'left' as const, tone: party })),
    ],
    rows: [
      line('Led by', ({ id }) => name(id)),
      line('Party', ({ party }) => PARTY_NAMES[party]),
      line('Cash', ({ cash }) => dollars(cash)),
      line('Capital unused', ({ unused }) => namesOf(unused)),
      line('Capital spent', ({ unused }) => namesOf(CAPITAL_IDS.filter((id) => !unused.includes(id)))),
      line('Small-state tokens', ({ tokens }) =>
        tokens.length === 0 ? 'none' : `${tokens.length}: ${tokens.join(' ')}`,
      ),
      ...(homes.D === null && homes.R === null ? [] : [line('Home state', home)]),
    ],
  };
}

function namesOf(capital: readonly CapitalId[]): string {
  return capital.length === 0 ? 'none' : capital.map((id) => CAPITAL_NAMES[id]).join(', ');
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
      ['Stops', ...stops.map((count, i): Cell => ({ text: String(count), strong: isOpen(i + 1) }))],
      [
        'Advertising',
        ...stops.map(
          (_, i): Cell => ({ text: AD_WEEKS.includes(i + 1) ? 'ad' : '–', strong: isOpen(i + 1) }),
        ),
      ],
    ],
    note: '* the coming week',
  };
  return [{ kind: 'paragraph', text }, table];
}
