import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { Email } from 'postal-mime';
import { createToken } from '../../../src/accounts/access-tokens.ts';
import type { Account, Channel } from '../../../src/database/generated/client.ts';
import type { WholeSeat } from '../../../src/games/game/game-store.ts';
import type { FormValues, SheetForm } from '../../../src/rules/sheet.ts';
import { sheetTextLines } from '../../../src/rules/sheet-text/write-sheet-text.ts';
import { granted } from '../../games/game/play.ts';
import { aSession } from '../../helpers/session.ts';
import { entriesFor, fillWithPdfLib } from '../../printouts/filled/fill.ts';
import { readPdf } from '../../printouts/read-pdf.ts';
import type { Device, Office } from './office.ts';

/* The ways in which players of one game send their sheets. Each of them knows only what its player gets. */

/** What one player wants to send in one turn. */
export interface Turn {
  /** Of the game: `EY-12`. */
  number: string;
  turn: number;
  seat: WholeSeat;
  account: Account;
  form: SheetForm;
  /** The raw orders. */
  orders: unknown;
  /** The same as the values of the form. */
  values: FormValues;
}

/** A way in which a player sends sheets. */
export interface Way {
  name: string;
  /** How the sheets are recorded. */
  channel: Channel;
  send(office: Office, turn: Turn, gm: Account): Promise<void>;
}

/** One for each of the seven players. */
export const ways: Way[] = [
  { name: 'a reply above the printout', channel: 'mail', send: replyAbove },
  { name: 'the quoted sheet, filled in', channel: 'mail', send: replyInside },
  { name: 'the PDF, filled in', channel: 'pdf', send: replyWithPdf },
  { name: 'a program', channel: 'api', send: byProgram },
  { name: 'a phone, after a scan', channel: 'web', send: byPhone },
  { name: 'the page, without scripts', channel: 'web', send: byPage },
  { name: 'paper, entered by the GM', channel: 'post', send: byPaper },
];

async function replyAbove(office: Office, turn: Turn): Promise<void> {
  const printout = await printoutOf(office, turn);
  const text = `${linesOf(turn).join('\n')}\n\nOn 01/03/2027 13:00, ${printout.from?.name} wrote:\n${quoted(printout.text)}\n`;
  await reply(office, turn, printout, { text });
}

async function replyInside(office: Office, turn: Turn): Promise<void> {
  const printout = await printoutOf(office, turn);
  const orders = new Map(linesOf(turn).map((line) => [keyOf(line), line]));
  const filled = (printout.text ?? '').split('\n').map((line) => {
    const key = keyOf(line);
    const order = orders.get(key);
    orders.delete(key);
    return order ?? line;
  });
  if (orders.size > 0) throw new Error(`The sheet in the mail has no ${[...orders.keys()].join(', ')}.`);
  await reply(office, turn, printout, { text: quoted(filled.join('\n')) });
}

/** What a line of a sheet begins with: `Campaign money 1`. */
const keyOf = (line: string) => line.split(':')[0] ?? '';

async function replyWithPdf(office: Office, turn: Turn): Promise<void> {
  const printout = await printoutOf(office, turn);
  const content = Buffer.from(await fillWithPdfLib(pdfOf(printout), entriesFor(turn.form, turn.orders)));
  const attachments = [{ filename: 'sheet.pdf', content, contentType: 'application/pdf' }];
  await reply(office, turn, printout, { text: 'My sheet is attached.', attachments });
}

/** The GM prints the round and posts it; the player, who has no e-mail, posts the sheet back, and the GM types what is on it. */
async function byPaper(office: Office, turn: Turn, gm: Account): Promise<void> {
  const page = await office.signedIn(gm, 'desktop');
  const text = await postedTo(page, turn.number);
  if (turn.turn > 1 && !text.includes(`Turn ${turn.turn - 1}: your paper sheet was entered`))
    throw new Error(`There is no receipt by post in turn ${turn.turn}.`);
  await page.goto(`/gm/games/${turn.number}/paper-sheet?token=${printedToken(text)}`);
  await page.click('button:has-text("Open the form")');
  await fillIn(page, turn.values);
  await page.click('button:has-text("Enter sheet")');
  await page.waitForURL(/done=paper-sheet-entered/);
  await page.context().close();
}

/** Opens the postal round of the open turn on its page, if that was not done, and returns the texts of its file. */
export async function postedTo(page: Page, number: string): Promise<string> {
  await page.goto(`/gm/games/${number}/post`);
  const open = page.locator('button:has-text("Open the round")');
  if ((await open.count()) > 0) {
    await open.click();
    await page.waitForURL(/done=postal-round-opened/);
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.click('text=/^Download for Letter/'),
  ]);
  const { pages } = await readPdf(await readFile(await download.path()));
  return pages.join('\n');
}

/** The personal tokens of the programs, by account. */
const tokens = new Map<number, string>();

