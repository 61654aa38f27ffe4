import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { goodSheet, send } from '../../games/game/play.ts';
import { type MailPlayers, startMailPlayers } from './mail-players.ts';

/*
 * Replies that quote the HTML of a printout, without a text part and in ways that only its first line explains. The line that
 * mail programs show beside the subject has what only its reader may know, and the names of others.
 */

let players: MailPlayers;

beforeAll(async () => {
  players = await startMailPlayers({ ruleset: 'politics' });
  const { ctx } = players.own;
  const { game, seats, gm } = players.game;
  const [ann, bert] = seats as [Seat, Seat];
  const isOther = { gameId: game.id, id: { not: ann.id } };
  await ctx.db.prisma.seat.updateMany({ where: isOther, data: { name: 'Press release: I quit' } });
  for (const seat of [ann, bert]) await send(ctx, seat, 1, (await goodSheet(ctx, game.id, seat)) as object);
  await processTurn(ctx, { gameId: game.id, by: gm.id, turn: 1 });
  await send(ctx, ann, 2, (await goodSheet(ctx, game.id, ann)) as object);
});
afterAll(() => players?.close());

const lines = (...words: string[]) => words.map((line) => `<div>${line}</div>`).join('');

/** How mail programs introduce what they quote. */
const INTRODUCTIONS: Record<string, string> = {
  'headers without colons': lines(
    '------ Original Message ------',
    'From "Whistlestop" &lt;post@whistlestop.test&gt;',
    ...['To ann@x.test', 'Date 01/03/2027 13:00:00', 'Subject printout', '<br>'],
  ),
  'Thai headers': lines(
    ...['จาก: Whistlestop', 'ส่ง: 1 มีนาคม 2570 13:00', 'ถึง: ann', 'เรื่อง: PTG-1: printout', '<br>'],
  ),
  nothing: '',
};

/** The mail as mail programs quote it, also those that drop what hides a line. */
async function quotedBody(hides: boolean): Promise<string> {
  const mail = await players.mailTo(players.ann, 'printout for turn 2');
  const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(mail.html ?? '')?.[1] ?? '';
  expect(body).toContain('display:none');
  return hides ? body : body.replaceAll(/display:none[^"]*/g, '');
}

/** The press releases of all versions of Ann's sheet for turn 2, and what became of the last. */
async function versions(): Promise<{ press: unknown[]; last: string | undefined }> {
  await players.worker.idle();
  const sheets = (await players.sheetsOf(players.ann)).filter(({ turn }) => turn === 2);
  return { press: sheets.map(({ raw }) => (raw as { press?: string }).press), last: sheets.at(-1)?.outcome };
}

describe.each([
  ['what is hidden stays hidden', true],
  ['what is hidden is seen', false],
])('%s', (_how, hides) => {
  test.each(Object.entries(INTRODUCTIONS))(
    'below %s, only the words of the player count',
    async (_name, introduction) => {
      const mail = await players.mailTo(players.ann, 'printout for turn 2');
      const html = async (words: string) =>
        `<html><body><div>${words}</div><div><br></div>${introduction}<div>${await quotedBody(hides)}</div></body></html>`;
      const before = await versions();
      await players.send(mail, { html: await html('Thanks, what a turn!') });
      expect(await versions()).toEqual(before);
      await players.send(mail, { html: await html('Press release: Vote for Ann!') });
      expect(await versions()).toEqual({ press: [...before.press, 'Vote for Ann!'], last: 'standing' });
    },
  );
});
