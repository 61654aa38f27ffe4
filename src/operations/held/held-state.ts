import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { HeldReason } from '../../database/generated/client.ts';
import { databaseNow } from '../downtime/record-downtime.ts';

/*
 * While a server is held, no turn is processed and no mail is sent, until the operator decides how to go on. This is
 * stored in the database, so that it applies to all processes and survives a restart.
 */

/** Why and since when a server is held. */
export interface HeldState {
  since: Date;
  reason: HeldReason;
  /** When a server could last take sheets, as far as this database knows; null if that was never. */
  seenAt: Date | null;
}

/** Since when no sheets are taken, as far as this database knows. */
export function downSince({ seenAt, since }: HeldState): Date {
  return seenAt ?? since;
}

/** Follows whether the server is held. */
export interface HeldWatch {
  /** What was found last; null if the server is not held. */
  held(): HeldState | null;
  /**
   * Calls a function once the server is no longer held; at once if it is not. If the function throws, this is logged, and
   * it is called again a little later.
   */
  onReleased(listener: () => Promise<void>): Promise<void>;
  /** Looks now. */
  check(): Promise<void>;
  /** Stops. Safe to call twice. */
  close(): Promise<void>;
}

/** Milliseconds between two looks at the database. */
const INTERVAL = 3_000;

/** Why the server is held; null if it is not. */
export async function readHeld(
  ctx: Pick<AppContext, 'db'>,
  tx: Tx = ctx.db.prisma,
): Promise<HeldState | null> {
  const state = await tx.serverState.findUnique({ where: { id: 1 } });
  if (!state?.heldAt || !state.heldReason) return null;
  return { since: state.heldAt, reason: state.heldReason, seenAt: state.seenAt };
}

/** Holds the server. If it is held already, the first reason stays. */
export async function holdServer(ctx: Pick<AppContext, 'db'>, reason: HeldReason): Promise<void> {
  const { prisma } = ctx.db;
  const data = { heldAt: await databaseNow(prisma), heldReason: reason };
  await prisma.serverState.updateMany({ where: { id: 1, heldAt: null }, data });
}

/**
 * Starts following whether the server is held.
 * @param interval milliseconds between two looks; for tests
 */
export async function watchHeld(ctx: AppContext, interval = INTERVAL): Promise<HeldWatch> {
  let latest = await readHeld(ctx);
  let waiting: (() => Promise<void>)[] = [];
  let running: Promise<void> | null = null;

  async function look(): Promise<void> {
    latest = await readHeld(ctx);
    if (latest !== null) return;
    const due = waiting;
    waiting = [];
    for (const listener of due) {
      try {
        await listener();
      } catch (error) {
        ctx.log.error({ err: error }, 'the server is released, but a part of it could not start');
        waiting.push(listener);
      }
    }
  }
  const check = () => {
    running ??= look().finally(() => {
      running = null;
    });
    return running;
  };
  const timer = setInterval(() => {
    // The health check of the database reports why.
    check().catch((error: unknown) => ctx.log.debug({ err: error }, 'could not see if the server is held'));
  }, interval);
  timer.unref();
  return {
    held: () => latest,
    async onReleased(listener) {
      if (latest === null) await listener();
      else waiting.push(listener);
    },
    check,
    async close() {
      clearInterval(timer);
      await running?.catch(() => {});
    },
  };
}
