import type { Email } from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MailPlayers, quoted, startMailPlayers } from './mail-players.ts';

/* Replies with a quoted sheet that was filled in, and something else above it: orders, or a command. */

let players: MailPlayers;

beforeEach(async () => {
  players = await startMailPlayers();
  const { own, game } = players;
  // Bert's orders are not final, so that nothing is processed.
  const data = { autoProcess: true, processWhenFinal: true, processWhenComplete: false };
  await own.ctx.db.prisma.gameSchedule.update({ where: { gameId: game.game.id }, data });
});
afterEach(() => players?.close());

const printout = () => players.mailTo(players.ann, 'printout for turn 1');

/** How the versions of Ann's sheet stand: `1 superseded CA final | Hello`. */
async function versions(): Promise<string[]> {
  await players.worker.idle();
  return (await players.sheetsOf(players.ann)).map(({ version, outcome, raw, final }) => {
    const { fundraising = [], press } = raw as { fundraising?: string[]; press?: string };
    const words = [version, outcome, ...fundraising, ...(final ? ['final'] : [])].join(' ');
    return press === undefined ? words : `${words} | ${press}`;
  });
}

/** The words of Ann's newest mail. */
async function newest(): Promise<{ subject: string; text: string }> {
  const mail = (await players.mailsTo(players.ann)).at(-1);
  return { subject: mail?.subject ?? '', text: (mail?.text ?? '').replace(/\s+/g, ' ') };
}

/** Sends words above a quotation of a mail. */
async function above(mail: Email, words: string, quotation: string, subject?: string): Promise<void> {
  const introduction = `On 01/03/2027 13:00, ${mail.from?.name} <${mail.from?.address}> wrote:`;
  await players.send(mail, {
    text: `${words}\n\n${introduction}\n${quotation}`,
    ...(subject !== undefined && { subject }),
  });
}

const trips = (mail: Email, states: string) =>
  quoted(mail).replace(/^> Fundraising trips:.*$/m, `> Fundraising trips: ${states}`);

test('orders above a quoted sheet that was filled in count alone, and the receipt says so', async () => {
  const mail = await printout();
  await above(mail, 'Press release: Vote for Ann.', trips(mail, 'CA, NY, TX'));
  expect(await versions()).toEqual(['1 standing | Vote for Ann.']);
  const said = 'The sheet in the quoted text, which is not as it was mailed to you. It was not read:';
  expect((await newest()).text).toContain(said);
  // What the quoted sheet says, too, is not lost.
  await above(mail, 'Fundraising trips: NY\nPress release: More.', trips(mail, 'NY'));
  await above(await players.mailTo(players.ann, '(version 2)'), 'Press release: Most.', quoted(mail));
  expect((await versions()).slice(1)).toEqual(['2 superseded NY | More.', '3 standing | Most.']);
  for (const version of [2, 3]) {
    const receipt = await players.mailTo(players.ann, `(version ${version})`);
    expect(receipt.text?.replace(/\s+/g, ' ')).not.toContain('The sheet in the quoted text');
  }
  // A line that cannot be read is one that was filled in, too.
  const receipt = await players.mailTo(players.ann, '(version 2)');
  const unreadable = quoted(receipt).replace(/^> Campaign money 1:.*$/m, '> Campaign money 1: as before');
  await above(receipt, 'Press release: Last.', unreadable);
  expect((await versions()).at(-1)).toBe('4 standing | Last.');
  expect((await newest()).text).toContain(said);
});

test('a line of the sheet directly below a long quoted line is named as not read', async () => {
  const lines = quoted(await printout()).split('\n');
  const at = lines.findIndex((line) => line.length > 60 && !line.includes('==='));
  lines.splice(at + 1, 0, 'Fundraising trips: CA, NY, TX');
  await above(await printout(), '', `${lines.join('\n')}\n\nPress release: Below.`);
  expect(await versions()).toEqual(['1 standing | Below.']);
  const receipt = (await newest()).text;
  expect(receipt).toContain('“Fundraising trips: CA, NY, TX” was not read as a part of your sheet.');
  await above(await printout(), 'FINAL', lines.join('\n'));
  expect((await versions()).at(-1)).toBe('2 standing final | Below.');
  expect((await newest()).text).toContain('“Fundraising trips: CA, NY, TX” was not read');
});

/** A quotation of a mail, with a line directly below its first long line. */
function belowLongLine(mail: Email, typed: string): string {
  const lines = quoted(mail).split('\n');
  const at = lines.findIndex((line) => line.length > 60 && !line.includes('==='));
  lines.splice(at + 1, 0, typed);
  return lines.join('\n');
}

test.each(['fundraising: CA, NY, TX', 'Fundraising trips CA, NY, TX', 'Fundraising trip: CA, NY, TX'])(
  '“%s” directly below a long quoted line is named as not read, whatever is answered',
  async (typed) => {
    const mail = await printout();
    const named = `“${typed}” was not read`;
    await above(mail, 'STATUS', belowLongLine(mail, typed));
    expect((await newest()).text).toContain(typed);
    await above(mail, 'Press release: Above.', belowLongLine(mail, typed));
    expect((await newest()).text).toContain(named);
    await above(mail, 'BLANK', belowLongLine(mail, typed));
    expect((await newest()).text).toContain(named);
    expect(await versions()).toEqual(['1 superseded | Above.', '2 standing']);
    await above(await players.mailTo(players.ann, '(version 1)'), 'Thanks!', belowLongLine(mail, typed));
    const { subject, text } = await newest();
    expect(subject).toContain('your e-mail has no sheet');
    expect(text).toContain(typed);
  },
);

