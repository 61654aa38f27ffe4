import type { Block, Facts, ReportSection } from '../../report.ts';
import { diceSecretBlocks, nameAndIdentifier, turnSheetSection } from '../../report-builder.ts';
import { phaseName, sheet } from '../form.ts';
import { outcome } from '../outcome.ts';
import { type ReportContext, theParty } from './context.ts';
import { standingSentence } from './summary.ts';

/** MOE-9.1.1: the week, whose printout it is, and how the vote would go or went. */
export function headlineSection(context: ReportContext): ReportSection {
  const { now } = context;
  const blocks: Block[] = [
    headlineFacts(context),
    { kind: 'paragraph', text: standingSentence(context), strong: true },
    ...standingsBlocks(context),
    ...diceSecretBlocks(context),
  ];
  const title = now.phase === 'over' ? 'The result' : phaseName(now);
  return { id: 'headline', title, newPage: false, shared: false, blocks };
}

function headlineFacts(context: ReportContext): Facts {
  const { header, turn, reader } = context;
  const whose = reader === null ? 'the public' : nameAndIdentifier(context, reader.id);
  const due = turn === null ? 'the game is over' : (header.due ?? 'not set yet');
  return {
    kind: 'facts',
    items: [
      { label: 'Printout for', value: whose },
      ...(reader === null ? [] : [{ label: 'You lead', value: theParty(reader.party) }]),
      { label: 'Sheet due', value: due },
    ],
  };
}

/** MOE-7.3: the final standings, once the game is over. */
function standingsBlocks(context: ReportContext): Block[] {
  const result = outcome(context.now);
  if (result === null) return [];
  return [
    {
      kind: 'table',
      caption: 'Final standings',
      showCaption: true,
      columns: [
        { label: 'Place', align: 'right' },
        { label: 'Campaign', align: 'left' },
        { label: 'Party', align: 'left' },
        { label: 'Votes', align: 'right' },
        { label: 'Result', align: 'left' },
      ],
      rows: result.standings.map((entry) => [
        String(entry.place),
        nameAndIdentifier(context, entry.id),
        { text: entry.party, tone: entry.party },
        String(entry.votes),
        entry.result,
      ]),
    },
  ];
}

/** MOE-9.1.8: the sheet of the open turn, to be filled in by hand. */
export function sheetSection(context: ReportContext): ReportSection | null {
  const { reader, now } = context;
  const form = reader === null ? null : sheet(now, reader.id);
  return form === null ? null : turnSheetSection(context, `Your turn sheet: ${phaseName(now)}`, form);
}
