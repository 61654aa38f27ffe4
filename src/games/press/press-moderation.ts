import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { HeldPressRelease } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { PressRef, Ruleset, SeatIdentifier } from '../../rules/ruleset.ts';
import { fieldsOf } from '../../rules/sheet.ts';
import { oneLine } from '../../text/typed-text.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import { inTransaction, NOT_ROLLED_BACK, type WholeGame } from '../game/game-store.ts';
import { type GmRequest, gmGame } from '../game/gm-access.ts';
import { notifySeat } from '../notices/notices.ts';

/** What a turn's printouts do about press releases, and what is to be kept of it. */
export interface PressReview {
  /** Releases of this and earlier turns that are not printed. */
  withheld: PressRef[];
  /** Releases of earlier turns that are printed now. */
  released: PressRef[];
  /** Those of this turn that the GM has to decide on. */
  held: { seat: SeatIdentifier; text: string }[];
}

const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

/** Does a text hold an obscenity, spelled as people spell it who want to get around such a list? */
export function isObscene(text: string): boolean {
  return matcher.hasMatch(text);
}

/** Judges the releases of the open turn of a locked game, and finds the earlier ones that the GM lets be printed. */
export async function reviewPress(
  tx: Tx,
  game: WholeGame,
  ruleset: Ruleset,
  sheets: Readonly<Record<SeatIdentifier, unknown>>,
): Promise<PressReview> {
  const held = Object.entries(sheets).flatMap(([seat, raw]) => {
    const text = releaseOf(ruleset, game.state, seat, raw);
    return text !== null && isObscene(text) ? [{ seat, text }] : [];
  });
  const waiting = (await releasesInForce(tx, game.id)).filter((release) => release.printedTurn === null);
  const refOf = (release: HeldPressRelease): PressRef => ({
    turn: release.turn,
    seat: game.seats.find((seat) => seat.id === release.seatId)?.identifier ?? '',
  });
  return {
    held,
    released: waiting.filter(({ decision }) => decision === 'print').map(refOf),
    withheld: [
      ...waiting.filter(({ decision }) => decision !== 'print').map(refOf),
      ...held.map(({ seat }) => ({ turn: game.turn, seat })),
    ],
  };
}

/** Keeps what was judged, once the turn is written as its `attempt`. */
export async function storeHeldPress(
  tx: Tx,
  game: WholeGame,
  attempt: number,
  press: PressReview,
): Promise<void> {
  await tx.heldPressRelease.createMany({
    data: press.held.map(({ seat, text }) => ({
      ...{ gameId: game.id, turn: game.turn, attempt, text },
      seatId: game.seats.find((one) => one.identifier === seat)?.id as string,
    })),
  });
  await markPrinted(tx, game, press.released, game.turn);
}

/** Notes after which turn released texts were printed; null takes it back. */
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

/** The held releases of a game whose turn has not been rolled back, by turn. */
export async function releasesInForce(tx: Tx, gameId: string): Promise<HeldPressRelease[]> {
  const releases = await tx.heldPressRelease.findMany({
    where: { gameId },
    orderBy: [{ turn: 'asc' }, { id: 'asc' }],
  });
  if (releases.length === 0) return [];
  const turns = await tx.turn.findMany({
    where: { gameId, ...NOT_ROLLED_BACK },
    select: { turn: true, attempt: true },
  });
  const attemptOf = new Map(turns.map(({ turn, attempt }) => [turn, attempt]));
  return releases.filter((release) => attemptOf.get(release.turn) === release.attempt);
}

/**
 * The GM's word on a release that is held: print it with the next printout, or withhold it and tell its author
 * why. May be changed until it is printed.
 * Problems: `unknown-game`, `not-gm`, `unknown-release`, `printed`, `no-printout` (the game has ended), `missing`
 * (a word to the author).
 */
export async function decideOnPress(
  ctx: AppContext,
  wanted: Pick<GmRequest, 'gameId' | 'by'> & {
    releaseId: string;
    /** The turn that the release was written for, as the page showed it. */
    turn: number;
    decision: 'print' | 'withhold';
    word: string;
  },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await gmGame(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    const releases = await releasesInForce(tx, game.id);
    const release = releases.find((one) => one.id === wanted.releaseId && one.turn === wanted.turn);
    if (!release) return fail('', 'unknown-release', 'There is no such press release (any more).');
    if (release.printedTurn !== null) return fail('', 'printed', 'This press release has been printed.');
    if (wanted.decision === 'print' && game.status !== 'running') {
      return fail('', 'no-printout', 'There is no printout to come with which it could be printed.');
    }
    const word = oneLine(wanted.word);
    if (wanted.decision === 'withhold' && word === '') {
      return fail('word', 'missing', 'Give its author a word: why is it not printed?');
    }
    const { decision } = wanted;
    await tx.heldPressRelease.update({
      where: { id: release.id },
      data: { decision, decidedById: wanted.by, decidedAt: ctx.now() },
    });
    const seat = game.seats.find((one) => one.id === release.seatId);
    if (seat && decision === 'withhold') {
      await notifySeat(tx, ctx, game, seat, {
        subject: `your press release of turn ${release.turn} is not printed`,
        paragraphs: [
          `Your press release for turn ${release.turn} of ${gameNumber(game)} is not printed: “${release.text}”`,
          `${game.gm.name} writes: ${word}`,
        ],
      });
    }
    const detail = `[${seat?.identifier}] turn ${release.turn}: ${decision}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'pressDecided', detail });
    return ok(undefined);
  });
}

/** The press release of a sheet as it would be printed; null where there is none, or the sheet is refused. */
function releaseOf(ruleset: Ruleset, state: unknown, seat: SeatIdentifier, raw: unknown): string | null {
  const form = ruleset.sheet(state, seat);
  if (!form || !fieldsOf(form).some((field) => field.kind === 'text' && field.name === 'press')) return null;
  const checked = ruleset.check(state, seat, raw);
  if (!checked.ok) return null;
  const { press } = checked.orders as { press?: unknown };
  return typeof press === 'string' && press !== '' ? press : null;
}
