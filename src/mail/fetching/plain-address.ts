import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import { runTransaction } from '../../database/transaction.ts';
import { beginTaking, endTaking } from '../inbound/taken-once.ts';
import { bareAddress } from '../outbound/mail-headers.ts';
import { answerRefused } from './answer-refused.ts';
import type { FetchedHeaders } from './fetched-headers.ts';

/*
 * Players may write to the address from which all mail comes, or to the plain mailbox, instead of a reply address. They learn
 * that no one reads it. The mail stays where it is: it may be for the person who has the mailbox.
 */

const NO_SHEETS =
  'This address takes no sheets, letters or messages. If you wanted to send your sheet, reply to your latest printout, or use the website. If you wrote to the person who runs this server, there is nothing more to do.';

/**
 * Answers a mail for none of our reply addresses, once, if a person has written it to the plain address.
 * @throws if the database fails
 */
export async function answerPlainAddress(
  { ctx, from, inbound }: { ctx: AppContext; from: string; inbound: NonNullable<AppContext['inbound']> },
  headers: FetchedHeaders,
): Promise<void> {
  const plain = [bareAddress(from), ...(inbound.mailbox ? [`${inbound.mailbox}@${inbound.domain}`] : [])];
  const isPlain = plain.some((one) => headers.writtenTo.includes(one.toLowerCase()));
  if (!isPlain || headers.automatic !== null) return;
  const { id, state } = await beginTaking(ctx, idOf(headers));
  if (state !== 'begun') return;
  await runTransaction(ctx.db, async (tx) => {
    await endTaking(tx, id, 'refused');
    await answerRefused(tx, ctx, { headers, owner: null, messages: [NO_SHEETS], isPublic: true });
  });
}

/** What stands for the mail, also if the mail server numbers all mail anew. */
function idOf({ messageId, from, subject }: FetchedHeaders): string {
  return createHash('sha256').update(['plain address', messageId, from, subject].join('\0')).digest('hex');
}
