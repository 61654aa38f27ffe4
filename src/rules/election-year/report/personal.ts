import { stateOf } from '../../country.ts';
import { dollars, grouped } from '../../numbers.ts';
import { PARTY_MEMBER } from '../../parties.ts';
import type { Block, Cell, ReportSection } from '../../report.ts';
import { turnSheetSection } from '../../report-builder.ts';
import { sumSpent } from '../campaigning.ts';
import { sheet } from '../form.ts';
import { findPlayer, type Player } from '../state.ts';
import type { ReportContext } from './context.ts';

/** EY-9.1: account number, name, due date of the turn's sheet. */
export function topSection({ reader, account, name, header, turn }: ReportContext): ReportSection {
  const items = [];
  if (reader !== null) {
    const number = account(reader.id);
    items.push({ label: 'Account', value: number === null ? 'none' : `#${number}` });
    items.push({ label: 'Player', value: name(reader.id) });
  }
  const due = turn === null ? 'the game is over' : (header.due ?? 'not set yet');
  items.push({ label: turn === null ? 'Sheet due' : `Turn ${turn} sheet due`, value: due });
  return { id: 'top', title: null, newPage: false, shared: false, blocks: [{ kind: 'facts', items }] };
}

/** EY-9.2: the reader's own figures, some of them secret from everyone else. */
export function personalSection(context: ReportContext): ReportSection | null {
  const { reader } = context;
  if (reader === null) return null;
  const items = [
    { label: 'Campaign funds', value: dollars(reader.cash) },
    { label: 'Fixed income', value: `${dollars(reader.income)} a turn` },
    { label: 'Identifier and party', value: `${reader.id}, ${PARTY_MEMBER[reader.party]}` },
    { label: 'Home state', value: `${stateOf(reader.home).name} (${reader.home})` },
    ...(context.before === null
      ? []
      : [
          { label: 'Raised on last turn’s trips', value: dollars(reader.raised) },
          { label: 'Contributions', value: dollars(reader.contributions) },
        ]),
    { label: 'Campaign ability', value: grouped(reader.ability) },
    { label: 'Electoral votes', value: String(reader.votes) },
  ];
  const blocks: Block[] = [{ kind: 'facts', items }, ...cashBlocks(context, reader)];
  return { id: 'personal', title: 'Your campaign', newPage: false, shared: false, blocks };
}

/** EY-9.2: how cash went from last turn's to this turn's figure. */
function cashBlocks({ before, now }: ReportContext, reader: Player): Block[] {
  const earlier = before === null ? undefined : findPlayer(before, reader.id);
  if (earlier === undefined) return [];
  const spent = sumSpent(now.campaigning[reader.id] ?? []);
  const line = (label: string, amount: number): Cell[] => [label, dollars(amount)];
  return [
    {
      kind: 'table',
      caption: 'How your campaign funds changed',
      showCaption: true,
      columns: [
        { label: 'Campaign funds', align: 'left' },
        { label: 'Dollars', align: 'right' },
      ],
      rows: [
        line(now.turn === 1 ? 'At the start' : `After turn ${now.turn - 1}`, earlier.cash),
        line('Spent on campaigning', -spent),
        line('Raised on trips', reader.raised),
        line('Contributions', reader.contributions),
        line('Fixed income', reader.income),
        [
          { text: `After turn ${now.turn}`, strong: true },
          { text: dollars(reader.cash), strong: true },
        ],
      ],
    },
  ];
}

/** EY-9.11: the turn sheet for the open turn, its header (EY-4.1) filled in. The server adds the sheet token. */
export function sheetSection(context: ReportContext): ReportSection | null {
  const { reader, turn, now } = context;
  const form = reader === null ? null : sheet(now, reader.id);
  return form === null ? null : turnSheetSection(context, `Turn sheet for turn ${turn}`, form);
}
