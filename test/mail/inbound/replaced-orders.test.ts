import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailPlayers, startMailPlayers } from './mail-players.ts';

/* Lines above a quoted sheet are the whole sheet: the receipt names the orders that are gone. */

let players: MailPlayers;

beforeAll(async () => {
  players = await startMailPlayers();
});
afterAll(() => players?.close());

const textOf = async (subject: string) =>
  ((await players.mailTo(players.ann, subject)).text ?? '').replace(/\s+/g, ' ');

test('a correction above a quoted receipt replaces the whole sheet, and its receipt says what is gone', async () => {
  const { ann } = players;
  const orders = 'Fundraising trips: CA, NY\nPress release: First thoughts.';
  await players.reply(await players.mailTo(ann, 'printout for turn 1'), orders);
  expect(await textOf('(version 1)')).not.toContain('No longer on your sheet');
  await players.reply(await players.mailTo(ann, '(version 1)'), 'Press release: Second thoughts.');
  const receipt = await textOf('(version 2)');
  expect(receipt).toMatch(
    /No longer on your sheet, which replaces all of version 1: Fundraising[^:]*: CA.*; NY/,
  );
  expect(receipt).not.toMatch(/No longer on your sheet[^.]*First thoughts/);
});

test('a list that is shorter now is named with what it lacks', async () => {
  const { ann } = players;
  const printout = await players.mailTo(ann, 'printout for turn 1');
  await players.reply(printout, 'Fundraising trips: CA, NY\nPress release: Third thoughts.');
  await players.reply(printout, 'Fundraising trips: NY\nPress release: Third thoughts.');
  const receipt = await textOf('(version 4)');
  expect(receipt).toMatch(/No longer on your sheet, which replaces all of version 3: Fundraising[^:]*: CA/);
  expect(receipt).not.toMatch(/No longer on your sheet[^.]*; NY/);
  expect((await players.sheetsOf(ann)).at(-1)?.advice).toContainEqual(
    expect.objectContaining({ code: 'gone' }),
  );
});
