import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Seat } from '../../src/database/generated/client.ts';
import type { GameTransfer } from '../../src/games/archive/transfer-file.ts';
import { transferIn } from '../../src/games/archive/transfer-in.ts';
import { transferOut } from '../../src/games/archive/transfer-out.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { processTurn } from '../../src/games/processing/process-turn.ts';
import { formingGame, granted, runningGame, send } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { useWeb } from '../web/use-web.ts';

/* Transfer files that were damaged, or changed by hand: they are refused in plain words, or do no harm. */

const { own, app } = useWeb();

let old: TestContext;
let running: GameTransfer;
let forming: GameTransfer;

beforeAll(async () => {
  old = await testContext();
  const g = await runningGame(old.ctx, { humans: 2, opponents: 2 });
  await send(old.ctx, g.seats[0] as Seat, 1, { press: 'Hello' });
  await processTurn(old.ctx, { gameId: g.game.id, turn: 1, by: g.gm.id });
  const other = await formingGame(old.ctx, { humans: 2, opponents: 2 });
  await old.ctx.db.prisma.gameSchedule.updateMany({ data: { pausedAt: old.ctx.now() } });
  running = granted(await transferOut(old.ctx, gameNumber(g.game)));
  forming = granted(await transferOut(old.ctx, gameNumber(other.game)));
});
afterAll(() => old.close());

/** The file with another value in a column of a table's last row. */
function damaged(file: GameTransfer, table: string, column: string, value: string | null): GameTransfer {
  const copy = structuredClone(file);
  const row = copy.tables[table]?.at(-1);
  if (row?.[column] === undefined) throw new Error(`There is no ${table}.${column}.`);
  row[column] = value;
  return copy;
}

test.each<[string, string, string | null, RegExp]>([
  ['GameSchedule', 'weekdays', null, /^GameSchedule has a value that the database does not take: .*weekdays/],
  ['GameSchedule', 'weekdays', '{1,1}', /^weekdays cannot be used\. Choose each weekday/],
  ['GameSchedule', 'timeZone', 'Nope/Zone', /^timeZone cannot be used\. Choose a time zone/],
  ['GameSchedule', 'blackouts', '[null]', /^blackouts cannot be used\. It should be a list/],
  ['GameSchedule', 'blackouts', '[{"from":"x","to":"y"}]', /^blackouts cannot be used\. “x to y”/],
  ['GameSchedule', 'dueTime', '6 PM', /^GameSchedule has a value .*GameSchedule_dueTime/],
  ['GameSchedule', 'reopenMinutes', '1441', /reopenMinutes/],
  ['GameSchedule', 'due', '1800-01-01 00:00:00+00', /^GameSchedule\.due is not a date that can be shown\./],
  ['GamePolicy', 'letters', 'before', /^lettersBefore cannot be used\. Enter the last turn/],
  ['GamePolicy', 'minReliability', '0', /minReliability/],
  ['GamePolicy', 'seatsWanted', '99', /^seatsWanted cannot be used\./],
  ['GameState', 'options', '[]', /cannot be used\./],
  ['Game', 'title', '\u200b', /^title cannot be used\. Enter a title/],
  ['Game', 'title', 'two\nlines', /^title cannot be used\. A title is a single line\./],
  ['Game', 'createdAt', 'infinity', /^Game\.createdAt is not a date that can be shown\./],
  ['Seat', 'name', '', /^name cannot be used\./],
  ['Seat', 'accountId', '7', /^Seat names an account that the file does not have/],
  ['Turn', 'turn', 'x', /^Turn has a value that the database does not take: .*integer/],
  ['Turn', 'header', 'null', /^game turn 1: the record is damaged and cannot be played again/],
])('%s.%s = %j is refused in plain words, and leaves nothing behind', async (table, column, value, words) => {
  const added = await transferIn(own.ctx, damaged(running, table, column, value));
  const problem = added.ok ? null : added.problems[0];
  expect(`${problem?.field} ${problem?.message}`).toMatch(words);
  expect(await own.ctx.db.prisma.game.count()).toBe(0);
  expect(await own.ctx.db.prisma.account.count()).toBe(0);
});

test('the beginning of a game that is damaged, and a game that only says that it has begun, are refused', async () => {
  const broken = structuredClone(running);
  for (const row of broken.tables.Turn ?? []) if (row.turn === '0') row.sheets = '{}';
  expect(await transferIn(own.ctx, broken)).toMatchObject({ ok: false, problems: [{ code: 'differs' }] });
  const begun = damaged(forming, 'Game', 'status', 'running');
  expect(await transferIn(own.ctx, begun)).toMatchObject({ ok: false });
});

test.each([
  'A name of as many characters as the name of an account may have, such as this one here.'.slice(0, 80),
  `${'A name that was cut at a space '.padEnd(59, 'x')} `,
])('the name of a seat that the server itself has stored is accepted: %j', async (name) => {
  granted(await transferIn(own.ctx, damaged(running, 'Seat', 'name', name)));
  await own.ctx.db.prisma.$executeRaw`TRUNCATE "Game", "Account" CASCADE`;
});

test('a person with an unknown time zone is refused', async () => {
  const file = structuredClone(running);
  (file.accounts[0] as { timeZone: string }).timeZone = 'Nope/Zone';
  const problems = [
    { field: 'accounts.0.timeZone', message: 'should be a time zone such as America/Chicago' },
  ];
  expect(await transferIn(own.ctx, file)).toMatchObject({ ok: false, problems });
});

/** Values of other kinds than most columns have. */
const VALUES = [null, '', '-1', '[null]', '{}', 'infinity', 'a\nb'];

/** The tables that lists and the public page of a game are made of. */
const SHOWN = ['Game', 'GameSchedule', 'GamePolicy', 'GameState', 'Seat'];

test('no value of a game that is accepted breaks a page that everyone sees', async () => {
  let address = 0;
  const statusOf = async (url: string) => {
    address += 1;
    const remoteAddress = `10.0.${address >> 8}.${address & 255}`;
    return (await app.inject({ method: 'GET', url, remoteAddress })).statusCode;
  };
  const answers = { accepted: 0, refused: 0 };
  for (const file of [running, forming]) {
    const changes = SHOWN.flatMap((table) =>
      Object.keys(file.tables[table]?.at(-1) ?? {}).flatMap((column) =>
        VALUES.map((value) => ({ table, column, value })),
      ),
    );
    for (const { table, column, value } of changes) {
      const added = await transferIn(own.ctx, damaged(file, table, column, value));
      answers[added.ok ? 'accepted' : 'refused'] += 1;
      if (!added.ok) continue;
      for (const url of ['/', '/games', `/games/${file.game}`, `/games/${file.game}/feed.atom`]) {
        expect(await statusOf(url), `${table}.${column} = ${JSON.stringify(value)}: ${url}`).toBe(200);
      }
      await own.ctx.db.prisma.$executeRaw`TRUNCATE "Game" CASCADE`;
    }
  }
  expect(answers.accepted).toBeGreaterThan(20);
  expect(answers.refused).toBeGreaterThan(300);
}, 300_000);