async function personalToken({ ctx }: Office, { id: accountId }: Account): Promise<string> {
  const known = tokens.get(accountId);
  if (known !== undefined) return known;
  const session = { accountId, token: await aSession(ctx, { accountId, method: 'code' }) };
  const wanted = { name: 'My program', scopes: ['read' as const, 'sheets' as const], days: 365 as const };
  const token = granted(await createToken(ctx, session, wanted));
  tokens.set(accountId, token);
  return token;
}

async function byProgram(office: Office, { number, turn, account, orders }: Turn): Promise<void> {
  const { home } = office;
  const authorization = `Bearer ${await personalToken(office, account)}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const address = new URL(`/api/games/${number}/sheet`, home);
  const open = (await (await fetch(address, { headers })).json()) as { form: SheetForm };
  if (open.form.turn !== turn) throw new Error(`The program is asked for turn ${open.form.turn}.`);
  address.searchParams.set('turn', String(turn));
  const sent = await fetch(address, { method: 'POST', headers, body: JSON.stringify(orders) });
  const receipt = (await sent.json()) as { outcome?: string };
  if (receipt.outcome !== 'standing') throw new Error(JSON.stringify(receipt));
}

async function byPhone(office: Office, turn: Turn): Promise<void> {
  const token = await tokenOf(await printoutOf(office, turn));
  await onPage(office, turn, 'phone', `/s/${turn.number}/${token}`);
}

async function byPage(office: Office, turn: Turn): Promise<void> {
  await onPage(office, turn, 'desktop without scripts', `/my/games/${turn.number}/sheet`);
}

async function onPage(
  office: Office,
  { account, number, values }: Turn,
  device: Device,
  address: string,
): Promise<void> {
  const page = await office.signedIn(account, device);
  await page.goto(address);
  await page.waitForURL(`**/my/games/${number}/sheet`);
  await fillIn(page, values);
  await page.click('button.send');
  await page.waitForSelector('text=Your sheet is in: version 1 counts');
  await page.context().close();
}

/** The kinds of all fields of a sheet in one question to the browser. Of several with one name the first counts. */
const KINDS =
  'Object.fromEntries([...document.querySelectorAll("#sheet [name]")].reverse().map((field) => [field.name, field.type]))';

/** Fills in the form of a sheet on a page. */
async function fillIn(page: Page, values: FormValues): Promise<void> {
  const kinds = (await page.evaluate(KINDS)) as Record<string, string>;
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === '') continue;
    const field = page.locator(`#sheet [name="${name}"]`);
    const kind = kinds[name] ?? (await field.evaluate((element: { type?: string }) => element.type));
    if (kind === 'select-one') await field.selectOption(value);
    else if (kind === 'checkbox') await field.check();
    else await field.fill(value);
  }
}

/** The mail with the printout on which the turn's sheet is. */
async function printoutOf(office: Office, { account, number, turn }: Turn): Promise<Email> {
  const words = `${number}: printout for turn ${turn}`;
  const found = (await office.mailsTo(account)).find(({ subject }) => subject === words);
  if (found === undefined) throw new Error(`There is no mail “${words}”.`);
  return found;
}

function pdfOf({ attachments }: Email): Buffer {
  const pdf = attachments.find(({ mimeType }) => mimeType === 'application/pdf');
  if (pdf === undefined) throw new Error('The printout has no PDF.');
  return Buffer.from(pdf.content as ArrayBuffer);
}

/** The token that is printed on the sheet. */
async function tokenOf(printout: Email): Promise<string> {
  const { pages } = await readPdf(pdfOf(printout));
  return printedToken(pages.join('\n'));
}

function printedToken(text: string): string {
  const token = /Sheet token\W+([2-9A-Z]{4}-[2-9A-Z]{4})/i.exec(text)?.[1];
  if (token === undefined) throw new Error('No token is printed on the sheet.');
  return token;
}

function linesOf({ form, values }: Turn): string[] {
  const filledIn = (line: string) => line.includes(':') && !line.trimEnd().endsWith(':');
  return sheetTextLines(form, values)
    .flatMap((line) => (line.kind === 'line' ? [line.text] : []))
    .filter(filledIn);
}

const quoted = (text = '') => text.trimEnd().replace(/^/gm, '> ');

async function reply(
  office: Office,
  { account }: Turn,
  mail: Email,
  more: { text: string; attachments?: { filename: string; content: Buffer; contentType: string }[] },
): Promise<void> {
  const to = mail.replyTo?.[0]?.address;
  if (to === undefined || mail.messageId === undefined)
    throw new Error(`There is no address for replies to ${mail.subject}.`);
  const thread = { inReplyTo: mail.messageId, references: mail.messageId };
  await office.mailIn({ from: account.email, to, subject: `Re: ${mail.subject}`, ...thread, ...more });
}
