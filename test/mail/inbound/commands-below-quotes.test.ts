import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { extractOrders } from '../../../src/mail/inbound/extract-reply.ts';
import { type MailPlayers, quoted, startMailPlayers } from './mail-players.ts';

/*
 * A command directly below a long quoted line may be the end of that line. In doubt nothing below it counts, because it may be meant
 * for another turn, and the player is told.
 */

const SENDER = 'Whistlestop <post@whistlestop.test>';
const LONG = '> Write to the GM, who answers within a day: https://whistlestop.test/games/17';

describe('what is read below a long quoted line', () => {
  test.each(['ADVANCE 3', 'standing.', 'STATUS'])('is nothing below %s, down to the end', (command) => {
    const lines = [LONG, command, 'Trips: TX', '', 'Money: 5', '> more', 'Money: 6'];
    expect(extractOrders(lines.join('\n'), SENDER)).toEqual({
      own: '',
      leftOut: [command, 'Trips: TX', 'Money: 5', 'Money: 6'],
      commands: [command],
    });
  });

  test('is what is below FINAL, which is for the open turn, and what is above any command', () => {
    const read = extractOrders([LONG, 'FINAL', 'Trips: TX'].join('\n'), SENDER);
    expect(read).toEqual({ own: 'Trips: TX', leftOut: ['FINAL'], commands: ['FINAL'] });
    expect(extractOrders(['Trips: TX', '', LONG, 'STATUS'].join('\n'), SENDER).own).toBe('Trips: TX');
  });

  test('is a command below an empty line', () => {
    const read = extractOrders([LONG, '', 'ADVANCE 3', 'Trips: TX'].join('\n'), SENDER);
    expect(read).toEqual({ own: 'ADVANCE 3\nTrips: TX', leftOut: [], commands: [] });
  });
});

describe('a command directly below the quoted printout', () => {
  let players: MailPlayers;
  beforeAll(async () => {
    players = await startMailPlayers();
  });
  afterAll(() => players?.close());
  beforeEach(async () => {
    await players.own.ctx.db.prisma.sheet.deleteMany();
    await players.reply(
      await players.mailTo(players.ann, 'printout for turn 1'),
      'Fundraising trips: CA, NY',
    );
  });

  const versions = async () => (await players.sheetsOf(players.ann)).map(({ raw }) => raw);
  const sendBelow = async (words: string, change?: (text: string) => string) => {
    const printout = await players.mailTo(players.ann, 'printout for turn 1');
    const quotation = quoted(printout, change);
    expect(quotation.split('\n').at(-1)?.length).toBeGreaterThan(58);
    await players.send(printout, {
      text: `On 01/03/2027 13:00, Whistlestop wrote:\n${quotation}\n${words}\n`,
    });
    const answer = (await players.mailsTo(players.ann)).at(-1)?.text ?? '';
    return answer.split('=====')[0] as string;
  };

  test.each(['ADVANCE 3', 'STANDING'])('%s with orders stores nothing', async (command) => {
    const answer = await sendBelow(`${command}\nFundraising trips: TX`);
    expect(await versions()).toEqual([{ fundraising: ['CA', 'NY'] }]);
    expect(await players.own.ctx.db.prisma.advanceOrders.count()).toBe(0);
    expect(answer).toContain(`“${command}” is directly below a quoted line`);
    expect(answer).toContain('Fundraising trips: TX');
  });

  test('ADVANCE 3 below orders in the quoted sheet stores nothing', async () => {
    const fillIn = (text: string) => text.replace(/^Fundraising trips:.*$/m, 'Fundraising trips: TX');
    expect(await sendBelow('ADVANCE 3', fillIn)).toContain('Nothing was changed');
    expect(await versions()).toEqual([{ fundraising: ['CA', 'NY'] }]);
  });

  test.each(['STATUS', 'REOPEN', 'HELP', 'BLANK'])('%s is named', async (command) => {
    expect(await sendBelow(command)).toMatch(new RegExp(`not read:\\s+(?:[-*•] )?${command}`));
    expect(await versions()).toEqual([{ fundraising: ['CA', 'NY'] }]);
  });
});
