import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Channel, Sheet } from '../../database/generated/client.ts';
import type { Dropped } from '../../database/json-types.ts';
import { newId } from '../../database/new-id.ts';
import type { Checked } from '../../rules/ruleset.ts';
import type { Advice, Problem } from '../../rules/sheet.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { validateSheet } from './validate-sheet.ts';
import { type SheetToWrite, writeSheet } from './write-sheet.ts';

/** A new version of a sheet. */
export interface NewVersion {
  game: Pick<WholeGame, 'id' | 'turn' | 'ruleset' | 'rulesetVersion' | 'state'>;
  seat: Pick<WholeSeat, 'id' | 'identifier'>;
  raw: unknown;
  channel: Channel;
  /** Null for the computer's sheets. */
  sentById: number | null;
  /** Whether its player has marked it as final. Ignored if the sheet is refused. */
  final?: boolean;
  /** What was dropped when the orders were pruned; stored with the advice. */
  dropped?: readonly Dropped[];
  /** What could not be read; the sheet is refused for it. */
  problems?: readonly Problem[];
  /** Lines that were not taken for a part of the sheet; stored with the advice. */
  ignored?: readonly string[];
  /** What it lacks of the version before, in words; stored with the advice. */
  gone?: readonly string[];
  /** When its orders were sent; missing if it did not come by mail. */
  sentAt?: Date;
  /** When the mail was sent that marks orders as final that came before; missing for all others. */
  markedAt?: Date;
  /** The hashes of a request that a program may repeat. */
  request?: { key: string; hash: string };
}

/** A version as it was stored: standing, or refused. */
export type StoredSheet =
  | { kind: 'standing'; sheet: Sheet; advice: Advice[] }
  /** Stored, but not played. `standingVersion` is the version that is still standing; null if there is none. */
  | { kind: 'refused'; sheet: Sheet; problems: Problem[]; standingVersion: number | null };

/** The versions that there are already of a seat's sheet for the open turn. */
export interface EarlierVersions {
  /** 0 if there is none. */
  lastVersion: number;
  standingVersion: number | null;
}

/**
 * Validates a sheet for the open turn of a locked game and stores it as the next version. A good version supersedes the
 * one that was standing; a refused version changes nothing.
 */
export async function storeSheet(tx: Tx, ctx: AppContext, version: NewVersion): Promise<StoredSheet> {
  const where = { seatId: version.seat.id, turn: version.game.turn };
  const versions = await tx.sheet.findMany({ where, select: { version: true, outcome: true } });
  return storeNextVersion(tx, ctx, version, {
    lastVersion: Math.max(0, ...versions.map((one) => one.version)),
    standingVersion: versions.find(({ outcome }) => outcome === 'standing')?.version ?? null,
  });
}

/**
 * The same, if the caller has read which versions there are.
 * @param receipt who gets the receipt by mail; null if no one does
 */
export async function storeNextVersion(
  tx: Tx,
  ctx: AppContext,
  version: NewVersion,
  { lastVersion, standingVersion }: EarlierVersions,
  receipt: SheetToWrite['receipt'] = null,
): Promise<StoredSheet> {
  const { game, seat, channel, sentById } = version;
  const { raw, checked, unread } = validateSheet(game, seat, version);
  const sheet: Sheet = {
    ...{ id: newId(), gameId: game.id, seatId: seat.id, turn: game.turn, version: lastVersion + 1 },
    ...{ channel, receivedAt: ctx.now(), raw: raw ?? null, unread, sentById },
    sentAt: version.sentAt ?? null,
    markedAt: version.markedAt ?? null,
    requestKey: version.request?.key ?? null,
    requestHash: version.request?.hash ?? null,
    final: checked.ok && version.final === true,
    ...validationColumns(checked),
  };
  const detail = `[${seat.identifier}] turn ${game.turn}, version ${sheet.version}, ${CHANNEL_WORDS[channel]}: ${checked.ok ? 'accepted' : 'refused'}`;
  await writeSheet(tx, ctx, { sheet, detail, receipt });
  return checked.ok
    ? { kind: 'standing', sheet, advice: checked.advice }
    : { kind: 'refused', sheet, problems: checked.problems, standingVersion };
}

/** How a sheet came, in the words of the log. */
const CHANNEL_WORDS: Record<Channel, string> = {
  web: 'web page',
  api: 'API',
  mail: 'e-mail',
  pdf: 'PDF form',
  post: 'on paper',
  opponent: 'computer',
  advance: 'advance orders',
  standing: 'standing orders',
};

function validationColumns(
  checked: Checked<unknown>,
): Pick<Sheet, 'outcome' | 'orders' | 'problems' | 'advice'> {
  return checked.ok
    ? { outcome: 'standing', orders: checked.orders, problems: [], advice: checked.advice }
    : { outcome: 'refused', orders: null, problems: checked.problems, advice: [] };
}
