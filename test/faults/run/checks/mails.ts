import { readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import type { Journal } from '../machine/journal.ts';
import type { AcceptedMail, Relay } from '../machine/relay.ts';
import { OPERATOR_SETTINGS } from '../people/set-up.ts';
import type { World } from '../world.ts';
import { groupBy, type PlannedCheck, planCheck } from './check.ts';
import type { DeliveryRow, StoredRecord } from './record.ts';

/** The most receipts that are mailed to a seat in 24 hours; a run is shorter. */
const MAX_RECEIPTS = 20;

/** What these checks know besides the record. */
type MailWorld = Pick<World, 'games' | 'probes'> & {
  relay: Pick<Relay, 'mails'>;
  journal: Pick<Journal, 'dir'>;
};

/** Whether every mail went out, to the right person, and always the same. */
export function checkMails(world: MailWorld, record: StoredRecord): PlannedCheck[] {
  const byMessageId = groupBy(world.relay.mails, ({ messageId }) => messageId);
  return [
    planCheck('every printout of a person was mailed', (problems) =>
      checkPrintouts(record, byMessageId, problems),
    ),
    planCheck('every sheet was confirmed by mail', (problems) => checkReceipts(record, problems)),
    planCheck('every mail was accepted by the mail server', (problems) =>
      checkDelivered(record, byMessageId, problems),
    ),
    planCheck('all copies of a mail are the same', (problems) => checkCopies(byMessageId, problems)),
    planCheck('no mail went to anyone else, and none was made up', (problems) =>
      checkRecipients(world, record, problems),
    ),
    planCheck('no mail contains what another seat may read', (problems) => checkContents(world, problems)),
  ];
}

type Copies = ReadonlyMap<string, AcceptedMail[]>;

function checkPrintouts(record: StoredRecord, copies: Copies, problems: string[]): number {
  const deliveries = groupBy(
    record.deliveries.filter(({ kind }) => kind === 'printout'),
    ({ printout }) => printout ?? '',
  );
  const owed = record.printouts.filter(({ email }) => email !== null);
  for (const { id, game, turn, seat, email } of owed) {
    const accepted = (deliveries.get(id) ?? []).flatMap(({ messageId }) => copies.get(messageId) ?? []);
    if (!accepted.some(({ to }) => to.includes(email ?? ''))) {
      const states = (deliveries.get(id) ?? []).map(({ status }) => status).join(', ') || 'no delivery';
      problems.push(
        `${game}: the printout of [${seat}] before turn ${turn} never reached ${email} (${states})`,
      );
    }
  }
  return owed.length;
}

function checkReceipts(record: StoredRecord, problems: string[]): number {
  const keyOf = ({ game, seat }: { game: string | null; seat: string | null }) => `${game} [${seat}]`;
  const receipts = groupBy(
    record.deliveries.filter(({ kind }) => kind === 'receipt'),
    keyOf,
  );
  const sent = groupBy(
    record.sheets.filter(({ channel }) => channel === 'web'),
    keyOf,
  );
  for (const [key, versions] of sent) {
    const count = receipts.get(key)?.length ?? 0;
    if (count !== Math.min(MAX_RECEIPTS, versions.length)) {
      problems.push(`${key}: ${count} receipts for ${versions.length} sheets`);
    }
  }
  return record.sheets.length;
}

function checkDelivered(record: StoredRecord, copies: Copies, problems: string[]): number {
  for (const delivery of record.deliveries) {
    const { status, messageId } = delivery;
    const accepted = copies.has(messageId);
    if (accepted && status === 'sent') continue;
    const what = accepted ? 'was accepted' : 'was never accepted';
    problems.push(`${inWords(delivery)} ${what}, but is ${status} (${delivery.lastError ?? 'no error'})`);
  }
  return record.deliveries.length;
}

function inWords({ kind, to, game, seat, messageId }: DeliveryRow): string {
  return `${kind} ${game ?? ''} [${seat ?? ''}] to ${to} ${messageId}`;
}

function checkCopies(copies: Copies, problems: string[]): number {
  let several = 0;
  for (const [messageId, mails] of copies) {
    if (mails.length < 2) continue;
    several += 1;
    const numbers = mails.map(({ number }) => number).join(', ');
    const { subject } = mails[0] as AcceptedMail;
    if (new Set(mails.map(({ sha256 }) => sha256)).size > 1) {
      problems.push(`mails ${numbers} differ, all with the Message-ID ${messageId}: ${subject}`);
    }
    if (new Set(mails.map(({ to }) => to.join())).size > 1) {
      problems.push(`mails ${numbers} went to different people, all with the Message-ID ${messageId}`);
    }
  }
  return several;
}

/** The address of the player of each seat, as the run has assigned them: `EY-1 [PA]` → ann@people.test. */
function addresses({ games, probes }: MailWorld): Map<string, string> {
  const found = new Map<string, string>();
  for (const { number, seats } of [...games, ...probes]) {
    for (const { identifier, player } of seats) {
      if (player !== null) found.set(`${number} [${identifier}]`, player.email);
    }
  }
  return found;
}

/** What is wrong with the server is mailed to its operator without a record: the database may be what is wrong. */
function isAlert({ to, subject }: Pick<AcceptedMail, 'to' | 'subject'>): boolean {
  return (
    to.join() === OPERATOR_SETTINGS.OPERATOR_EMAIL && /^(Problem|Solved|Still a problem): /.test(subject)
  );
}

function checkRecipients(world: MailWorld, record: StoredRecord, problems: string[]): number {
  const deliveries = new Map(record.deliveries.map((delivery) => [delivery.messageId, delivery]));
  const owners = addresses(world);
  for (const { number, messageId, to, subject } of world.relay.mails) {
    const delivery = deliveries.get(messageId);
    if (delivery === undefined) {
      if (isAlert({ to, subject })) continue;
      problems.push(`mail ${number} to ${to.join()} is in no record of the server: ${subject}`);
      continue;
    }
    if (to.join() !== delivery.to) problems.push(`mail ${number} for ${delivery.to} went to ${to.join()}`);
    const owner = owners.get(`${delivery.game} [${delivery.seat}]`);
    if (delivery.seat !== null && owner !== undefined && to.join() !== owner) {
      problems.push(`mail ${number} about ${delivery.game} [${delivery.seat}] went to ${to.join()}`);
    }
  }
  return world.relay.mails.length;
}

/** Printouts and receipts say whose they are; in all games of a run a player has the same identifier. */
async function checkContents(world: MailWorld, problems: string[]): Promise<number> {
  const owners = addresses(world);
  let examined = 0;
  for (const { number, to, subject } of world.relay.mails) {
    const game = /^([A-Z]+-\d+): (?:printout for turn|final printout|turn \d+ sheet)/.exec(subject)?.[1];
    if (game === undefined) continue;
    const file = path.join(world.journal.dir, 'mails', `${number}.eml`);
    const { text = '', attachments } = await PostalMime.parse(await readFile(file));
    const named = attachments
      .map(({ filename }) => /-(P[A-Z])\.pdf$/.exec(filename ?? '')?.[1])
      .find((identifier) => identifier !== undefined);
    const signed = /T-\d+ \[(P[A-Z])\]/.exec(text)?.[1];
    const seat = named ?? signed;
    examined += 1;
    if (seat === undefined) problems.push(`mail ${number} does not say whose it is: ${subject}`);
    else if (owners.get(`${game} [${seat}]`) !== to.join()) {
      problems.push(`mail ${number} of ${game} [${seat}] went to ${to.join()}: ${subject}`);
    }
  }
  return examined;
}
