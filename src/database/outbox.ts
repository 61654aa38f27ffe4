// What is to happen outside the database is written into it, in the transaction of its cause: jobs and mails
// exist exactly if what they speak of does.
import { randomUUID } from 'node:crypto';
import type { Tx } from './client.ts';
import type { Account, Delivery, DeliveryKind } from './generated/client.ts';

export type { Tx } from './client.ts';

/** What each kind of job is told. */
export interface JobPayloads {
  /** Make one attempt to send a delivery. */
  deliver: { deliveryId: string };
  /** Have the computer opponents of a game send their sheets for a turn. */
  computerSheets: { gameId: string; turn: number };
  /** Process a turn. */
  process: { gameId: string; turn: number };
  /** Process a turn if it is still due at that moment (ISO 8601) and the grace period is over. */
  deadline: { gameId: string; turn: number; due: string };
  /** Remind those whose sheet for a turn is missing. */
  remind: { gameId: string; turn: number };
  /** Process a turn if the time for taking last words back still ends at that moment (ISO 8601). */
  processEarly: { gameId: string; turn: number; at: string };
}

/** The kinds of jobs. */
export type JobName = keyof JobPayloads;

/** When a job begins, and how often. */
export interface JobOptions {
  /** Not before this moment; at once unless told. */
  runAt?: Date;
  /** Not before so many milliseconds have passed by the database's own clock; in place of `runAt`. */
  wait?: number;
  /** Of the waiting jobs with one key only the latest is kept. */
  jobKey?: string;
  /** How often a job that throws is tried; 25 times, further and further apart, unless told. */
  maxAttempts?: number;
}

/** Writes a job that begins when the transaction commits, and never if it does not. */
export async function enqueueJob<Name extends JobName>(
  tx: Tx,
  name: Name,
  payload: JobPayloads[Name],
  options: JobOptions = {},
): Promise<void> {
  const { runAt = null, wait = null, jobKey = null, maxAttempts = null } = options;
  await tx.$executeRaw`select graphile_worker.add_job(
    identifier => ${name}::text,
    payload => ${JSON.stringify(payload)}::json,
    run_at => coalesce(${runAt}::timestamptz, now() + ${wait}::float8 * interval '1 millisecond'),
    job_key => ${jobKey}::text,
    max_attempts => ${maxAttempts}::int
  )`;
}

/** Takes back the waiting job of a key, if there is one. */
export async function dropJob(tx: Tx, jobKey: string): Promise<void> {
  await tx.$executeRaw`select graphile_worker.remove_job(${jobKey}::text)`;
}

/** To whom a mail goes: an account, or a name and address. */
export type Addressee =
  | { account: Pick<Account, 'id' | 'name' | 'email'> }
  | { account?: undefined; address: string; name: string };

/** A mail to be sent: of what kind, to whom, and of what it speaks. */
export type DeliveryDraft = Addressee & {
  kind: DeliveryKind;
  gameId?: string | null;
  seatId?: string | null;
  printoutId?: string | null;
  sheetId?: string | null;
  letterCopyId?: string | null;
  /** What the mail needs besides; a secret in it (a sign-in link's token) is taken out once it is sent. */
  detail?: Record<string, unknown>;
};

/** What a delivery needs besides what it says. */
export interface DeliveryContext {
  now: () => Date;
  /** The right side of Message-IDs: `games.example.org`. */
  mailDomain: string;
}

/** The key of the one waiting job of a delivery. */
export function deliveryJobKey(deliveryId: string): string {
  return `deliver:${deliveryId}`;
}

/** Writes a delivery, its Message-ID fixed for good, and the job that sends it. */
export async function enqueueDelivery(tx: Tx, draft: DeliveryDraft, ctx: DeliveryContext): Promise<Delivery> {
  const { kind, gameId, seatId, printoutId, sheetId, letterCopyId, detail } = draft;
  const id = randomUUID();
  const now = ctx.now();
  const to = draft.account
    ? { accountId: draft.account.id, toAddress: draft.account.email, toName: draft.account.name }
    : { toAddress: draft.address, toName: draft.name };
  const about = { gameId, seatId, printoutId, sheetId, letterCopyId };
  const delivery = await tx.delivery.create({
    data: {
      id,
      kind,
      ...to,
      ...about,
      detail: detail ?? {},
      messageId: `<${id}@${ctx.mailDomain}>`,
      createdAt: now,
      nextAttempt: now,
    },
  });
  await enqueueJob(tx, 'deliver', { deliveryId: id }, { jobKey: deliveryJobKey(id) });
  return delivery;
}
