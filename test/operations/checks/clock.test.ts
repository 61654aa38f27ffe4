import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockCheck } from '../../../src/operations/checks/clock.ts';
import { createClockDoubts } from '../../../src/operations/downtime/clock-doubts.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';

let own: TestContext;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

const doubts = createClockDoubts();

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What is found if the server's clock differs from the database's by so many milliseconds. */
function foundAt(offset: number) {
  return clockCheck({ ...own.ctx, now: () => new Date(Date.now() + offset) }, doubts).run();
}

test.each([0, 55 * SECOND, -55 * SECOND])('clocks that differ by %i milliseconds agree', async (offset) => {
  expect(await foundAt(offset)).toEqual({ level: 'ok', message: 'The clocks agree.' });
});

test.each([
  [65 * SECOND, '1 minute ahead of'],
  [-3 * MINUTE, '3 minutes behind'],
  [26 * HOUR, '26 hours ahead of'],
  [-400 * 24 * HOUR, '9,600 hours behind'],
])('a difference of %i milliseconds is a warning: %s', async (offset, words) => {
  expect(await foundAt(offset)).toEqual({
    level: 'warning',
    message: `The clock of the server is ${words} the clock of the database, so turns may be processed at the wrong time. Set both clocks, by NTP if possible.`,
  });
});
