import type { Block, Cell, Facts, ReportSection, Table } from '../report.ts';
import { called, listed, sharedSection } from '../report-page.ts';
import {
  AD_WEEKS,
  CAPITAL_EFFECTS,
  CAPITAL_IDS,
  CAPITAL_NAMES,
  type CapitalId,
  finalMargin,
  PARTY_NAMES,
} from './data.ts';
import { automaticParty, counted, type Page, signed, stateName, theParty } from './report-words.ts';
import { firstPlayer } from './resolve.ts';
import type { Player } from './state.ts';

/** MOE-9.1.6: the campaigns side by side. */
export function campaignsSection(page: Page): ReportSection {
  const blocks: Block[] = [sideBySide(page)];
  if (page.now.players.length > 1) blocks.push(edgeFacts(page));
  else blocks.push(...automaticBlocks(page));
  return sharedSection('campaigns', 'The campaigns', blocks);
}

function sideBySide(page: Page): Table {
  const { players } = page.now;
  const line = (label: string, value: (player: Player) => string): Cell[] => [label, ...players.map(value)];
  const home = ({ party }: Player) => {
    const code = page.now.homes[party];
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
      line('Led by', ({ id }) => page.name(id)),
      line('Party', ({ party }) => PARTY_NAMES[party]),
      line('Cash', ({ cash }) => `$${cash}`),
      line('Capital unused', ({ unused }) => namesOf(unused)),
      line('Capital spent', ({ unused }) => namesOf(CAPITAL_IDS.filter((id) => !unused.includes(id)))),
      line('Small-state tokens', ({ tokens }) =>
        tokens.length === 0 ? 'none' : `${tokens.length}: ${tokens.join(' ')}`,
      ),
      ...(page.now.homes.D === null && page.now.homes.R === null ? [] : [line('Home state', home)]),
    ],
  };
}

function namesOf(capital: readonly CapitalId[]): string {
  return capital.length === 0 ? 'none' : capital.map((id) => CAPITAL_NAMES[id]).join(', ');
}

/** Two players: who holds the edge, and who would go first as things stand. */
function edgeFacts({ now }: Page): Facts {
  const items = [{ label: 'The edge', value: now.edge ?? 'nobody' }];
  if (now.phase === 'week') {
    items.push({ label: 'Would go first at the present cash', value: firstPlayer(now).id });
  }
  return { kind: 'facts', items };
}

/** One player: the automatic opponent's stops and the weeks in which it advertises. */
function automaticBlocks(page: Page): Block[] {
  const { now } = page;
  const party = automaticParty(now);
  const home = now.homes[party];
  const at = home === null ? '' : ` Its home state is ${stateName(home)}.`;
  const stops = now.stops ?? [];
  const coming = (week: number) => now.phase === 'week' && week === now.week;
  const table: Table = {
    kind: 'table',
    caption: 'The automatic opponent, week by week',
    showCaption: true,
    columns: [
      { label: 'Week', align: 'left' },
      ...stops.map((_, i) => ({ label: `${i + 1}${coming(i + 1) ? '*' : ''}`, align: 'right' as const })),
    ],
    rows: [
      ['Stops', ...stops.map((n, i): Cell => ({ text: String(n), strong: coming(i + 1) }))],
      [
        'Advertising',
        ...stops.map(
          (_, i): Cell => ({
            text: AD_WEEKS.includes(i + 1) ? 'ad' : '–',
            strong: coming(i + 1),
          }),
        ),
      ],
    ],
    note: '* the coming week.',
  };
  const text = `The automatic opponent plays for ${theParty(party)}.${at}`;
  return [{ kind: 'paragraph', text }, table];
}

/** MOE-9.1.7: the charts of the game. */
export function chartsSection(): ReportSection {
  return sharedSection('charts', 'Charts', [
    chart('Campaign adjustment: what the dice with bonus are worth', [
      ['Total', '2 or less', '3–5', '6–10', '11–12', '13 or more'],
      ['Squares', '0', '1', '2', '3', '4'],
    ]),
    chart('Gaffes: two or three dice of a stop or ad that show the same', [
      ['Dice', 'doubles', 'triples'],
      ['Squares', signed(-2), signed(-4)],
    ]),
    chart('Media: the bonus of stops and ads, by media days', [
      ['Days', '0', '1', '2', '3'],
      ['Bonus', signed(-1), '0', '+1', '+2'],
    ]),
    chart('Fundraising: dollars, by days', [
      ['Days', '1', '2', '3'],
      ['Dollars', 'die', 'die + 3', 'die + 6'],
    ]),
    chart('Final margin: two dice for each state that is not safe, squares for the side they are read for', [
      ['Total', '2', '3–4', '5–6', '7', '8–9', '10–11', '12'],
      ['Squares', ...[2, 3, 5, 7, 8, 10, 12].map((total) => signed(finalMargin(total)))],
    ]),
    chart('Costs by the day; more than $20 nobody can hold', [
      ['Day of', 'campaigning', 'advertising', 'under Media Blitz', 'anything else'],
      ['Dollars', '$1', '$5', '$3', 'free'],
    ]),
    {
      kind: 'table',
      caption: 'Political capital: each good for one use, as the week’s action or to cover a gaffe',
      showCaption: true,
      columns: [
        { label: 'Capital', align: 'left' },
        { label: 'As an action', align: 'left' },
      ],
      rows: CAPITAL_IDS.map((id) => [CAPITAL_NAMES[id], CAPITAL_EFFECTS[id]]),
    },
  ]);
}

function chart(caption: string, [header, row]: [string[], string[]]): Table {
  const columns = header.map((label, i) => ({
    label,
    align: i === 0 ? ('left' as const) : ('right' as const),
  }));
  return { kind: 'table', caption, showCaption: true, columns, rows: [row] };
}

/** MOE-9.1.6 in a sentence for the summary: what a player has to work with. */
export function handWords(page: Page, player: Player): string {
  const { cash, unused, tokens } = player;
  const capital = counted(unused.length, 'piece');
  const held = tokens.length === 0 ? '' : `, and ${counted(tokens.length, 'small-state token')}`;
  return `${called(page, player.id)} has $${cash} in hand, ${capital} of political capital unused${held}.`;
}

/** `AB and CD`, with names. */
export function everybody(page: Page): string {
  return listed(page.now.players.map(({ id, party }) => `${called(page, id)} for ${theParty(party)}`));
}
