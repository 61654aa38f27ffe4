import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { HeldReason, ServerState } from '../../database/generated/client.ts';
import { databaseNow } from '../downtime/record-downtime.ts';
import { createDatabaseMemory, type DatabaseMemory, holdOlderDatabase } from './database-memory.ts';
import { createParts, type StopPart } from './parts.ts';

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

/** Since when no sheets are taken, as far as this database knows. A last sign from the future was given by a wrong clock. */
export function downSince({ seenAt, since }: HeldState): Date {
  return seenAt !== null && seenAt < since ? seenAt : since;
}

/** Follows whether the server is held. */
export interface HeldWatch {
  /** What was found last; null if the server is not held. */
  held(): HeldState | null;
  /**
   * Starts a part of the server whenever the server is not held, at once if that is so now, and stops it whenever the server
   * is held. If it cannot start later, this is logged, and it is tried again.
   * @throws if it cannot start now
   */
  whileReleased(start: () => Promise<StopPart>): Promise<void>;
  /** Looks now, and starts or stops the parts. */
  check(): Promise<void>;
  /** Asks the database whether the server is held at this moment. Parts are started and stopped a little later. */
  isHeldNow(): Promise<boolean>;
  /** Stops looking, and all parts, the last one first. Safe to call twice. */
  close(): Promise<void>;
}

/** How the server is watched. */
export interface HeldWatchOptions {
  /** What the process remembers of the database; nothing by default. */
  memory?: DatabaseMemory;
  /** Milliseconds between two looks; for tests. */
  interval?: number;
}

/** Milliseconds between two looks at the database. */
const INTERVAL = 3_000;

/** Why the server is held; null if it is not. */
export async function readHeld(
  ctx: Pick<AppContext, 'db'>,
  tx: Tx = ctx.db.prisma,
): Promise<HeldState | null> {
  const state = await tx.serverState.findUnique({ where: { id: 1 } });
  return state === null ? null : heldStateOf(state);
}

function heldStateOf({ heldAt, heldReason, seenAt }: ServerState): HeldState | null {
  return heldAt === null || heldReason === null ? null : { since: heldAt, reason: heldReason, seenAt };
}

/** Holds the server. If it is held already, the first reason stays. */
export async function holdServer(ctx: Pick<AppContext, 'db'>, reason: HeldReason): Promise<void> {
  const { prisma } = ctx.db;
  const data = { heldAt: await databaseNow(prisma), heldReason: reason };
  await prisma.serverState.updateMany({ where: { id: 1, heldAt: null }, data });
}

/** Why the server is held; null if it is not. Holds it if the database is older than what the process remembers. */
export async function lookIfHeld(
  ctx: Pick<AppContext, 'db' | 'log'>,
  memory: DatabaseMemory,
): Promise<HeldState | null> {
  const { prisma } = ctx.db;
  const read = () => prisma.serverState.findUniqueOrThrow({ where: { id: 1 } });
  let state = await read();
  const missing = memory.missingIn(state);
  if (missing !== null) {
    await holdOlderDatabase(ctx, prisma, missing);
    state = await read();
  }
  memory.remember(state);
  return heldStateOf(state);
}

/** Starts following whether the server is held. */
export async function watchHeld(ctx: AppContext, options: HeldWatchOptions = {}): Promise<HeldWatch> {
  const { memory = createDatabaseMemory(), interval = INTERVAL } = options;
  const parts = createParts(ctx);
  let latest = await lookIfHeld(ctx, memory);
  let reading: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  let closed = false;

  async function read(): Promise<void> {
    latest = await lookIfHeld(ctx, memory);
  }

  /** Stopping takes as long as the jobs that run. What has changed meanwhile is followed afterward. */
  async function followUntilCurrent(): Promise<void> {
    let followed: boolean;
    do {
      followed = latest === null;
      await (followed ? parts.start() : parts.stop());
    } while (!closed && followed !== (latest === null));
  }
  async function check(): Promise<void> {
    reading ??= read().finally(() => {
      reading = null;
    });
    await reading;
    if (closed) return;
    following ??= followUntilCurrent().finally(() => {
      following = null;
    });
    await following;
  }
  const timer = setInterval(() => {
    // The health check of the database reports why.
    check().catch((error: unknown) => ctx.log.debug({ err: error }, 'could not see if the server is held'));
  }, interval);
  timer.unref();
  return {
    held: () => latest,
    whileReleased: (start) => parts.add(start, latest === null),
    check,
    async isHeldNow() {
      const held = await lookIfHeld(ctx, memory);
      if (held !== null) latest = held;
      return held !== null;
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await following?.catch(() => {});
      await parts.stop();
    },
  };
}
