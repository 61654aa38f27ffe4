import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MailCommand } from '../../../src/games/mailed-sheets/commands.ts';
import type { SheetForm } from '../../../src/rules/sheet.ts';
import { valuesAtFirst } from '../../../src/rules/sheet-values.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { send } from '../game/play.ts';
import { type GameWithForm, gameWithForm } from './game-with-form.ts';

/*
 * Some mail programs attach the printout again to a reply. If nothing was filled in on it, it changes nothing, although the form of a
 * recount in Electoral Barrage has rows that are filled in at first.
 */

let own: TestContext;
let recount: GameWithForm;
beforeAll(async () => {
  own = await testContext();
  const hasRowsAtFirst = (form: SheetForm) => Object.keys(valuesAtFirst(form)).length > 1;
  recount = await gameWithForm(own, 'electoral-barrage', hasRowsAtFirst);
}, 60_000);
afterAll(() => own?.close());
beforeEach(async () => {
  await own.ctx.db.prisma.sheet.deleteMany();
});

/** What a mail with the untouched printout and these words does. */
const mailUntouched = (words: string, command: MailCommand | null) =>
  recount.mail(command, (form) => ({
    text: { own: words, quotedSheet: null },
    attached: { ok: true, value: { values: valuesAtFirst(form), final: false, problems: [] } },
  }));

const versions = async () =>
  (await own.ctx.db.prisma.sheet.findMany({ orderBy: { version: 'asc' } })).map(({ raw, channel, final }) => [
    raw,
    channel,
    final,
  ]);
const sendMine = () => send(own.ctx, recount.seat, recount.turn, { press: 'Mine' });

test.each(['Thanks!', ''])('does not replace the sheet that counts: “%s”', async (words) => {
  await sendMine();
  expect(await mailUntouched(words, null)).toMatchObject({ subject: 'your sheet was blank' });
  expect((await versions()).map(([raw]) => raw)).toEqual([{ press: 'Mine' }]);
});

test('is no sheet beside other words if there is none yet', async () => {
  expect(await mailUntouched('Thanks!', null)).toMatchObject({ subject: 'your sheet was blank' });
  expect(await mailUntouched('', { kind: 'final' })).toMatchObject({ subject: 'nothing was changed' });
  expect(await versions()).toEqual([]);
});

test('FINAL with it marks the sheet that counts', async () => {
  await sendMine();
  expect(await mailUntouched('', { kind: 'final' })).toBeNull();
  expect((await versions()).at(-1)).toEqual([{ press: 'Mine' }, 'mail', true]);
});

test('BLANK with it sends a blank sheet', async () => {
  await sendMine();
  expect(await mailUntouched('', { kind: 'blank' })).toBeNull();
  expect((await versions()).at(-1)).toEqual([{}, 'mail', false]);
});

test('alone is a sheet if there is none yet', async () => {
  expect(await mailUntouched('', null)).toBeNull();
  expect((await versions()).map(([, channel]) => channel)).toEqual(['pdf']);
});