test('FINAL above a quoted sheet that was filled in makes that sheet final', async () => {
  const mail = await printout();
  await players.reply(mail, 'Fundraising trips: CA');
  await above(mail, 'FINAL', trips(mail, 'NY, TX'));
  expect((await versions()).at(-1)).toBe('2 standing NY TX final');
  await above(mail, '', trips(mail, 'FL'), 'Re: FINAL');
  expect((await versions()).at(-1)).toBe('3 standing FL final');
  const receipt = await players.mailTo(players.ann, '(version 3)');
  await above(receipt, 'FINAL', trips(receipt, 'GA'));
  expect((await versions()).at(-1)).toBe('4 standing GA final');
  const before = trips(receipt, 'GA').replaceAll(/^.*As mailed:.*\n/gm, '');
  await above(receipt, 'FINAL', before.replace('trips: GA', 'trips: UT'));
  expect((await versions()).at(-1)).toBe('5 standing UT final');
});

test('FINAL above a quoted sheet as it was mailed is about the sheet that counts, and only if it is that one', async () => {
  const mail = await printout();
  await players.reply(mail, 'Fundraising trips: CA');
  const first = await players.mailTo(players.ann, '(version 1)');
  await players.reply(mail, 'Fundraising trips: NY');
  const second = await players.mailTo(players.ann, '(version 2)');
  await players.reply(first, 'FINAL');
  expect((await versions()).at(-1)).toBe('2 standing NY');
  expect((await newest()).text).toContain('Version 2 of your sheet counts.');
  for (const [at, quotation] of [second, mail].entries()) {
    await players.reply(quotation, 'FINAL');
    expect((await versions()).at(-1)).toBe(`${at + 3} standing NY final`);
  }
});

test.each(['STATUS', 'REOPEN', 'HELP', 'SEND'])(
  '%s above a quoted sheet that was filled in does not take it, and says so',
  async (command) => {
    const mail = await printout();
    const note = `The orders below ${command} were not taken.`;
    await above(mail, command, trips(mail, 'NY, TX'));
    expect(await versions()).toEqual([]);
    expect((await newest()).text).toContain(note);
    await players.reply(mail, 'Fundraising trips: CA');
    await players.reply(await players.mailTo(players.ann, '(version 1)'), command);
    expect(await versions()).toEqual(['1 standing CA']);
    expect((await newest()).text).not.toContain(note);
  },
);

test('a command that takes back orders for later does not take a quoted sheet that was filled in, and says so', async () => {
  const mail = await printout();
  await players.reply(mail, 'ADVANCE 2');
  await players.reply(mail, 'STANDING');
  for (const command of ['ADVANCE 2 NONE', 'STANDING NONE']) {
    const form = await players.mailTo(
      players.ann,
      command === 'STANDING NONE' ? 'standing orders' : 'turn 2',
    );
    const note = `The orders below ${command} were not taken. Send them in an e-mail of their own, without a command above them.`;
    for (const quotedMail of [mail, form]) {
      await above(quotedMail, command, trips(quotedMail, 'NY, TX'));
      expect((await newest()).text).toContain(note);
      await players.reply(quotedMail, command);
      expect((await newest()).text).not.toContain('were not taken');
    }
    await above(form, 'STATUS', trips(form, 'NY, TX'));
    expect((await newest()).text).toContain('The orders below STATUS were not taken.');
  }
  expect(await versions()).toEqual([]);
});

test('FINAL above orders for a later turn takes neither them nor the sheet that counts', async () => {
  await players.reply(await printout(), 'Fundraising trips: CA');
  await players.reply(await printout(), 'ADVANCE 2');
  const form = await players.mailTo(players.ann, 'advance orders for turn 2');
  const stored = () => players.own.ctx.db.prisma.advanceOrders.count();
  const isTold = async () => {
    expect(await versions()).toEqual(['1 standing CA']);
    expect(await stored()).toBe(0);
    expect((await newest()).text).toContain('advance or standing orders, which cannot be final.');
  };
  await players.reply(form, 'FINAL\n\nFundraising trips: FL');
  await isTold();
  await above(form, '', trips(form, 'GA'), 'Re: FINAL');
  await isTold();
  await players.reply(form, 'FINAL');
  expect((await versions()).at(-1)).toBe('2 standing CA final');
});

test('what was typed on lines between quoted ones is not named as not read', async () => {
  const mail = await printout();
  const filled = quoted(mail)
    .replace(/^(> Fundraising trips:.*)$/m, '$1\nCA, TX')
    .replace(/^(> Press release:.*)$/m, '$1\nVote for me');
  await players.send(mail, { text: `On 01/03/2027 13:00, Whistlestop wrote:\n${filled}` });
  expect(await versions()).toEqual(['1 standing CA TX | Vote for me']);
  expect((await newest()).text).not.toContain('was not read');
});
