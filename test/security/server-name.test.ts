import { describe, expect, test } from 'vitest';
import { checkName, checkStoredPerson } from '../../src/accounts/account-details.ts';
import { createAccount } from '../../src/accounts/accounts.ts';
import { requestSignUp } from '../../src/accounts/requested-mail.ts';
import { updateAccount } from '../../src/accounts/update-account.ts';
import { addSeat } from '../../src/games/seats/manage-seats.ts';
import { letterheadPrefix } from '../../src/mail/inbound/quoted-letterhead.ts';
import { anAccount, codesOf, formingGame, granted } from '../games/game/play.ts';
import { useContext } from '../helpers/use-context.ts';

/* A name like that of the server could make people believe that the server wrote what a person wrote. */

const own = useContext();

describe('a name like that of the server', () => {
  test.each([
    ...[
      'Whistlestop',
      'WHISTLESTOP',
      ' whistle stop ',
      'Whístlestop',
      'Ｗｈｉｓｔｌｅｓｔｏｐ',
      'Whistle-stop!',
    ],
    ...['★ Whistlestop ★', '⭐ Whistlestop ⭐', 'Ann ★ Baker', '★'],
    ...['A: * Whistlestop *', 'AB> ? Whistlestop ?', 'A: ＊ Whistle-stop ＊', 'Ann ☆ WHISTLESTOP ☆ Baker'],
    ...[
      'Whistlestopʼ',
      'Whistleʼstop',
      'ー Whistlestop ー',
      'ǀ Whistlestop ǀ',
      'Whistlestopꞌ',
      'Whistlestop™',
      'Whistlestop℠',
    ],
    ...['AB> ⋆ Whistlestop ⋆', 'AB> ∗ Whistlestop ∗', 'AB> ⁎ Whistlestop ⁎'],
  ])('%j is refused', async (name) => {
    const email = 'ann.like.the.server@players.test';
    expect(codesOf(await createAccount(own.ctx, { name, email }))).toEqual(['name-reserved']);
  });

  test.each(['Ann Whistlestop', 'Whistler', 'Whistlestopper', 'Stella ☆ Star', 'Ann “Whistlestop” Baker'])(
    '%j is not',
    async (name) => {
      granted(await createAccount(own.ctx, { name, email: `${name.replace(/\W/g, '')}@players.test` }));
    },
  );

  test.each(['★', '*', '?', '\ufffd', '&#9733;', '&#x2605;', '&starf;', 'â˜…', '*&starf;*'])(
    'is refused with %j for the star, which in a reply begins what counts as quoted',
    async (star) => {
      for (const before of ['', 'AB> ', '| ', 'A: ']) {
        const name = `${before}${star} Whistlestop ${star}`;
        expect(letterheadPrefix(name)).toBe(before.trim());
        expect(codesOf(checkName(name)), name).toEqual(['name-reserved']);
      }
    },
  );

  test('is refused wherever someone enters one, with a clear message', async () => {
    const { ctx } = own;
    const [name, email] = ['Whistlestop', 'ann.like.the.server@players.test'];
    const asked = await requestSignUp(ctx, { name, email, next: '', minutes: 10 });
    expect(codesOf(asked)).toEqual(['name-reserved']);
    expect(asked.ok ? '' : asked.problems[0]?.message).toBe(
      'Enter a name without ★ that is not the name of this server, Whistlestop.',
    );
    const ann = await anAccount(ctx, 'Ann Baker');
    const details = { name, timeZone: 'UTC', paper: 'a4' as const, address: null, publishAddress: false };
    expect(codesOf(await updateAccount(ctx, ann.id, details))).toEqual(['name-reserved']);
    const { game, gm } = await formingGame(ctx, { humans: 0, opponents: 1 });
    expect(codesOf(await addSeat(ctx, { gameId: game.id, by: gm.id, name, opponent: true }))).toEqual([
      'reserved',
    ]);
  });

  test('stays where it is stored, also in backups and games of other servers', async () => {
    const name = '★ Whistlestop ★';
    const { id } = await anAccount(own.ctx, 'Ann Baker');
    await own.ctx.db.prisma.account.update({ where: { id }, data: { name } });
    const details = { name, timeZone: 'UTC', paper: 'a4' as const, address: null, publishAddress: false };
    expect(granted(await updateAccount(own.ctx, id, details))).toMatchObject({ name, timeZone: 'UTC' });
    granted(checkStoredPerson({ name: '★ Whistlestop ★', email: 'ann@players.test' }));
  });
});
