import type { Email } from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailPlayers, quoted, startMailPlayers } from './mail-players.ts';

/* Orders by mail that other players read: they do not contain the addresses of the sender. */

let players: MailPlayers;

beforeAll(async () => {
  players = await startMailPlayers({ ruleset: 'politics' });
});
afterAll(() => players?.close());

/** The press release of Ann's last sheet, and her last receipt. */
async function sent(): Promise<{ press: string | undefined; text: string }> {
  await players.worker.idle();
  const sheet = (await players.sheetsOf(players.ann)).at(-1);
  const text = (await players.mailsTo(players.ann)).at(-1)?.text ?? '';
  return { press: (sheet?.raw as { press?: string } | undefined)?.press, text: text.replace(/\s+/g, ' ') };
}

test('addresses in a press release are hidden, above the quotation and inside it', async () => {
  const { ann } = players;
  const printout = await players.mailTo(ann, 'printout for turn 1');
  const address = ann.email.toUpperCase();
  const from = 'other@home.test';
  const words = `Press release: Vote for me! Write to ${address} or ${from}.`;
  const hidden = 'Vote for me! Write to [address hidden] or [address hidden].';
  await players.reply(printout, words, { from });
  expect((await sent()).press).toBe(hidden);
  await players.send(printout, { from, text: quoted(printout).replace(/^> Press release:$/m, `> ${words}`) });
  expect((await sent()).press).toBe(hidden);
});

test('what a mail program adds below a press release without a mark is not printed, and the receipt names it', async () => {
  const printout: Email = await players.mailTo(players.ann, 'printout for turn 1');
  for (const added of [
    `Best regards,\nAnn Baker\nTel: +1 555 123 4567\n${players.ann.email}`,
    'Best regards,\n\nAnn Baker\n12 Elm Street, Springfield\n(555) 123-4567',
    `Ann Baker, 12 Elm Street, Springfield. ${players.ann.email}`,
  ]) {
    await players.reply(printout, `Press release: Vote for Ann.\n\nI mean it, all 50 of you.\n\n${added}`);
    const { press, text } = await sent();
    expect(press).toBe('Vote for Ann. I mean it, all 50 of you.');
    expect(text).toContain('was not read as a part of your sheet.');
  }
});
