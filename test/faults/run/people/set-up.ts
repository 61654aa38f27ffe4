import { readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import type { Journal } from '../machine/journal.ts';
import type { AcceptedMail, Relay } from '../machine/relay.ts';
import type { ServerService } from '../machine/server.ts';
import { Browser, describeAnswer } from './browser.ts';
import { expectDone, mailedLink, type Person, signInByLink } from './person.ts';

/** The people of a run. */
export interface People {
  /** The operator, who also runs games. */
  operator: Person;
  /** A GM who is not the operator. */
  gm: Person;
  players: Person[];
}

const OPERATOR = { name: 'Olga', email: 'olga@people.test' };
const GM = { name: 'Gus', email: 'gus@people.test' };
const PLAYERS = ['Ann', 'Ben', 'Cleo', 'Dora', 'Emil', 'Flora'];

/** The settings that go with these people. */
export const OPERATOR_SETTINGS = { OPERATOR_NAME: OPERATOR.name, OPERATOR_EMAIL: OPERATOR.email };

/**
 * Starts the server for the first time and makes the accounts through its pages: the operator's by the link that the
 * server prints, one by the page for new accounts, the others by the operator.
 * @throws if anything does not go as it should
 */
export async function makePeople(server: ServerService, relay: Relay, journal: Journal): Promise<People> {
  const printed = server.output(/https?:\/\/[^/\s]+(\/sign-in\/link\/[\w-]+)/, 120_000);
  server.start();
  const link = (await printed)?.[1];
  if (link === undefined) {
    throw new Error(
      `The server printed no sign-in link. It wrote:\n${journal.tail('server', 20).join('\n')}`,
    );
  }
  const { base } = server;
  const operator = await signInByLink(base, { ...OPERATOR, link });
  const readMail = mailReader(path.join(journal.dir, 'mails'));

  const arrive = async (name: string, email: string, ask: () => Promise<void>) => {
    const first = relay.mails.length;
    await ask();
    const mailed = await mailedLink(relay, first, { email, readMail });
    return signInByLink(base, { name, email, link: mailed });
  };
  const byOperator = (name: string, email: string, rights: Record<string, string>) =>
    arrive(name, email, async () => {
      const fields = { name, email, sendLink: 'yes', ...rights };
      expectDone(
        await operator.browser.send('/operator', '/operator/accounts', fields),
        `account of ${name}`,
      );
    });
  const bySignUp = (name: string, email: string) =>
    arrive(name, email, async () => {
      const sent = await new Browser(base).send('/sign-up', '/sign-up', { name, email });
      if (sent.status !== 200) throw new Error(`${name} cannot sign up: ${describeAnswer(sent)}`);
    });
  const gm = await byOperator(GM.name, GM.email, { mayRunGames: 'yes' });
  const players: Person[] = [];
  for (const [i, name] of PLAYERS.entries()) {
    const email = `${name.toLowerCase()}@people.test`;
    players.push(i === 0 ? await bySignUp(name, email) : await byOperator(name, email, {}));
  }
  return { operator, gm, players };
}

/** Everyone with an account. */
export function everyone({ operator, gm, players }: People): Person[] {
  return [operator, gm, ...players];
}

/** Returns what reads the text of an accepted mail from the folder of mails. */
export function mailReader(folder: string): (mail: AcceptedMail) => Promise<string> {
  return async ({ number }) => {
    const { text } = await PostalMime.parse(await readFile(path.join(folder, `${number}.eml`)));
    return text ?? '';
  };
}
