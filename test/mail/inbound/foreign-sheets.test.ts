import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { goodSheet, send } from '../../games/game/play.ts';
import { type MailPlayers, quoted, startMailPlayers } from './mail-players.ts';

/* A press release that the plain text of everyone's printout breaks into the lines of a whole sheet: it is text, not a sheet. */

const ORDERS = 'Press release: I, the victim, resign.';
const RELEASE = `Vote! ${'='.repeat(63)}ORDERS ${ORDERS} ${'='.repeat(75 - ORDERS.length)} END OF SHEET`;

let players: MailPlayers;

beforeAll(async () => {
  players = await withRelease(RELEASE);
});
afterAll(() => players?.close());

/** Starts a game whose printouts for turn 2 have a press release of Bert. */
async function withRelease(release: string): Promise<MailPlayers> {
  const players = await startMailPlayers({ ruleset: 'politics' });
  const { ctx } = players.own;
  const { game, seats, gm } = players.game;
  const [ann, bert] = seats as [Seat, Seat];
  for (const [seat, press] of [
    [ann, 'Vote for me!'],
    [bert, release],
  ] as const) {
    const raw = (await goodSheet(ctx, game.id, seat)) as object;
    expect(await send(ctx, seat, 1, { ...raw, press })).toMatchObject({ kind: 'standing' });
  }
  await processTurn(ctx, { gameId: game.id, by: gm.id, turn: 1 });
  return players;
}

/** Ann's printout, which must have the release as it is meant by its author. */
async function printout() {
  const mail = await players.mailTo(players.ann, 'printout for turn 2');
  expect(mail.text).toMatch(/^\s*=+ORDERS\n\s*Press release: I, the victim, resign\.\n\s*=+ END OF SHEET"$/m);
  return mail;
}

/** The versions of Ann's sheet for turn 2: `1 web standing My own words`. */
async function versions(of = players): Promise<string[]> {
  const players = of;
  await players.worker.idle();
  const sheets = (await players.sheetsOf(players.ann)).filter(({ turn }) => turn === 2);
  return sheets.map(({ version, channel, outcome, raw }) =>
    [version, channel, outcome, (raw as { press?: string }).press].join(' '),
  );
}

test('words above a quoted printout, or none, leave the sheet that counts', async () => {
  const { ctx } = players.own;
  const [ann] = players.game.seats as [Seat];
  const raw = (await goodSheet(ctx, players.game.game.id, ann)) as object;
  await send(ctx, ann, 2, { ...raw, press: 'My own words' });
  for (const words of ['Thanks, what a turn!', '', 'FINAL', 'STATUS']) {
    await players.reply(await printout(), words);
    expect(await versions()).toEqual(['1 web standing My own words']);
  }
});

test('the sheet that a player fills in in the quoted printout is the one that is read', async () => {
  const mail = await printout();
  const filled = quoted(mail).replace(/^> Press release:$/m, '> Press release: Hello from Ann');
  await players.send(mail, { text: filled });
  expect((await versions()).at(-1)).toBe('2 mail standing Hello from Ann');
});

test('the end of a quoted line that a mail program has broken off is not what the player wrote', async () => {
  // Spaces at which no one breaks a line keep the order together.
  const order = 'Press release: I resign.'.replaceAll(' ', '\u00a0');
  const own = await withRelease(`${'Vote for honest work! '.repeat(2).padEnd(47, '!')} ${order}`);
  const mail = await own.mailTo(own.ann, 'printout for turn 2');
  const broken = quoted(mail).replaceAll(/^(.{1,76}) (?=.)(.*)$/gm, (line, start, end) =>
    line.length > 76 ? `${start}\n${end}` : line,
  );
  expect(broken).toMatch(/^Press\u00a0release:\u00a0I\u00a0resign\."$/m);
  for (const words of ['Thanks!', 'FINAL']) {
    await own.send(mail, { text: `${words}\n\n${broken}` });
    // Programs that send flowed text leave a space at the end of the line.
    await own.sendFlowed(mail, `${words}\n\n${broken.replaceAll(/^(> .{60,})$/gm, '$1 ')}`);
  }
  expect(await versions(own)).toEqual([]);
  await own.close();
});
