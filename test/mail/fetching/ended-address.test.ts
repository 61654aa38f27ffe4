import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { sheetAddress } from '../../../src/games/mailed-sheets/sheet-address.ts';
import { type MailFetcher, startMailFetcher } from '../../../src/mail/fetching/mail-fetcher.ts';
import { runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type Dovecot, dovecotMissing, startDovecot } from '../../helpers/dovecot.ts';

/* A mail program answers a mail from the mailbox in which it lies, even if the account has another address since. */

const DOMAIN = 'mail.whistlestop.test';
const WAIT = { timeout: 30_000, interval: 50 };

const missing = dovecotMissing();
if (missing !== null) console.warn(missing);

describe.skipIf(missing !== null)(
  'orders to an address that ended because the player has another one',
  () => {
    let dovecot: Dovecot;
    let own: TestContext;
    let game: TestGame;
    let ann: Account;
    let fetcher: MailFetcher;

    beforeAll(async () => {
      dovecot = await startDovecot();
      own = await testContext();
      own.ctx.inbound = { domain: DOMAIN };
      own.setNow(new Date());
      game = await runningGame(own.ctx, { humans: 2, opponents: 2 });
      [ann] = game.players as [Account];
      fetcher = startMailFetcher({
        ctx: own.ctx,
        url: dovecot.url('games'),
        from: 'W <w@x.test>',
        interval: 100,
      });
    });
    afterAll(async () => {
      await fetcher?.stop();
      await own?.close();
      await dovecot?.close();
    });

    async function put(from: string, to: string): Promise<void> {
      const headers = [`Return-Path: <${from}>`, `From: <${from}>`, `To: ${to}`, 'Subject: Re: turn 1'];
      const id = `Message-ID: <${Math.random()}@elsewhere.test>`;
      await dovecot.put('games', [...headers, id, '', 'Fundraising trips: CA'].join('\n'));
    }

    const refusals = () => own.ctx.db.prisma.delivery.findMany({ where: { kind: 'refusal' } });

    test('are not taken, and their sender is told why; strangers who guess addresses are not', async () => {
      const { seats } = game.game;
      const seat = seats.find(({ accountId }) => accountId === ann.id) as (typeof seats)[number];
      const about = {
        game: game.game,
        seat,
        turn: 1,
        attempt: 1,
        target: { kind: 'open' as const },
        account: ann,
      };
      const address = `${await sheetAddress(own.ctx, about)}@${DOMAIN}`;
      await own.ctx.db.prisma.account.update({ where: { id: ann.id }, data: { email: 'ann@new.test' } });
      await put('stranger@elsewhere.test', address);
      await put(ann.email, `${address.replace(/-[^-]*@/, '-00000000000000000000aaaa@')}`);
      await put(ann.email.toUpperCase(), address);
      await vi.waitFor(
        async () => expect(await dovecot.mails('games', 'Whistlestop/Refused')).toHaveLength(3),
        WAIT,
      );
      const [told, ...others] = await refusals();
      expect(others).toEqual([]);
      expect(told?.toAddress).toBe(ann.email);
      expect(told?.detail.messages).toEqual([
        expect.stringContaining('your account has another e-mail address now'),
      ]);
      expect(await own.ctx.db.prisma.sheet.count({ where: { seatId: seat.id } })).toBe(0);
    });
  },
);
