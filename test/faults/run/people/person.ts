import { type AcceptedMail, mailAfter, type Relay } from '../machine/relay.ts';
import { type Answer, Browser, describeAnswer, isDone } from './browser.ts';

/** Someone who uses the server, signed in. */
export interface Person {
  name: string;
  email: string;
  /** With a number sign: `#10002`. */
  account: string;
  code: string;
  browser: Browser;
  /** How often they had to sign in again. */
  signedOut: number;
}

/** The security code of everyone. */
const SECURITY_CODE = 'lantern tower nine';

/** Signs a person in with a link, and chooses a security code. @throws if it fails */
export async function signInByLink(
  base: string,
  { name, email, link }: { name: string; email: string; link: string },
): Promise<Person> {
  const browser = new Browser(base);
  expectDone(await browser.send(link, link, {}), `${name} signs in`);
  const code = SECURITY_CODE;
  expectDone(
    await browser.send('/account', '/account/code', { code, again: code }),
    `${name} chooses a code`,
  );
  const page = await browser.get('/account');
  const account = /#\d{5,}/.exec(page.body)?.[0];
  if (account === undefined) throw new Error(`The account page shows no number: ${describeAnswer(page)}`);
  return { name, email, account, code, browser, signedOut: 0 };
}

/** Signs in again with the security code, after the server has forgotten the session, which it should not. */
export async function signInAgain(person: Person): Promise<boolean> {
  person.signedOut += 1;
  const { account, code, browser } = person;
  return isDone(await browser.send('/sign-in', '/sign-in', { account, code }));
}

/** Whether the server took a person for someone who is not signed in. */
export function wasSignedOut({ status, location, body }: Answer): boolean {
  if (location?.startsWith('/sign-in') === true) return true;
  return status === 401 || /action="[^"]*\/sign-in"/.test(body);
}

/**
 * The path of the sign-in link that was mailed to an address.
 * @param first the number of mails before the one that is meant
 * @param readMail the text of a mail
 * @throws if none comes
 */
export async function mailedLink(
  relay: Relay,
  first: number,
  { email, readMail }: { email: string; readMail(mail: AcceptedMail): Promise<string> },
): Promise<string> {
  const mail = await mailAfter(relay, first, ({ to }) => to.includes(email), 60_000);
  const text = mail === null ? '' : await readMail(mail);
  const link = /https?:\/\/[^/\s]+(\/sign-(?:in\/link|up)\/[\w-]+)/.exec(text)?.[1];
  if (link === undefined) throw new Error(`No link was mailed to ${email}.`);
  return link;
}

/** @throws if a form was not accepted, with what the page says */
export function expectDone(answer: Answer, what: string): void {
  if (!isDone(answer)) throw new Error(`${what}: not accepted: ${describeAnswer(answer)}`);
}
