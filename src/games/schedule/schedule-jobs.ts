import { REMIND_HOURS } from '../../accounts/account-details.ts';
import type { Tx } from '../../database/client.ts';
import type { House } from '../../context.ts';
import { dropJob, enqueueJob } from '../../database/outbox.ts';
import type { WholeGame } from '../game/game-store.ts';
import { graceEnd } from './schedule.ts';

/* The jobs of a game that wait for its dates: of each kind one at most, and a job that comes too late or too soon
finds that out by itself. */

/** What of a game its dates are made of. */
export type Dated = Pick<
  WholeGame,
  'id' | 'turn' | 'status' | 'due' | 'automatic' | 'graceHours' | 'pausedAt' | 'closingAt'
>;

const HOUR = 3_600_000;

/** Hours before a due date for the last call, where the turn is processed as soon as the date has come. */
const LAST_CALL_HOURS = 3;

/** The waiting jobs of a locked game, made to fit its dates. To be called whenever one of them changes. */
export async function planCalendar(tx: Tx, house: House, gameId: string): Promise<void> {
  const game = await tx.game.findUniqueOrThrow({ where: { id: gameId }, omit: { state: true, setup: true } });
  await planDeadline(tx, game);
  await planClosing(tx, game);
  await planReminder(tx, house, game);
}

/** When the server processes the open turn by itself; null if it does not. */
export function processedAt(game: Dated): Date | null {
  const waits = game.status === 'running' && game.automatic && game.pausedAt === null;
  return waits && game.due !== null ? graceEnd(game.due, game) : null;
}

/**
 * When those whose sheet is still missing are called for the last time: at the due date, where their sheets are taken
 * for a while after it, and else a few hours before.
 */
export function lastCallAt(game: Dated & { due: Date }): Date {
  const atOnce = game.automatic && game.graceHours === 0;
  return new Date(game.due.getTime() - (atOnce ? LAST_CALL_HOURS * HOUR : 0));
}

async function planDeadline(tx: Tx, game: Dated): Promise<void> {
  const runAt = processedAt(game);
  const jobKey = `deadline:${game.id}`;
  if (runAt === null || game.due === null) return dropJob(tx, jobKey);
  const payload = { gameId: game.id, turn: game.turn, due: game.due.toISOString() };
  await enqueueJob(tx, 'deadline', payload, { runAt, jobKey });
}

async function planClosing(tx: Tx, game: Dated): Promise<void> {
  const jobKey = `close:${game.id}`;
  if (game.closingAt === null || game.status !== 'running') return dropJob(tx, jobKey);
  const payload = { gameId: game.id, turn: game.turn, at: game.closingAt.toISOString() };
  await enqueueJob(tx, 'close', payload, { runAt: game.closingAt, jobKey });
}

/** The next look for players to be reminded. */
export async function planReminder(tx: Tx, house: House, game: Dated): Promise<void> {
  const jobKey = `remind:${game.id}`;
  const now = house.now().getTime();
  const { due } = game;
  if (due === null || game.status !== 'running' || game.pausedAt !== null) return dropJob(tx, jobKey);
  const reminders = REMIND_HOURS.map((hours) => due.getTime() - hours * HOUR);
  const looks = [...reminders, lastCallAt({ ...game, due }).getTime()].filter((moment) => moment > now);
  if (looks.length === 0) return dropJob(tx, jobKey);
  const next = Math.min(...looks);
  const wait = Math.max(next - now, 1_000);
  await enqueueJob(tx, 'remind', { gameId: game.id, turn: game.turn }, { wait, jobKey });
}

/** The deadline's job came too soon by the house's clock: it waits for the rest, and a second at least. */
export async function waitForDeadline(tx: Tx, game: Dated, milliseconds: number): Promise<void> {
  if (game.due === null) return;
  const payload = { gameId: game.id, turn: game.turn, due: game.due.toISOString() };
  const wait = Math.max(milliseconds, 1_000);
  await enqueueJob(tx, 'deadline', payload, { wait, jobKey: `deadline:${game.id}` });
}

/** The same for the end of the time in which last words may be taken back. */
export async function waitForClosing(tx: Tx, game: Dated, milliseconds: number): Promise<void> {
  if (game.closingAt === null) return;
  const payload = { gameId: game.id, turn: game.turn, at: game.closingAt.toISOString() };
  const wait = Math.max(milliseconds, 1_000);
  await enqueueJob(tx, 'close', payload, { wait, jobKey: `close:${game.id}` });
}
