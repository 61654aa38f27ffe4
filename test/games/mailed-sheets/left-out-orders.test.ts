import { expect, test } from 'vitest';
import { useContext } from '../../helpers/use-context.ts';
import { send } from '../game/play.ts';
import { gameWithForm } from './game-with-form.ts';

const own = useContext();

test('a form that may be blank is no blank sheet if orders for it were left out of the mail', async () => {
  const options = { pace: 'two-sheet' };
  const reroll = await gameWithForm(own, 'primary-season', ({ mayBeBlank }) => mayBeBlank === true, options);
  const label = reroll.form.sections[0]?.fields[0]?.label ?? '';
  const versions = () => own.ctx.db.prisma.sheet.count({ where: { seatId: reroll.seat.id } });
  const mail = (leftOut: string[]) =>
    reroll.mail(null, () => ({ text: { own: '', quotedSheet: `${label}: `, leftOut }, attached: null }));
  await send(own.ctx, reroll.seat, reroll.turn, { press: 'Mine' });
  expect(await mail([`${label}: 1`])).toMatchObject({ subject: 'your sheet was blank' });
  expect(await versions()).toBe(1);
  expect(await mail([])).toMatchObject({ subject: 'your sheet was blank' });
  expect(await versions()).toBe(1);
});

test('a blank sheet that was only quoted is not sent, not even as the only sheet of a turn', async () => {
  const options = { pace: 'two-sheet' };
  const reroll = await gameWithForm(own, 'primary-season', ({ mayBeBlank }) => mayBeBlank === true, options);
  const label = reroll.form.sections[0]?.fields[0]?.label ?? '';
  const versions = () => own.ctx.db.prisma.sheet.count({ where: { seatId: reroll.seat.id } });
  const mail = (
    text: { own: string; quotedSheet?: null },
    command: { kind: 'blank' | 'final' } | null = null,
  ) => reroll.mail(command, () => ({ text: { quotedSheet: `${label}: `, ...text }, attached: null }));
  expect(await mail({ own: '' })).toMatchObject({ subject: 'your sheet was blank' });
  expect(await mail({ own: 'Sent from my telephone' })).toMatchObject({ subject: expect.any(String) });
  expect(await versions()).toBe(0);
  // Each of these says that it is to be sent.
  expect(await mail({ own: `${label}: `, quotedSheet: null })).toBeNull();
  expect(await mail({ own: '' }, { kind: 'final' })).toBeNull();
  expect(await mail({ own: '' }, { kind: 'blank' })).toBeNull();
  expect(await versions()).toBe(3);
});
