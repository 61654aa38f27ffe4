import type { Account, PracticePlayer } from '../../../database/generated/client.ts';
import { findPracticePlayer } from '../../../games/practice/practice-player.ts';
import {
  findPracticeGame,
  findPresentPracticeGame,
  type PresentPracticeGame,
  type WholePracticeGame,
} from '../../../games/practice/practice-store.ts';
import { practiceForm, practiceReport } from '../../../games/practice/practice-view.ts';
import { renderText } from '../../../printouts/text/render-text.ts';
import type { Report } from '../../../rules/report.ts';
import type { SheetForm } from '../../../rules/sheet.ts';
import { HttpError, notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';
import { notOwed, stale } from './sheet-requests.ts';

/* What the requests of programs about practice games have in common. Programs play those of their account; guests have no programs. */

/** The route of the practice games, and that of one of them. */
export const PRACTICE_PATH = '/api/practice';
export const PRACTICE_GAME_PATH = `${PRACTICE_PATH}/:game`;

/** The route of the sheet of the open turn. */
export const PRACTICE_SHEET_PATH = `${PRACTICE_GAME_PATH}/sheet`;

/** The player of practice games that an account is; null if it has played none. */
export function playerOf({ ctx }: WebContext, { id }: Account): Promise<PracticePlayer | null> {
  return findPracticePlayer(ctx, { accountId: id, guestToken: null });
}

/** A practice game of an account as it is now. @throws a 404 for anyone else's */
export async function requirePractice(
  deps: WebContext,
  account: Account,
  { game: id }: { game: string },
): Promise<PresentPracticeGame> {
  const player = await playerOf(deps, account);
  return (player && (await findPresentPracticeGame(deps.ctx, player.id, id))) ?? noSuchGame();
}

/** As `requirePractice`, with all earlier states. @throws a 404 for anyone else's */
export async function requireWholePractice(
  deps: WebContext,
  account: Account,
  { game: id }: { game: string },
): Promise<WholePracticeGame> {
  const player = await playerOf(deps, account);
  return (player && (await findPracticeGame(deps.ctx, player.id, id))) ?? noSuchGame();
}

/** @throws a 404 */
export function noSuchGame(): never {
  throw notFound('You have no such practice game.');
}

/** The printout before a turn. @throws a 404 if the game has not come that far */
export function requirePracticeReport(whole: WholePracticeGame, turn: number): Report {
  const report = practiceReport(whole, turn);
  if (report === null) throw notFound('Your practice game has no printout for this turn.');
  return report;
}

/** The printout before a turn as data and as text. @throws a 404 if the game has not come that far */
export function practicePrintoutJson(whole: WholePracticeGame, turn: number) {
  const report = requirePracticeReport(whole, turn);
  return { turn, report, text: renderText(report) };
}

/** The form of the open turn. @throws a 409 if no sheet is owed */
export function requirePracticeForm(whole: PresentPracticeGame): SheetForm {
  const form = practiceForm(whole);
  if (form === null) throw whole.game.over ? gameOver() : notOwed();
  return form;
}

/** @throws a 409 if another turn is open, or none */
export function requireOpenPractice(whole: PresentPracticeGame, turn: number): void {
  if (whole.game.over) throw gameOver();
  if (whole.game.turn !== turn) throw stale(turn, whole.game.turn);
}

function gameOver(): HttpError {
  return new HttpError(409, 'not-running', 'The game is over. Nothing was saved.');
}
