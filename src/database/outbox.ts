// Jobs and mails are written in the transaction of their cause, so that they exist exactly if it was committed.
import { randomUUID } from 'node:crypto';
import type { Tx } from './client.ts';
import type { Account, Delivery, DeliveryKind } from './generated/client.ts';

export type { Tx } from './client.ts';

/** The keyed hashes of the networks of a request. Jobs of older versions have none. */
interface RequestNetworks {
  /** The IPv4 address or IPv6 /64 network. */
  network?: string | undefined;
  /** The IPv4 address or IPv6 /48 network. */
  wideNetwork?: string | undefined;
}

/** The payload of each kind of job. */
export interface JobPayloads {
  /** Make the first attempt to send a delivery. */
  deliver: { deliveryId: string };
  /** Make a later attempt to send a delivery. */
  deliverAgain: { deliveryId: string };
  /** Let the computer candidates of a game send their sheets for a turn. */
  computerSheets: { gameId: string; turn: number };
  /** Process a turn. */
  process: { gameId: string; turn: number };
  /** Process a turn if it is still due at that moment (ISO 8601) and the grace period is over. */
  deadline: { gameId: string; turn: number; due: string };
  /** Remind those whose sheet for a turn is missing. */
  remind: { gameId: string; turn: number };
  /** Process a turn if its early processing is still due at that moment (ISO 8601). */
  processEarly: { gameId: string; turn: number; at: string };
  /** Make a backup and delete what is no longer needed. */
  nightly: Record<string, never>;
  /** Mail a sign-in link to an account, if there is one with this number or address. */
  requestedLink: { account: number | string; next: string; minutes: number } & RequestNetworks;
  /** Mail a sign-up link, or a sign-in link if the address has an account. */
  requestedSignUp: {
    name: string;
    email: string;
    next: string;
    minutes: number;
  } & RequestNetworks;
  /** Mail a link to the new address that an account wants, unless another account has it. */
  requestedAddress: { accountId: number; email: string } & Pick<RequestNetworks, 'wideNetwork'>;
  /** Mail an account the notices that wait for its daily digest. */
  digest: { accountId: number };
  /** Make an attempt to send an event to a webhook. */
  callWebhook: { callId: string };
  /** Put off the dates that passed during a downtime (ISO 8601). */
  putOffDates: { from: string; until: string };
}

/** The kinds of jobs. */
export type JobName = keyof JobPayloads;

/** When a job starts, and how often it is tried. */
export interface JobOptions {
  /** Not before this moment; at once by default. */
  runAt?: Date;
  /** Not before so many milliseconds have passed by the database's own clock; instead of `runAt`. */
  wait?: number;
  /** Of several waiting jobs with the same key only the latest is kept. */
  jobKey?: string;
  /** How often a job that throws is tried; by default until it succeeds, at intervals of up to a minute. */
  maxAttempts?: number;
}

/** Writes a job that starts after the transaction has committed, and never if it does not. */
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

/** Removes the waiting job of a key, if there is one. */
export async function dropJob(tx: Tx, jobKey: string): Promise<void> {
  await tx.$executeRaw`select graphile_worker.remove_job(${jobKey}::text)`;
}

/** Who gets a mail: an account, or a name and address. */
export type Addressee =
  | { account: Pick<Account, 'id' | 'name' | 'email'> }
  | { account?: undefined; address: string; name: string };

/** A mail to be sent: its kind, its recipient, and the rows that it is about. */
export type DeliveryDraft = Addressee & {
  kind: DeliveryKind;
  gameId?: string | null;
  seatId?: string | null;
  printoutId?: string | null;
  sheetId?: string | null;
  letterCopyId?: string | null;
  gmMessageId?: string | null;
  /** What else the mail needs; a secret in it (a sign-in link's token) is erased once the mail has been sent. */
  detail?: Record<string, unknown>;
  /**
   * The left side of the Message-ID, for a mail that may be written again after a backup was restored: mail programs show
   * two mails with the same id once. Ignored if there is such a mail already, which was sent again on purpose.
   */
  messageName?: string;
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

/** Writes several deliveries and the jobs that send them, as `enqueueDelivery` does, in few statements. */
export async function enqueueDeliveries(
  tx: Tx,
  drafts: readonly DeliveryDraft[],
  ctx: DeliveryContext,
): Promise<void> {
  if (drafts.length === 0) return;
  const named = drafts.map((draft) => ({ draft, id: randomUUID() }));
  const wanted = named.map(({ draft, id }) => messageIdOf(draft.messageName ?? id, ctx));
  const existing = await tx.delivery.findMany({
    where: { messageId: { in: wanted } },
    select: { messageId: true },
  });
  const taken = new Set(existing.map(({ messageId }) => messageId));
  const data = named.map(({ draft, id }, i) => {
    const messageId = wanted[i] as string;
    return deliveryRow(
      draft,
      { id, messageId: taken.has(messageId) ? messageIdOf(randomUUID(), ctx) : messageId },
      ctx,
    );
  });
  await tx.delivery.createMany({ data });
  const jobs = named.map(({ id }) => ({
    identifier: 'deliver' satisfies JobName,
    payload: { deliveryId: id } satisfies JobPayloads['deliver'],
    job_key: deliveryJobKey(id),
  }));
  await tx.$executeRaw`select graphile_worker.add_jobs(array(
    select json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(jobs)}::json)
  ))`;
}

/** Writes a delivery with its final Message-ID, and the job that sends it. */
export async function enqueueDelivery(tx: Tx, draft: DeliveryDraft, ctx: DeliveryContext): Promise<Delivery> {
  const id = randomUUID();
  const messageId = await newMessageId(tx, draft.messageName ?? id, ctx);
  const delivery = await tx.delivery.create({ data: deliveryRow(draft, { id, messageId }, ctx) });
  await enqueueJob(tx, 'deliver', { deliveryId: id }, { jobKey: deliveryJobKey(id) });
  return delivery;
}

/**
 * The ids of a delivery, and the job that sends it, for a statement that writes both together with other rows. Its mail is
 * never written again after a backup was restored (see `messageName`).
 */
export function newDelivery({ mailDomain }: Pick<DeliveryContext, 'mailDomain'>) {
  const id = randomUUID();
  const payload = JSON.stringify({ deliveryId: id } satisfies JobPayloads['deliver']);
  return { id, messageId: messageIdOf(id, { mailDomain }), job: { payload, key: deliveryJobKey(id) } };
}

function deliveryRow(
  draft: DeliveryDraft,
  names: { id: string; messageId: string },
  { now }: DeliveryContext,
) {
  const { kind, gameId, seatId, printoutId, sheetId, letterCopyId, gmMessageId, detail } = draft;
  const to = draft.account
    ? { accountId: draft.account.id, toAddress: draft.account.email, toName: draft.account.name }
    : { toAddress: draft.address, toName: draft.name };
  const about = { gameId, seatId, printoutId, sheetId, letterCopyId, gmMessageId };
  const at = now();
  return { ...names, kind, ...to, ...about, detail: detail ?? {}, createdAt: at, nextAttempt: at };
}

async function newMessageId(tx: Tx, name: string, ctx: DeliveryContext): Promise<string> {
  const messageId = messageIdOf(name, ctx);
  const existing = await tx.delivery.findUnique({ where: { messageId }, select: { id: true } });
  return existing === null ? messageId : messageIdOf(randomUUID(), ctx);
}

function messageIdOf(name: string, { mailDomain }: Pick<DeliveryContext, 'mailDomain'>): string {
  return `<${name}@${mailDomain}>`;
}
