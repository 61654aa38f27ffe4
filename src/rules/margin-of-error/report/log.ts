import { PARTY_NAMES } from '../../parties.ts';
import type { Block, Cell, ReportSection, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import type { LogEvent } from '../state.ts';
import { automaticParty, type ReportContext } from './context.ts';
import { sentenceFor } from './log-sentences.ts';

/** MOE-9.1.2: the last turn as a log of its dice, one sentence for each event. */
export function logSection(context: ReportContext): ReportSection | null {
  if (context.before === null) return null;
  const tables = groupsOf(context)
    .filter(({ events }) => events.length > 0)
    .map(({ caption, events }) => logTable(context, caption, events));
  const last = tables.at(-1);
  if (last !== undefined) last.note = LOG_NOTE;
  const blocks: Block[] = tables.length > 0 ? tables : [{ kind: 'paragraph', text: 'Nothing happened.' }];
  const title = context.before.phase === 'week' ? 'The week in dice' : 'The last minute in dice';
  return sharedSection('dice', title, blocks);
}

const LOG_NOTE =
  '“Even (R)”: the poll is even, and the Republicans hold the state, because it started on their side (MOE-2.6). The charts ' +
  'say what the dice are worth.';

interface EventGroup {
  caption: string;
  events: LogEvent[];
}

/** One player: capital, own campaign, automatic opponent, final vote. Two players: all in order, then the final vote. */
function groupsOf({ now }: ReportContext): EventGroup[] {
  const finalVote = { caption: 'The final vote', events: now.log.filter(isFinal) };
  const week = now.log.filter((event) => !isFinal(event));
  if (now.players.length > 1) return [{ caption: 'In the order played', events: week }, finalVote];
  const own = week.filter((event) => !isAutomatic(event));
  return [
    { caption: 'Political capital', events: own.filter(isCapital) },
    {
      caption: `The campaign of ${now.players[0]?.id} (${PARTY_NAMES[now.players[0]?.party ?? 'D']})`,
      events: own.filter((event) => !isCapital(event)),
    },
    {
      caption: `The automatic opponent (${PARTY_NAMES[automaticParty(now)]})`,
      events: week.filter(isAutomatic),
    },
    finalVote,
  ];
}

function isFinal(event: LogEvent): boolean {
  return event.kind === 'final';
}

function isCapital(event: LogEvent): boolean {
  return event.kind === 'capital';
}

function isAutomatic(event: LogEvent): boolean {
  return event.kind === 'opponent-stop' || event.kind === 'opponent-ad';
}

function logTable(context: ReportContext, caption: string, events: readonly LogEvent[]): Table {
  return {
    kind: 'table',
    caption,
    showCaption: true,
    columns: [
      { label: 'Dice', align: 'left' },
      { label: 'What happened', align: 'left' },
    ],
    rows: events.map((event): Cell[] => [diceOf(event), sentenceFor(context, event)]),
  };
}

/** The dice in the order rolled: `6 5`. */
function diceOf(event: LogEvent): string {
  return 'dice' in event ? event.dice.join(' ') : '';
}
