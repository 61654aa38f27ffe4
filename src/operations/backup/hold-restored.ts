import type pg from 'pg';
import { columnExists, publicName, tableExists } from './database-catalog.ts';

/** Tables of what gives access to an account without its code, with the kinds of mail that carry its links. */
const ACCESS = ['Session', 'SignInLink', 'AddressProof', 'AccessToken', 'CalendarFeed'];
const LINK_MAILS = ['signInLink', 'confirmation'];

/**
 * Makes the next start hold a restored server, if the tables are of a version that can be held. Ends all sessions, links, tokens and
 * addresses of calendars, and removes the webhooks of programs and the links with which anyone can join a game: some of them had
 * ended after the backup was made, and would let someone in again. Safe to repeat: the server is held since the first time.
 * @param anew whether the server is held from now on even if it was held when the backup was made
 */
export async function holdRestored(client: pg.Client, { anew = false } = {}): Promise<void> {
  for (const table of ACCESS) {
    if (await tableExists(client, table)) await client.query(`DELETE FROM ${publicName(table)}`);
  }
  // Their owners may have removed them since, and endAccess removes them, too. Chats hold public news only.
  if (await tableExists(client, 'Webhook')) {
    await client.query(`DELETE FROM "Webhook" WHERE "kind" = 'program'`);
  }
  if (await columnExists(client, 'GamePolicy', 'joinLink')) {
    await client.query('UPDATE "GamePolicy" SET "joinLink" = NULL');
  }
  await endLinkMails(client);
  if (!(await tableExists(client, 'ServerState'))) return;
  const which = anew ? '' : 'WHERE "heldAt" IS NULL';
  await client.query(`UPDATE "ServerState" SET "heldAt" = now(), "heldReason" = 'restored' ${which}`);
}

/**
 * Ends waiting mail with a link that was deleted. Invitations notice by themselves that their link has ended. The notice that a
 * token was made has its name, not a link, and goes out.
 */
async function endLinkMails(client: pg.Client): Promise<void> {
  if (!(await tableExists(client, 'Delivery'))) return;
  // Read here, because one text that PostgreSQL cannot read in any of these mails would keep the backup from being restored.
  const { rows } = await client.query<{ id: string; detail: string }>(
    `SELECT "id", "detail"::text AS "detail" FROM "Delivery"
     WHERE "status" IN ('queued', 'retrying', 'sending') AND "kind"::text = ANY($1)`,
    [LINK_MAILS],
  );
  const ids = rows.filter(({ detail }) => hasLink(JSON.parse(detail))).map(({ id }) => id);
  if (ids.length === 0) return;
  await client.query(
    `UPDATE "Delivery"
     SET "status" = 'failed', "nextAttempt" = NULL, "lastError" = 'The link in this e-mail no longer works.', "detail" = '{}'
     WHERE "id" = ANY($1::uuid[])`,
    [ids],
  );
  if (!(await tableExists(client, 'ComposedMail'))) return;
  await client.query('DELETE FROM "ComposedMail" WHERE "deliveryId" = ANY($1::uuid[])', [ids]);
}

/** Whether the detail of a mail has the token of a link. */
function hasLink(detail: { token?: unknown; what?: unknown } | null): boolean {
  const token = detail?.token ?? null;
  return token !== null && detail?.what !== 'tokenAdded';
}
