import { dollars } from '../../numbers.ts';
import type { Block, Facts, ReportSection } from '../../report.ts';
import { diceSecretBlocks, nameAndIdentifier, turnSheetSection } from '../../report-builder.ts';
import { capitalReminder, isCapitalPressing } from '../capital-reminder.ts';
import { CAPITAL_NAMES } from '../data.ts';
import { phaseName, sheet } from '../form.ts';
import { countVotes } from '../polls.ts';
import type { Player, State } from '../state.ts';
import { type ReportContext, theParty, votesInWords } from './context.ts';
import { outlookSentences } from './outlook.ts';
import { positionTable } from './position.ts';
import { standingsBlocks } from './standings.ts';

/** MOE-9.1.1: the week, whose printout it is, how the vote would go or went, and what is at stake for its reader. */
export function headlineSection(context: ReportContext): ReportSection {
  const { now } = context;
  const position = positionTable(context);
  const blocks: Block[] = [
    headlineFacts(context),
    ...outlookBlocks(context),
    ...(position === null ? [] : [position]),
    ...standingsBlocks(context),
    ...diceSecretBlocks(context),
  ];
  const title = now.phase === 'over' ? 'The result' : phaseName(now);
  return { id: 'headline', title, newPage: false, shared: false, blocks };
}

/** What it would take to win from here; for the reader, what becomes of unused political capital, too. */
function outlookBlocks({ now, reader }: ReportContext): Block[] {
  const outlook = outlookSentences(now, reader?.party ?? null);
  const reminder = reader === null ? null : capitalReminder(now, reader);
  return [
    ...(outlook.length === 0 ? [] : [{ kind: 'paragraph' as const, text: outlook.join(' ') }]),
    ...(reader === null || reminder === null
      ? []
      : [{ kind: 'paragraph' as const, text: reminder, strong: isCapitalPressing(now, reader) }]),
  ];
}

function headlineFacts(context: ReportContext): Facts {
  const { header, reader, now } = context;
  const whose = reader === null ? 'the public' : nameAndIdentifier(context, reader.id);
  const votes = votesInWords(countVotes(now.polls, now.start));
  const isOver = now.phase === 'over';
  return {
    kind: 'facts',
    items: [
      { label: 'Printout for', value: whose },
      ...(reader === null ? [] : [{ label: isOver ? 'You led' : 'You lead', value: theParty(reader.party) }]),
      { label: isOver ? 'The electoral votes' : 'If the vote were held today', value: votes },
      ...(reader === null || isOver ? [] : handFacts(now, reader)),
      ...(isOver ? [] : [{ label: 'Sheet due', value: header.due ?? 'not set yet' }]),
    ],
  };
}

/** MOE-9.1.6: what the reader has to work with. After week 9, only tokens are of use (MOE-6.9). */
function handFacts({ phase }: State, { cash, unused, tokens }: Player): Facts['items'] {
  const held = { label: 'Small-state tokens', value: tokens.length === 0 ? 'none' : tokens.join(', ') };
  if (phase === 'last-minute') return [held];
  const capital = unused.map((id) => CAPITAL_NAMES[id]).join(', ');
  return [
    { label: 'In hand', value: dollars(cash) },
    { label: 'Political capital left', value: capital === '' ? 'none' : capital },
    held,
  ];
}

/** MOE-9.1.8: the sheet of the open turn, to be filled in by hand. */
export function sheetSection(context: ReportContext): ReportSection | null {
  const { reader, now } = context;
  const form = reader === null ? null : sheet(now, reader.id);
  return form === null ? null : turnSheetSection(context, `Your turn sheet: ${phaseName(now)}`, form);
}
