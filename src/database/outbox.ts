// Jobs and mails are written in the transaction of their cause, so that they exist exactly if it was committed.
import { randomUUID } from 'node:crypto';
import type { Tx } from './client.ts';
import type { Account, Delivery, DeliveryKind } from './generated/client.ts';
import { statement } from './sql.ts';
import { readableJson } from './stored-json.ts';

export type { Tx } from './client.ts';

/** The keyed hashes of the networks of a request. Jobs of older versions have none. */
interface RequestNetworks {
  /** The IPv4 address or IPv6 /64 network. */
  network?: string | undefined;
  /** The IPv4 address or IPv6 /48 network. */
  wideNetwork?: string | undefined;
  /** The block that the wide network is in: the IPv4 /24 or IPv6 /32. */
  block?: string | undefined;
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
  requestedLink: {
    account: number | string;
    next: string;
    minutes: number;
    /** Missing in jobs of earlier versions: false. */
    onlyIfKnown?: boolean | undefined;
    /** Missing in jobs of earlier versions: false. */
    isInvited?: boolean | undefined;
    /** Missing in jobs of earlier versions: false. */
    isConfirmation?: boolean | undefined;
    /** What stands for an account in the browser (`browserOf`). Missing if it is not known, and in jobs of earlier versions. */
    browser?: string | undefined;
  } & RequestNetworks;
  /** Mail a sign-up link, or a sign-in link if the address has an account. */
  requestedSignUp: {
    name: string;
    email: string;
    next: string;
    minutes: number;
  } & RequestNetworks;
  /** Mail a link to the new address that an account wants, unless another account has it. */
  requestedAddress: {
    accountId: number;
    /** The account's when this was asked for. Missing in jobs of earlier versions. */
    accessEpoch?: number | undefined;
    /** The hash of the token of the session that asked. Missing in jobs of earlier versions. */
    session?: string | undefined;
    email: string;
  } & Omit<RequestNetworks, 'network'>;
  /** Mail an account the notices that wait for its daily digest. */
  digest: { accountId: number };
  /** Call a webhook once with a test. Older versions wrote such a job for each event. */
  callWebhook: { callId: string };
  /** Make an attempt to send a webhook the oldest event that waits for it. */
  callWebhookNext: { webhookId: string };
  /** Put off the dates that passed during a downtime (ISO 8601). */
  putOffDates: { from: string; until: string; ofMailOnly?: boolean };
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
  /** Of the jobs with the same queue only one runs at a time; the others wait without holding up any other job. */
  queue?: string;
  /** Jobs with a higher number start after all those that are due with a lower one; 0 by default. */
  priority?: number;
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
  const { queue = null, priority = null } = options;
  await tx.$executeRaw`select graphile_worker.add_job(
    identifier => ${name}::text,
    payload => ${JSON.stringify(payload)}::json,
    run_at => coalesce(${runAt}::timestamptz, now() + ${wait}::float8 * interval '1 millisecond'),
    job_key => ${jobKey}::text,
    max_attempts => ${maxAttempts}::int,
    queue_name => ${queue}::text,
    priority => ${priority}::int
  )`;
}

/** A job that is not written yet. */
export interface JobDraft {
  identifier: JobName;
  payload: JobPayloads[JobName];
  options: JobOptions;
}

/** Makes the draft of a job. */
export function jobDraft<Name extends JobName>(
  identifier: Name,
  payload: JobPayloads[Name],
  options: JobOptions = {},
): JobDraft {
  return { identifier, payload, options };
}

const addJobs = statement<{ done: number }, [jobs: string, dropped: string]>(
  'add-jobs',
  `select (
    select count(*)::int from json_array_elements_text($2::json) k cross join graphile_worker.remove_job(k)
  ) + (
    select count(*)::int from graphile_worker.add_jobs(array(
      select (
        j."identifier", j."payload", j."queue",
        coalesce(j."runAt", now() + j."wait" * interval '1 millisecond'),
        j."maxAttempts", j."jobKey", j."priority", null
      )::graphile_worker.job_spec
      from json_to_recordset($1::json) as j (
        "identifier" text, "payload" json, "runAt" timestamptz, "wait" float8, "maxAttempts" int, "jobKey" text,
        "queue" text, "priority" int
      )
    ))
  ) as "done"`,
);

/**
 * Writes several jobs, as `enqueueJob` does, in one statement.
 * @param dropped the keys of waiting jobs to remove, if they exist
 */
export async function enqueueJobs(
  tx: Tx,
  jobs: readonly JobDraft[],
  dropped: readonly string[] = [],
): Promise<void> {
  const specs = jobs.map(({ identifier, payload, options }) => ({ identifier, payload, ...options }));
  if (specs.length + dropped.length === 0) return;
  await addJobs(tx, JSON.stringify(specs), JSON.stringify(dropped));
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

const insertDeliveries = statement<never, [rows: string, at: Date]>(
  'write-deliveries',
  `insert into "Delivery" (
    "id", "messageId", "kind", "toAddress", "toName", "accountId", "gameId", "seatId", "printoutId", "sheetId",
    "letterCopyId", "gmMessageId", "detail", "createdAt", "nextAttempt"
  )
  select r."id",
    case
      when exists (select from "Delivery" d where d."messageId" = r."messageId") then r."otherMessageId"
      else r."messageId"
    end,
    r."kind"::"DeliveryKind", r."toAddress", r."toName", r."accountId", r."gameId", r."seatId", r."printoutId",
    r."sheetId", r."letterCopyId", r."gmMessageId", r."detail", $2::timestamptz, $2::timestamptz
  from json_to_recordset($1::json) as r (
    "id" uuid, "messageId" text, "otherMessageId" text, "kind" text, "toAddress" text, "toName" text,
    "accountId" int, "gameId" uuid, "seatId" uuid, "printoutId" uuid, "sheetId" uuid, "letterCopyId" uuid,
    "gmMessageId" uuid, "detail" json
  )`,
);

/**
 * Writes several deliveries in one statement.
 * @returns the jobs that send them, which the caller must enqueue
 */
export async function writeDeliveries(
  tx: Tx,
  drafts: readonly DeliveryDraft[],
  ctx: DeliveryContext,
): Promise<JobDraft[]> {
  if (drafts.length === 0) return [];
  const rows = drafts.map((draft) => {
    const id = randomUUID();
    const messageId = messageIdOf(draft.messageName ?? id, ctx);
    const otherMessageId = messageIdOf(randomUUID(), ctx);
    return { ...deliveryRow(draft, { id, messageId }, ctx), otherMessageId };
  });
  await insertDeliveries(tx, JSON.stringify(rows), ctx.now());
  return rows.map(({ id }) => jobDraft('deliver', { deliveryId: id }, { jobKey: deliveryJobKey(id) }));
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
  return {
    ...names,
    kind,
    ...to,
    ...about,
    detail: readableJson(detail ?? {}),
    createdAt: at,
    nextAttempt: at,
  };
}

async function newMessageId(tx: Tx, name: string, ctx: DeliveryContext): Promise<string> {
  const messageId = messageIdOf(name, ctx);
  const existing = await tx.delivery.findUnique({ where: { messageId }, select: { id: true } });
  return existing === null ? messageId : messageIdOf(randomUUID(), ctx);
}

function messageIdOf(name: string, { mailDomain }: Pick<DeliveryContext, 'mailDomain'>): string {
  return `<${name}@${mailDomain}>`;
}
