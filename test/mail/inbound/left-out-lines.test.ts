import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { extractOrders } from '../../../src/mail/inbound/extract-reply.ts';
import { LETTERHEAD } from '../../../src/mail/letterhead.ts';
import { type MailPlayers, quoted, startMailPlayers } from './mail-players.ts';

/* Lines of a sheet that look like part of a signature or of what introduces a quotation: the player is told that they do not count. */

const SENDER = 'Whistlestop <post@whistlestop.test>';
const read = (lines: string[]) => extractOrders(lines.join('\n'), SENDER);

describe('what is left out of a reply with orders', () => {
  test('is a signature, but no drawing and nothing that was kept', () => {
    expect(read(['| O |', 'Yes', '', 'Yes', '', '-- ', '| O |', 'Yes', 'Ann'])).toEqual({
      own: '| O |\nYes\n\nYes',
      leftOut: ['--', 'Yes', 'Ann'],
    });
  });

  test('is no order directly below a drawing, whatever its signs', () => {
    const row = `|${'░▓█╱╲'.repeat(4)}|`;
    const lines = ['Show 1: Drawing', row, row, 'Press release: Hello'];
    expect(read(lines)).toEqual({ own: lines.join('\n'), leftOut: [] });
  });

  test('is what introduces a quoted mail, but nothing of that mail', () => {
    const introduction = 'From Whistlestop, 01/03/2027 13:00';
    expect(read(['Mine', '', introduction, '', LETTERHEAD, 'Trips: CA'])).toEqual({
      own: 'Mine',
      leftOut: [introduction],
    });
    const attribution = 'On 01/03/2027 13:00, Whistlestop <post@whistlestop.test> wrote:';
    expect(read(['Mine', '', attribution, `> ${LETTERHEAD}`, '> Trips: CA', 'Mine, too'])).toEqual({
      own: 'Mine\n\nMine, too',
      leftOut: [attribution],
    });
  });
});

describe('orders that look like part of a signature or of a quotation', () => {
  let players: MailPlayers;
  beforeAll(async () => {
    players = await startMailPlayers();
  });
  afterAll(() => players?.close());

  const [first, second] = ['Campaign money 1: CA 100', 'Campaign money 2: TX 200'];
  test.each([
    ['below dashes', ['Fundraising trips: NV', '', '--', first, second]],
    [
      'below an introduction',
      ['Fundraising trips: NV', 'Mine of 3/1/2027 9:00 via Whistlestop:', first, second],
    ],
    [
      'among headers',
      ['Fundraising trips: NV', 'Press release: Ann, via Whistlestop', 'Note: mine', first, second],
    ],
    ['in a mail that is not read otherwise', ['Here you are', '', '--', first, second]],
  ])('are named as not read: %s', async (_, lines) => {
    await players.send(await players.mailTo(players.ann, 'printout for turn 1'), { text: lines.join('\n') });
    const answer = (await players.mailsTo(players.ann)).at(-1)?.text ?? '';
    const above = answer.slice(0, answer.indexOf('====='));
    for (const line of [first, second]) expect(above).toContain(line);
    expect(above).toContain('not read');
  });

  const belowQuoted = async (subject: string, typed: string[]) => {
    const mail = await players.mailTo(players.ann, subject);
    const quotation = quoted(mail);
    expect(quotation.split('\n').at(-1)?.length).toBeGreaterThan(58);
    await players.send(mail, {
      text: `On 01/03/2027 13:00, Whistlestop wrote:\n${quotation}\n${typed.join('\n')}`,
    });
    const answer = (await players.mailsTo(players.ann)).at(-1)?.text ?? '';
    return answer.slice(0, answer.indexOf('=====')).replace(/\s+/g, ' ');
  };

  test('are named below a quotation whose sheet has the same line and is not read', async () => {
    await players.reply(await players.mailTo(players.ann, 'printout for turn 1'), 'Fundraising trips: UT');
    const version = (await players.sheetsOf(players.ann)).length;
    const typed = ['Fundraising trips: UT', first];
    const named = '“Fundraising trips: UT” was not read as a part of your sheet.';
    expect(await belowQuoted(`(version ${version})`, typed)).toContain(named);
    expect((await players.sheetsOf(players.ann)).length).toBe(version + 1);
    expect(await belowQuoted(`(version ${version})`, typed.slice(0, 1))).toContain('Nothing was changed');
  });

  test.each(['ADVANCE 3', 'STANDING', 'STATUS', 'BLANK'])(
    'are named if they are %s, and change nothing else of what is read',
    async (command) => {
      const said = await belowQuoted('printout for turn 1', [command, 'Fundraising trips: GA']);
      expect(said).toContain(`“${command}” was not read`);
      const raw = (await players.sheetsOf(players.ann)).at(-1)?.raw;
      expect(raw).toEqual({ fundraising: ['GA'] });
    },
  );

  test('are named with their first words', async () => {
    const text = `STATUS\n\n--\nFundraising trips: ${'CA '.repeat(20_000)}`;
    await players.send(await players.mailTo(players.ann, 'printout for turn 1'), { text });
    const answer = (await players.mailsTo(players.ann)).at(-1)?.text ?? '';
    expect(answer).toContain('Fundraising trips: CA CA CA');
    expect(answer.length).toBeLessThan(5_000);
  });
});
