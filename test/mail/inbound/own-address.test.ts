import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailPlayers, startMailPlayers } from './mail-players.ts';

/* A player's own e-mail address does not get into what is printed for everyone. */

let players: MailPlayers;

beforeAll(async () => {
  players = await startMailPlayers();
});
afterAll(() => players?.close());

test.each([
  ['in its line', (address: string) => `Press release: Vote! ${address}`, 'Vote! [address hidden]'],
  ['below it', (address: string) => `Press release: Vote!\n${address}`, 'Vote! [address hidden]'],
  ['in a signature', (address: string) => `Press release: Vote!\n\nAnn B., Elm St. ${address}`, 'Vote!'],
])('an address in a press release is hidden: %s', async (_where, written, press) => {
  const mail = await players.mailTo(players.ann, 'printout for turn 1');
  await players.send(mail, { text: written(players.ann.email) });
  await players.worker.idle();
  const last = (await players.sheetsOf(players.ann)).at(-1);
  expect([last?.outcome, (last?.raw as { press?: string }).press]).toEqual(['standing', press]);
});
