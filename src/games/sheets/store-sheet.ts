import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { type Channel, Prisma, type Sheet } from '../../database/generated/client.ts';
import type { Dropped } from '../../database/json-types.ts';
import { storedJson } from '../../database/stored-json.ts';
import type { Checked } from '../../rules/ruleset.ts';
import type { Advice, Problem } from '../../rules/sheet.ts';
import { logGameEvent } from '../game/game-log.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { validateSheet } from './validate-sheet.ts';

/** A new version of a sheet. */
export interface NewVersion {
  game: WholeGame;
  seat: WholeSeat;
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
  /** The hashes of a request that a program may repeat. */
  request?: { key: string; hash: string };
}

/** A version as it was stored: standing, or refused. */
export type StoredSheet =
  | { kind: 'standing'; sheet: Sheet; advice: Advice[] }
  /** Stored, but not played. `standingVersion` is the version that is still standing; null if there is none. */
  | { kind: 'refused'; sheet: Sheet; problems: Problem[]; standingVersion: number | null };

/**
 * Validates a sheet for the open turn of a locked game and stores it as the next version. A good version supersedes the
 * one that was standing; a refused version changes nothing.
 */
export async function storeSheet(tx: Tx, ctx: AppContext, version: NewVersion): Promise<StoredSheet> {
  const { game, seat, channel, sentById } = version;
  const { raw, checked } = validateSheet(game, seat, version);
  const key = { seatId: seat.id, turn: game.turn };
  const earlier = await tx.sheet.findMany({ where: key, select: { version: true, outcome: true } });
  if (checked.ok) {
    await tx.sheet.updateMany({ where: { ...key, outcome: 'standing' }, data: { outcome: 'superseded' } });
  }
  const sheet = await tx.sheet.create({
    data: {
      ...key,
      gameId: game.id,
      version: 1 + Math.max(0, ...earlier.map((one) => one.version)),
      channel,
      receivedAt: ctx.now(),
      raw: json(raw),
      sentById,
      ...(version.request && { requestKey: version.request.key, requestHash: version.request.hash }),
      final: checked.ok && version.final === true,
      ...validationColumns(checked),
    },
  });
  const detail = `[${seat.identifier}] turn ${game.turn}, version ${sheet.version}, ${CHANNEL_WORDS[channel]}: ${checked.ok ? 'accepted' : 'refused'}`;
  await logGameEvent(tx, ctx, { gameId: game.id, by: sentById, type: 'sheetReceived', detail });
  if (checked.ok) return { kind: 'standing', sheet, advice: checked.advice };
  const standingVersion = earlier.find(({ outcome }) => outcome === 'standing')?.version ?? null;
  return { kind: 'refused', sheet, problems: checked.problems, standingVersion };
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

function validationColumns(checked: Checked<unknown>) {
  return checked.ok
    ? { outcome: 'standing' as const, orders: json(checked.orders), advice: checked.advice }
    : { outcome: 'refused' as const, problems: checked.problems };
}

/** A JSON null is a value here. Prisma would read a plain null as SQL's NULL. */
function json(value: unknown): unknown {
  return value === null || value === undefined ? Prisma.JsonNull : storedJson(value);
}
