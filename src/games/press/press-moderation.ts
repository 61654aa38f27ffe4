import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { HeldPressRelease } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { PressRef, SeatIdentifier } from '../../rules/ruleset.ts';
import { fieldsOf } from '../../rules/sheet.ts';
import { oneLine } from '../../text/typed-text.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { inTransaction, type WholeGame } from '../game/game-store.ts';
import { type GmRequest, gmGame } from '../game/gm-access.ts';
import { checkMayInspect } from '../inspections/inspect.ts';
import { gmWords, gmWordsProblems } from '../notices/gm-words.ts';
import { mailTo, requestMail } from '../notices/mail-limits.ts';
import { type Notice, notifySeat } from '../notices/notices.ts';
import { seatOfAuthor } from './author.ts';
import { releasesInForce, releasesWithReading } from './held-press.ts';
import { otherTextsToo } from './other-texts.ts';

/** What is done about the press releases of a turn. */
export interface PressReview {
  /** Releases of this turn and earlier ones that are not printed. */
  withheld: PressRef[];
  /** Releases of earlier turns that are printed now. */
  released: PressRef[];
  /** Releases of this turn that the GM has to decide on. */
  held: { seat: SeatIdentifier; text: string }[];
}

const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

/** Whether a text contains an obscenity, also in spellings that are meant to get around a word list. */
export function isObscene(text: string): boolean {
  return matcher.hasMatch(text);
}

/**
 * Finds the releases of a locked game's open turn that have to be held, and the earlier ones that the GM has decided to
 * print.
 * @param sheets the sheets of the open turn that are played, by seat
 * @param hasHeldPress whether a release of the game was ever held
 */
export async function reviewPress(
  tx: Tx,
  game: WholeGame,
  sheets: Readonly<Record<SeatIdentifier, unknown>>,
  hasHeldPress: boolean,
): Promise<PressReview> {
  const held = Object.entries(sheets).flatMap(([seat, raw]) => {
    const text = releaseOf(game, seat, raw);
    return text !== null && isObscene(text) ? [{ seat, text }] : [];
  });
  const inForce = hasHeldPress ? await releasesInForce(tx, game.id) : [];
  const waiting = inForce.filter(({ printedTurn }) => printedTurn === null);
  const refs = (releases: readonly HeldPressRelease[]) => releases.map((release) => refOf(game, release));
  return {
    held,
    released: refs(waiting.filter(({ decision }) => decision === 'print')),
    withheld: [
      ...refs(waiting.filter(({ decision }) => decision !== 'print')),
      ...held.map(({ seat }) => ({ turn: game.turn, seat })),
    ],
  };
}

/** The releases of earlier turns that the next printout prints, because the GM has decided so. */
export async function releasesToPrint(tx: Tx, game: WholeGame): Promise<PressRef[]> {
  const inForce = await releasesInForce(tx, game.id);
  return inForce
    .filter(({ printedTurn, decision }) => printedTurn === null && decision === 'print')
    .map((release) => refOf(game, release));
}

/** Stores the held releases of a turn that has been recorded, and marks the released ones as printed with it. */
export async function storeHeldPress(
  tx: Tx,
  game: WholeGame,
  attempt: number,
  press: PressReview,
): Promise<void> {
  const data = press.held.map(({ seat, text }) => ({
    ...{ gameId: game.id, turn: game.turn, attempt, text },
    seatId: game.seats.find((one) => one.identifier === seat)?.id as string,
  }));
  if (data.length > 0) await tx.heldPressRelease.createMany({ data });
  await markPrinted(tx, game, press.released, game.turn);
}

/** Stores the turn with which released texts were printed; null if it was rolled back. */
export async function markPrinted(
  tx: Tx,
  game: WholeGame,
  refs: readonly PressRef[],
  printedTurn: number | null,
): Promise<void> {
  if (refs.length === 0) return;
  const inForce = await releasesInForce(tx, game.id);
  const ids = refs.flatMap(({ turn, seat }) => {
    const seatId = game.seats.find((one) => one.identifier === seat)?.id;
    return inForce.filter((one) => one.turn === turn && one.seatId === seatId).map((one) => one.id);
  });
  await tx.heldPressRelease.updateMany({
    where: { id: { in: ids }, decision: 'print' },
    data: { printedTurn },
  });
}

