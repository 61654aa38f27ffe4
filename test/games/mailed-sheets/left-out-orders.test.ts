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
  expect(await mail([])).toBeNull();
  expect(await versions()).toBe(2);
});
