import { listInWords, numberWord } from '../../numbers.ts';
import type { Block, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import type { ReportHeader } from '../../ruleset.ts';
import { isGuessed, showCard } from '../data/wildcards.ts';
import type { Show } from '../state.ts';
import type { ReportContext } from './context.ts';
import { isWithheld, WITHHELD } from './withheld.ts';
import { capitalized, quoted, SHOW_KINDS } from './words.ts';

/** PTG-9.6: the performances in full, and what the others do about them. The cards of shows to guess are not named. */
export function stageSection({ now, header }: ReportContext): ReportSection | null {
  const staged = now.shows.filter(({ stage }) => stage === 'stage');
  const tasks = now.shows.filter(({ stage }) => stage === 'task');
  if (staged.length + tasks.length === 0) return null;
  const blocks: Block[] = [
    ...staged.flatMap((show) => [introduction(show), ...performanceBlocks(show, header, now.turn)]),
    ...(tasks.length === 0 ? [] : [{ kind: 'paragraph', text: comingSentence(tasks) } as const]),
  ];
  return sharedSection('stage', 'The stage', blocks);
}

/** `Show 3: a drawing by CD. What is it? …` */
function introduction({ number, by, card, actor }: Show): Block {
  const { kind, task } = showCard(card);
  const opening = `Show ${number}: ${SHOW_KINDS[kind]} by ${by}.`;
  if (kind === 'direction') {
    return strong(
      `${opening} The actor is ${actor}. What is the actor doing? Anyone but ${by} may guess, the actor too.`,
    );
  }
  if (isGuessed(kind)) return strong(`${opening} What is it? Anyone but ${by} may guess.`);
  return strong(
    `${opening} The task: ${quoted(task)}${/[.?!]$/.test(task) ? '' : '.'} Object, with a reason, if you think that it failed.`,
  );
}

function strong(text: string): Block {
  return { kind: 'paragraph', text, strong: true };
}

/** What a performer wrote or drew; that the GM withholds it if so. */
export function performanceBlocks(show: Show, header: ReportHeader, turn: number): Block[] {
  const { by, text } = show;
  const drawing = drawingBlocks(show);
  if (drawing.length === 0 && text === null) return [];
  if (isWithheld(header, turn, by)) return [{ kind: 'paragraph', text: WITHHELD }];
  return text === null ? drawing : [{ kind: 'quotes', items: [{ by, tone: null, text }] }];
}

/** What a performer drew; nothing if the show is no drawing. */
export function drawingBlocks({ by, drawing, number }: Show): Block[] {
  if (drawing === null || drawing.length === 0) return [];
  return [{ kind: 'sketch', caption: `Show ${number}, drawn by ${by}`, lines: drawing }];
}

/** Tasks are known to everyone by their numbers only (PTG-8.6). */
function comingSentence(tasks: readonly Show[]): string {
  const shows = tasks.map(({ number, by }) => `show ${number} by ${by}`);
  const count = tasks.length === 1 ? 'one task' : `${numberWord(tasks.length)} tasks`;
  return `${capitalized(count)} will be performed on the sheets of this turn: ${listInWords(shows)}.`;
}
