import type { Block, Cell, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { isGuessed, showCard } from '../data/wildcards.ts';
import type { LogEntry } from '../log.ts';
import type { Said } from '../state.ts';
import { captionedTable, type ReportContext } from './context.ts';
import { showInWords } from './happened.ts';
import { isWithheld, WITHHELD } from './withheld.ts';
import { changesAfter, changesInWords, quoted } from './words.ts';

type Judged = Extract<LogEntry, { type: 'show' }>;

/** PTG-9.8: the shows that are over: what they meant, who guessed what, and who objected why. */
export function solutionsSection(context: ReportContext): ReportSection | null {
  const { now } = context;
  const blocks = now.log.flatMap((entry, index) =>
    entry.type === 'show' && entry.result !== 'staged' ? showBlocks(context, entry, index) : [],
  );
  return blocks.length === 0 ? null : sharedSection('shows', 'Solutions of the shows', blocks);
}

function showBlocks(context: ReportContext, show: Judged, index: number): Block[] {
  const { now, before } = context;
  const { kind, task } = showCard(show.card);
  const earlier = before?.shows.find(({ number }) => number === show.number);
  const effect = changesInWords(changesAfter(now.log, index));
  const title = `${showInWords(show)}: ${quoted(task)} (${show.card}).`;
  if (earlier?.stage !== 'stage') {
    const text = `${title} ${show.by} did not perform. ${effect}.`;
    return [{ kind: 'paragraph', text, strong: true }];
  }
  const end = isGuessed(kind)
    ? show.guesser === null
      ? 'No one guessed it.'
      : `${show.guesser} guessed it.`
    : show.result === 'success'
      ? 'Passed.'
      : 'Failed: more than half of the others objected.';
  const said = now.said ?? { guesses: [], objections: [], written: [] };
  return [
    { kind: 'paragraph', text: `${title} ${end} ${effect}.`, strong: true },
    ...guessBlocks(context, show, said.guesses),
    ...objectionBlocks(context, show, said.objections),
  ];
}

/** All guesses in the order of the turn, that of the guesser in bold. */
function guessBlocks(
  { header, now, before }: ReportContext,
  show: Judged,
  guesses: Said['guesses'],
): Block[] {
  const order = before?.order ?? [];
  const rows = guesses
    .filter(({ show: number }) => number === show.number)
    .toSorted((a, b) => order.indexOf(a.by) - order.indexOf(b.by))
    .map(({ by, text }): Cell[] => {
      const words = isWithheld(header, now.turn, by) ? WITHHELD : text;
      const strong = by === show.guesser;
      return [
        { text: by, strong },
        { text: words, strong },
      ];
    });
  return rows.length === 0 ? [] : [captionedTable(`Guesses at show ${show.number}`, ['Who', 'Guess'], rows)];
}

/** The objections with their reasons and names. */
function objectionBlocks({ header, now }: ReportContext, show: Judged, said: Said['objections']): Block[] {
  const items = said
    .filter(({ show: number }) => number === show.number)
    .map(({ by, reason }) => ({
      ...{ by, tone: null },
      text: isWithheld(header, now.turn, by) ? WITHHELD : reason,
    }));
  if (items.length === 0) return [];
  return [
    { kind: 'paragraph', text: `Objections to show ${show.number}:` },
    { kind: 'quotes', items },
  ];
}
