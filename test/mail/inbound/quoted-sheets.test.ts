import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { send } from '../../games/game/play.ts';
import { type MailPlayers, quoted, startMailPlayers } from './mail-players.ts';

/* Replies that quote a sheet as it was mailed: they must not put older orders back in place of newer ones. */

let players: MailPlayers;
let ann: Account;

beforeAll(async () => {
  players = await startMailPlayers();
  ann = players.ann;
});
afterAll(() => players?.close());

/** How the versions of Ann's sheet stand: `1 superseded CA`. */
async function versions(): Promise<string[]> {
  await players.worker.idle();
  return (await players.sheetsOf(ann)).map(({ version, outcome, raw, final }) => {
    const { fundraising = [] } = raw as { fundraising?: string[] };
    return [version, outcome, ...fundraising, ...(final ? ['final'] : [])].join(' ');
  });
}

const TWO = ['1 superseded CA', '2 standing NY TX'];

test('words above an older receipt change nothing, and the answer says what counts', async () => {
  const printout = await players.mailTo(ann, 'printout for turn 1');
  const long = 'Press release: We will carry every state from sea to shining sea, and again.';
  await players.reply(printout, `Fundraising trips: CA\n${long}`);
  const first = await players.mailTo(ann, '(version 1)');
  expect(first.text).toMatch(/^# As mailed: [0-9a-f]{10}(?:-[0-9a-f]{10}){2}$/m);
  await players.reply(printout, 'Fundraising trips: NY, TX');
  for (const words of ['Thanks!', 'Hi Greta, when is the next turn? I will be away.\n\nAnn', '']) {
    await players.reply(first, words);
    expect(await versions()).toEqual(TWO);
    const answer = (await players.mailTo(ann, 'nothing was changed')).text?.replace(/\s+/g, ' ');
    expect(answer).toContain('as it was mailed to you, as far as can be told');
    expect(answer).toContain('Version 2 of your sheet counts.');
  }
});

test('a quoted sheet that was changed is taken, and so are its lines above it', async () => {
  const first = await players.mailTo(ann, '(version 1)');
  const filled = quoted(first).replace('Fundraising trips: CA', 'Fundraising trips: FL');
  await players.send(first, { text: `Better this way.\n\n${filled}` });
  expect((await versions()).at(-1)).toBe('3 standing FL');
  await players.reply(first, 'Fundraising trips: CA');
  expect((await versions()).at(-1)).toBe('4 standing CA');
});

test('FINAL marks only the sheet that counts', async () => {
  const where = { gameId: players.game.game.id };
  const { prisma } = players.own.ctx.db;
  await prisma.gameSchedule.update({ where, data: { autoProcess: true, processWhenComplete: false } });
  const older = await players.mailTo(ann, '(version 2)');
  await players.reply(older, 'Thank you.\n\nFINAL');
  expect((await versions()).at(-1)).toBe('4 standing CA');
  await players.reply(await players.mailTo(ann, '(version 4)'), 'Thank you.\n\nFINAL');
  expect((await versions()).at(-1)).toBe('5 standing CA final');
});

test('BLANK above a quoted sheet sends a blank one', async () => {
  await players.reply(await players.mailTo(ann, '(version 4)'), 'BLANK');
  expect((await versions()).at(-1)).toBe('6 standing');
});

test('words above an older receipt change nothing, whatever the mail program does to its characters', async () => {
  const printout = await players.mailTo(ann, 'printout for turn 1');
  await players.reply(printout, 'Fundraising trips: CA\nPress release: It’s time – all “aboard” 🚂, José…');
  const older = (await players.mailsTo(ann)).at(-1) as Email;
  await players.reply(printout, 'Fundraising trips: NY');
  const before = await versions();
  const introduction = `On 01/03/2027 13:00, ${older.from?.name} <${older.from?.address}> wrote:`;
  const straight = (text: string) =>
    text.replaceAll(/[’“”]/g, "'").replaceAll('–', '-').replaceAll('…', '...');
  for (const change of [
    (text: string) => text.replaceAll(/[^\n -~]/gu, '?'),
    straight,
    (text: string) => text.replaceAll(/^# As mailed:.*\n/gm, ''),
  ]) {
    await players.send(older, { text: `Thanks!\n\n${introduction}\n${quoted(older, change)}` });
    expect(await versions()).toEqual(before);
    expect((await players.mailsTo(ann)).at(-1)?.subject).toContain('nothing was changed');
  }
  // A new press release is one, whatever its letters.
  const filled = quoted(older).replace(/^> Press release:.*$/m, '> Press release: Vote for me!');
  await players.send(older, { text: `Thanks!\n\n${introduction}\n${filled}` });
  expect((await versions()).at(-1)).toMatch(/standing CA$/);
  const cyrillic = quoted(printout).replace(/^> Press release:.*$/m, '> Press release: Да!');
  await players.send(printout, { text: `Thanks!\n\n${introduction}\n${cyrillic}` });
  expect((await players.sheetsOf(ann)).at(-1)?.raw).toMatchObject({ press: 'Да!' });
});

test('words above older advance orders do not store them again', async () => {
  const printout = await players.mailTo(ann, 'printout for turn 1');
  await players.reply(printout, 'ADVANCE 2\n\nFundraising trips: CA');
  const first = await players.mailTo(ann, 'advance orders for turn 2: stored');
  await players.reply(printout, 'ADVANCE 2\n\nFundraising trips: NY');
  await players.reply(first, 'Thanks!');
  const answer = await players.mailTo(ann, 'advance orders for turn 2: nothing was changed');
  expect(answer.text?.replace(/\s+/g, ' ')).toContain('as they were mailed to you, as far as can be told');
  const [stored] = await players.own.ctx.db.prisma.advanceOrders.findMany({ where: { accountId: ann.id } });
  expect(stored?.raw).toMatchObject({ fundraising: ['NY'] });
});

/** The mail as it quotes a sheet, with a change. */
const above = (words: string, mail: Email, change: (text: string) => string) =>
  players.send(mail, {
    text: `${words}\n\nOn 01/03/2027 13:00, ${mail.from?.name} <${mail.from?.address}> wrote:\n${change(quoted(mail))}`,
  });
const lastVersion = async () => {
  await players.worker.idle();
  const last = (await players.sheetsOf(ann)).at(-1);
  return [last?.version, last?.outcome, last?.final, (last?.raw as { press?: string } | undefined)?.press];
};

describe('FINAL above a quoted receipt', () => {
  let older: Email;
  let newer: Email;
  let count: number;

  beforeAll(async () => {
    const printout = await players.mailTo(ann, 'printout for turn 1');
    const receipt = async (press: string) => {
      await players.reply(printout, `Fundraising trips: CA\nPress release: ${press}`);
      await players.worker.idle();
      return (await players.mailsTo(ann)).at(-1) as Email;
    };
    older = await receipt('Vote “Ann” – today');
    newer = await receipt('Голосуйте за меня');
    count = (await players.sheetsOf(ann)).length;
  });

  test('does not bring an older version back, also if its note is gone or of an earlier version of the server', async () => {
    for (const change of [
      (text: string) => text.replaceAll(/^> # As mailed:.*\n/gm, ''),
      (text: string) =>
        text.replaceAll(/(As mailed: [0-9a-f]{10})[-0-9a-f]*/g, '$1').replaceAll(/[“”–]/g, '?'),
    ]) {
      await above('FINAL', older, change);
      expect(await lastVersion()).toEqual([count, 'standing', false, 'Голосуйте за меня']);
      expect((await players.mailsTo(ann)).at(-1)?.subject).toContain('nothing was changed');
    }
  });

  test('takes a press release that was changed in another script', async () => {
    await above('FINAL', newer, (text) => text.replaceAll('Голосуйте за меня', 'Я снимаю кандидатуру'));
    expect(await lastVersion()).toEqual([count + 1, 'standing', true, 'Я снимаю кандидатуру']);
  });

  test('is refused if a line of the sheet cannot be read, which is named', async () => {
    const typo = (text: string) => text.replace(/^> Campaign money 1:.*$/m, '> Camapign money 1: CA 100');
    await above('FINAL', newer, typo);
    await players.worker.idle();
    expect((await players.sheetsOf(ann)).at(-1)?.outcome).toBe('refused');
    expect((await players.mailsTo(ann)).at(-1)?.text).toContain('Camapign money 1');
    await above('Thanks!', newer, typo);
    const answer = (await players.mailsTo(ann)).at(-1);
    expect(answer?.subject).toContain('nothing was changed');
    expect(answer?.text).toContain('Camapign money 1');
  });
});

test('words above an older receipt change nothing, also if its sheet has characters that are not printed', async () => {
  // The tests above have used up what a player can mail within an hour.
  await players.own.ctx.db.prisma.limitedAction.deleteMany();
  const printout = await players.mailTo(ann, 'printout for turn 1');
  // A decomposed accent, a soft hyphen and a mark of direction, beside a sign that mail programs may lack.
  const text = 'Press release: Cafe\u0301 for 5 €, coast\u00ad to\u200e coast.';
  const before = (await versions()).length;
  await players.reply(printout, `Fundraising trips: TX\n${text}`);
  await players.reply(printout, 'Fundraising trips: NY, TX');
  const sent = await versions();
  expect(sent).toHaveLength(before + 2);
  const older = await players.mailTo(ann, `(version ${before + 1})`);
  for (const words of ['Thanks!', 'Thank you.\n\nFINAL']) {
    await players.reply(older, words);
    expect(await versions()).toEqual(sent);
  }
});

describe('words above an older receipt change nothing if its press release has a web address', () => {
  const PRESS = 'Press release: Visit www.votebaker.com today.';
  const LINKED = 'www.votebaker.com <http://www.votebaker.com>';

  /** Two versions of the sheet. Returns the receipt of the first one. */
  async function twoVersions(): Promise<Email> {
    const printout = await players.mailTo(ann, 'printout for turn 1');
    await players.reply(printout, `Fundraising trips: CA\n${PRESS}`);
    await players.worker.idle();
    const first = (await players.sheetsOf(ann)).at(-1)?.version;
    await players.reply(printout, 'Fundraising trips: NY, TX');
    return await players.mailTo(ann, `(version ${first})`);
  }

  test('which a mail program makes a link', async () => {
    await players.own.ctx.db.prisma.account.update({
      where: { id: ann.id },
      data: { addressProvedAt: players.own.ctx.now() },
    });
    const first = await twoVersions();
    const before = await versions();
    expect(quoted(first)).toContain('www.votebaker.com');
    const linked = quoted(first).replaceAll('www.votebaker.com', LINKED);
    await players.send(first, { text: `Thanks!\n\n${linked}` });
    expect(await versions()).toEqual(before);
    const changed = linked.replace('Fundraising trips: CA', 'Fundraising trips: FL');
    await players.send(first, { text: `Better this way.\n\n${changed}` });
    expect((await versions()).at(-1)).toContain('standing FL');
  });

  test('which the server takes apart for someone whose address is not proved', async () => {
    const { prisma } = players.own.ctx.db;
    await prisma.account.update({ where: { id: ann.id }, data: { addressProvedAt: null } });
    // On the website: a mail from the address would prove it.
    const seat = players.game.seats.find(({ accountId }) => accountId === ann.id) as Seat;
    const ways = [{ fundraising: ['CA'], press: 'Visit www.votebaker.com today.' }, { fundraising: ['NY'] }];
    for (const raw of ways) await send(players.own.ctx, seat, 1, raw);
    const before = await versions();
    const version = (await players.sheetsOf(ann)).at(-2)?.version;
    const first = await players.mailTo(ann, `(version ${version})`);
    expect(quoted(first)).toContain('www. votebaker. com');
    await players.reply(first, 'Thanks!');
    expect(await versions()).toEqual(before);
  });
});
