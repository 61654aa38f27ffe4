import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { PlannedCheck } from './run/checks/check.ts';
import { checkMails } from './run/checks/mails.ts';
import type { StoredRecord } from './run/checks/record.ts';
import { checkSheets } from './run/checks/sheets.ts';
import { checkTurns } from './run/checks/turns.ts';
import type { AcceptedMail } from './run/machine/relay.ts';
import type { PlayedGame } from './run/people/games.ts';
import type { Person } from './run/people/person.ts';
import type { SentSheet } from './run/people/sheets.ts';
import type { Acknowledged } from './run/world.ts';

/* The checks of the fault run find what they are there for. */

const folder = mkdtempSync(path.join(tmpdir(), 'whistlestop-checks-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The problems that some checks find. */
async function problemsOf(checks: PlannedCheck[]): Promise<string[]> {
  const done = await Promise.all(checks.map((check) => check()));
  return done.flatMap(({ problems }) => problems);
}

const email = 'ann@people.test';
const ids = { first: '<1@test>', receipt: '<2@test>', next: '<3@test>' };

/** A game with one player, whose first turn has been processed. */
function goodRecord(): StoredRecord {
  const raw = { press: 'Dispatch 1', campaign: [{ state: 'OH', spend: 3 }] };
  const delivery = {
    ...{ status: 'sent', to: email, game: 'EY-1', seat: 'PA', sheetTurn: null, attempts: 1, lastError: null },
  };
  return {
    games: [{ game: 'EY-1', status: 'running', turn: 2, people: 1 }],
    sheets: [
      { game: 'EY-1', seat: 'PA', turn: 1, version: 1, channel: 'web', outcome: 'standing', raw },
      { game: 'EY-1', seat: 'CA', turn: 1, version: 1, channel: 'opponent', outcome: 'standing', raw: {} },
    ],
    turns: [
      { game: 'EY-1', turn: 0, attempt: 1, sheets: {}, hash: 'a', previousHash: null },
      { game: 'EY-1', turn: 1, attempt: 1, sheets: { PA: raw, CA: {} }, hash: 'b', previousHash: 'a' },
    ],
    printouts: [1, 2].flatMap((turn) => [
      { id: `p${turn}`, game: 'EY-1', turn, seat: 'PA', email },
      { id: `public${turn}`, game: 'EY-1', turn, seat: null, email: null },
    ]),
    deliveries: [
      { id: 'd1', kind: 'printout', messageId: ids.first, printout: 'p1', ...delivery },
      { id: 'd2', kind: 'receipt', messageId: ids.receipt, printout: null, ...delivery },
      { id: 'd3', kind: 'printout', messageId: ids.next, printout: 'p2', ...delivery },
    ],
    processed: [{ game: 'EY-1', detail: 'turn 1', count: 1 }],
    letters: [{ game: 'EY-1', text: 'Letter 1' }],
  };
}

/** What the run knows of the same game. */
function goodWorld() {
  const player = { name: 'Ann', email } as Person;
  const game = { number: 'EY-1', seats: [{ identifier: 'PA', player }] } as PlayedGame;
  const sheet: SentSheet = {
    ...{ game: 'EY-1', seat: 'PA', turn: 1, at: '', final: true, detail: '' },
    values: { press: 'Dispatch 1', 'campaign[0].state': 'OH', 'campaign[0].spend': '3' },
    ...{ answer: 'acknowledged', version: 1 },
  };
  const mails = Object.values(ids).map((messageId, i): AcceptedMail => {
    // The contents are checked by subject; these have none of those.
    const about = { subject: 'EY-1: a mail', sha256: `hash of ${messageId}`, answered: true };
    return { number: i + 1, at: '', to: [email], messageId, ...about };
  });
  const acknowledged: Acknowledged[] = [
    { kind: 'letter', game: 'EY-1', text: 'Letter 1' },
    { kind: 'process', game: 'EY-1', turn: 1 },
  ];
  return {
    games: [game],
    probes: [],
    ledger: [sheet],
    acknowledged,
    relay: { mails },
    journal: { dir: folder },
  };
}

type Spoil = (record: StoredRecord, world: ReturnType<typeof goodWorld>) => void;

/** What all checks find when something has been spoiled. */
function found(spoil: Spoil): Promise<string[]> {
  const record = goodRecord();
  const world = goodWorld();
  spoil(record, world);
  return problemsOf([...checkSheets(world, record), ...checkTurns(record), ...checkMails(world, record)]);
}

/** The first entry of a list of which a test knows that it has one. */
const first = <T>(list: T[]): T => list[0] as T;

test('The checks of the fault run find nothing wrong with a good record', async () => {
  expect(await found(() => {})).toEqual([]);
});

describe('The checks of the fault run find', () => {
  test.each<[what: string, spoil: Spoil, problem: string]>([
    ['a lost sheet', ({ sheets }) => sheets.shift(), 'version 1, sent , is LOST'],
    ['a sheet with another content', ({ sheets }) => (first(sheets).raw = {}), 'has another content'],
    [
      'a sheet that nobody sent',
      ({ sheets }) => sheets.push({ ...first(sheets), version: 2, outcome: 'refused', raw: { press: 'No' } }),
      'version 2 was not sent by the player',
    ],
    [
      'an older version that stands instead of the last',
      ({ sheets }, { ledger }) => {
        sheets.push({ ...first(sheets), version: 2, outcome: 'superseded' });
        ledger.push({ ...first(ledger), version: 2 });
      },
      'version 2 was acknowledged last, but an earlier one is standing',
    ],
    [
      'another sheet that was played',
      ({ turns }) => ((turns[1] as { sheets: unknown }).sheets = { PA: null, CA: {} }),
      'another sheet was played',
    ],
    ['a lost letter', ({ letters }) => letters.pop(), 'a letter is LOST: Letter 1'],
    [
      'a turn that the GM processed and that is not recorded',
      (_record, { acknowledged }) => acknowledged.push({ kind: 'process', game: 'EY-1', turn: 2 }),
      'turn 2 was processed by the GM, but there is no record of it',
    ],
    ['a gap in the turns', ({ turns }) => turns.shift(), 'turn 2 is open, and these are in force: 1'],
    [
      'a turn processed twice',
      ({ processed }) => (first(processed).count = 2),
      'turn 1 is 2 times in the log',
    ],
    ['a broken chain', ({ turns }) => ((turns[1] as { previousHash: string }).previousHash = 'x'), 'follow'],
    [
      'a missing printout',
      ({ printouts }) => printouts.shift(),
      'before turn 1 there are printouts for public',
    ],
    [
      'a printout that was not mailed',
      (_record, { relay }) => relay.mails.pop(),
      'the printout of [PA] before turn 2 never reached ann@people.test (sent)',
    ],
    ['a missing receipt', ({ deliveries }) => deliveries.splice(1, 1), 'EY-1 [PA]: 0 receipts for 1 sheets'],
    [
      'mail that only seems to be sent',
      (_record, { relay }) => relay.mails.splice(1, 1),
      'was never accepted, but is sent',
    ],
    [
      'copies that differ',
      (_record, { relay }) => relay.mails.push({ ...first(relay.mails), number: 4, sha256: 'other' }),
      'mails 1, 4 differ',
    ],
    [
      'mail to someone else',
      (_record, { relay }) => (first(relay.mails).to = ['ben@people.test']),
      'mail 1 about EY-1 [PA] went to ben@people.test',
    ],
    [
      'mail that no record knows',
      (_record, { relay }) => relay.mails.push({ ...first(relay.mails), number: 4, messageId: '<9@test>' }),
      'mail 4 to ann@people.test is in no record of the server',
    ],
  ])('%s', async (_what, spoil, problem) => {
    expect((await found(spoil)).join('\n')).toContain(problem);
  });
});