/**
 * The GM decides on a held release: print it with the next printout, or withhold it and tell its author why. The
 * decision may be changed until the release is printed.
 * Problems: `unknown-game`, `not-gm`, those of `checkMayInspect`, `unknown-release`, `printed`, `unread` (the GM has not
 * read it), `no-printout` (the game has ended), `missing` or `too-long` (the reason for the author),
 * `too-much-mail`.
 */
export async function decideOnPress(
  ctx: AppContext,
  request: Pick<GmRequest, 'gameId' | 'by'> & {
    releaseId: string;
    /** The turn for which the release was written, as the page showed it. */
    turn: number;
    decision: 'print' | 'withhold';
    /** The reason for the author, if the release is withheld. */
    word: string;
  },
): Promise<Result<void>> {
  const { by, decision } = request;
  return inTransaction(ctx, async (tx) => {
    const found = await gmGame(tx, request);
    if (!found.ok) return found;
    const game = found.value;
    const allowed = await checkMayInspect(tx, game, by);
    if (!allowed.ok) return allowed;
    const decidable = await decidableRelease(tx, game, request);
    if (!decidable.ok) return decidable;
    const release = decidable.value;
    const reason = oneLine(request.word);
    if (decision === 'withhold' && reason === '') {
      return fail('word', 'missing', 'Tell the author why you withhold the press release.');
    }
    const tooLong = gmWordsProblems('word', reason);
    if (tooLong.length > 0) return { ok: false, problems: tooLong };
    const author = decision === 'withhold' ? await seatOfAuthor(tx, game, release) : null;
    if (author) {
      const allowed = await requestMail(tx, ctx, by, mailTo('notice', author.account, by));
      if (!allowed.ok) return allowed;
    }
    await tx.heldPressRelease.update({
      where: { id: release.id },
      data: { decision, decidedById: by, decidedAt: ctx.now() },
    });
    if (author) await notifySeat(tx, ctx, author, withheldNotice(game, release, reason));
    const seat = game.seats.find(({ id }) => id === release.seatId);
    const detail = `[${seat?.identifier}] turn ${release.turn}: ${decision}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by, type: 'pressDecided', detail });
    return ok(undefined);
  });
}

function refOf({ seats }: WholeGame, { turn, seatId }: HeldPressRelease): PressRef {
  return { turn, seat: seats.find(({ id }) => id === seatId)?.identifier ?? '' };
}

async function decidableRelease(
  tx: Tx,
  game: WholeGame,
  { releaseId, turn, decision }: { releaseId: string; turn: number; decision: 'print' | 'withhold' },
): Promise<Result<HeldPressRelease>> {
  const readings = await releasesWithReading(tx, game);
  const found = readings.find((one) => one.release.id === releaseId && one.release.turn === turn);
  if (!found) return fail('', 'unknown-release', 'This press release no longer exists.');
  const { release, isRead } = found;
  if (release.printedTurn !== null) {
    return fail('', 'printed', 'This press release has already been printed.');
  }
  if (!isRead) return fail('', 'unread', 'Read the press release before you decide on it.');
  if (decision === 'print' && game.status !== 'running') {
    return fail('', 'no-printout', 'The game has ended. There is no next printout for this press release.');
  }
  return ok(release);
}

function withheldNotice(game: WholeGame, release: HeldPressRelease, reason: string): Notice {
  return {
    subject: `your press release for turn ${release.turn} was withheld`,
    paragraphs: [
      `${game.gm.name} has withheld your press release for turn ${release.turn} of ${gameNumber(game)}: “${release.text}”`,
      ...otherTextsToo(game),
    ],
    ...gmWords(game, reason),
    confidential: true,
  };
}

/**
 * The press release of a sheet as it would be printed, and after it, separated by slashes, what else printouts quote of the
 * sheet; null if there is nothing, or the sheet is refused.
 */
function releaseOf(game: WholeGame, seat: SeatIdentifier, raw: unknown): string | null {
  const ruleset = rulesetOf(game);
  const form = ruleset.sheet(game.state, seat);
  if (!form || !fieldsOf(form).some((field) => field.kind === 'text' && field.name === 'press')) return null;
  const checked = ruleset.check(game.state, seat, raw);
  if (!checked.ok) return null;
  const { press } = checked.orders as { press?: unknown };
  const texts = [typeof press === 'string' ? press : '', ...(ruleset.quotedTexts?.(checked.orders) ?? [])];
  return texts.filter((text) => text !== '').join(' / ') || null;
}
