import type { PracticePlayer } from '../../../database/generated/client.ts';
import { practiceForm, printedTurns } from '../../../games/practice/practice-view.ts';
import { findRuleset } from '../../../rules/catalog.ts';
import type { FirstTurn } from '../../../rules/rulebook.ts';
import { rulebookLink } from '../../rendering/rulebook-links.ts';
import { type NotesFormView, notesFormView } from '../../turn-sheet/notes-form.ts';
import {
  type PracticeContext,
  type PresentContext,
  practicePath,
  practicePrintoutPath,
  practiceSheetPath,
} from './practice-context.ts';

/* What the pages of a practice game have in common. */

/** The links and buttons of a practice game, as templates/web/practice/controls.eta prints them. */
export interface PracticeControls {
  /** The address of the game, below which its buttons are. */
  address: string;
  rulesetTitle: string;
  rules: string | null;
  primer: string | null;
  printouts: { address: string; label: string; isCurrent: boolean }[];
  /** The open turn. */
  turn: number;
  /** The turn that can be undone; null if none was played. */
  undo: number | null;
}

/**
 * The links and buttons of a practice game, for one of its pages.
 * @param shownTurn the turn whose printout is shown; null if none is
 */
export function practiceControls({ whole }: PracticeContext, shownTurn: number | null): PracticeControls {
  const { game } = whole;
  const rules = rulebookLink(game.ruleset);
  const turns = printedTurns(whole);
  return {
    address: practicePath(game.id),
    rulesetTitle: whole.ruleset.title,
    rules,
    primer: rules && `${rules}#primer`,
    printouts: turns.map((turn) => ({
      address: practicePrintoutPath(game.id, turn),
      label: game.over && turn === turns.at(-1) ? 'Final' : `Turn ${turn}`,
      isCurrent: turn === shownTurn,
    })),
    turn: game.turn,
    undo: game.turn > 1 ? game.turn - 1 : null,
  };
}

/** What comes next in a practice game: the sheet, a turn that needs no sheet, or nothing. */
export function nextStep({
  whole,
}: PresentContext): { kind: 'sheet'; address: string } | { kind: 'continue' | 'over' } {
  if (whole.game.over) return { kind: 'over' };
  if (practiceForm(whole) === null) return { kind: 'continue' };
  return { kind: 'sheet', address: practiceSheetPath(whole.game.id) };
}

/** A step of the guided first turn, as templates/web/practice/guide.eta prints it. */
export interface GuideView {
  title: string;
  lines: readonly string[];
  /** What to do next. */
  closing: string;
  /** The address of the button that ends the guide, and its label. */
  skip: { address: string; label: string };
}

/** The hints for the player's first turn in this kind of game; null once they are done. */
export function guideOf({ player, whole }: PresentContext): FirstTurn | null {
  if (isGuided(player, whole.game.ruleset))
    return findRuleset(whole.game.ruleset)?.rulebook.firstTurn ?? null;
  return null;
}

function isGuided({ guidesDone }: PracticePlayer, ruleset: string): boolean {
  return !guidesDone.includes(ruleset);
}

/** The guide on the page of the first sheet; null if it is not shown. */
export function sheetGuide(context: PracticeContext): GuideView | null {
  const guide = guideOf(context);
  const { game } = context.whole;
  if (guide === null || game.turn !== 1) return null;
  return {
    title: 'Your first turn',
    lines: guide.look,
    closing:
      'Then fill in the form. There are hints beside its fields. When you send it, the turn is played at once. You can undo it.',
    skip: { address: `${practicePath(game.id)}/guide`, label: 'Hide these hints' },
  };
}

/** The guide on the page of the printout after the first turn; null if it is not shown. */
export function printoutGuide(context: PracticeContext, turn: number): GuideView | null {
  const guide = guideOf(context);
  const { game } = context.whole;
  if (guide === null || turn !== 2 || game.turn !== 2) return null;
  return {
    title: 'What happened',
    lines: guide.after,
    closing: 'Then go on with the sheet of turn 2.',
    skip: { address: `${practicePath(game.id)}/guide`, label: 'Hide these hints' },
  };
}

/**
 * The form for notes on a practice game.
 * @param page the page that has it: the sheet, or the printout before a turn
 */
export function practiceNotesForm({ whole }: PracticeContext, page: 'sheet' | number): NotesFormView {
  return notesFormView(`${practicePath(whole.game.id)}/notes`, {
    page: String(page),
    text: whole.game.notes,
    besideSheet: page === 'sheet',
    readers: 'Only you can read them.',
  });
}
