import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/client.ts';
import { makeBackup } from '../../../src/operations/backup/make-backup.ts';
import { checkRestorable, restoreBackup } from '../../../src/operations/backup/restore-backup.ts';
import { codesOf, granted, runningGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { shortOrLong } from '../../helpers/long.ts';
import { allRows } from '../../helpers/rows.ts';
import { emptyDatabase } from './rich-database.ts';

let own: TestContext;
let dir: string;
/** The bytes of a good backup, and its text. */
let good: Buffer;
let text: string;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-damaged-'));
  own = await testContext();
  await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const file = path.join(dir, 'good.gz');
  granted(await makeBackup(own.url, file, { replay: false }));
  good = await readFile(file);
  text = gunzipSync(good).toString();
}, 60_000);
afterAll(async () => {
  await own.close();
  await rm(dir, { recursive: true, force: true });
});

const other = () => path.join(dir, 'other.gz');

async function codesFor(bytes: Buffer): Promise<string[]> {
  await writeFile(other(), bytes);
  return codesOf(await checkRestorable(other()));
}

/** The text of a compressed file, or null if gzip refuses the file. */
function unpacked(bytes: Buffer): string | null {
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return null;
  }
}

/** The file with another text, and with the right hash if `sealed`. */
function written(changed: string, sealed: boolean): Buffer {
  if (!sealed) return gzipSync(changed);
  const end = changed.lastIndexOf('\n', changed.length - 2) + 1;
  const sha256 = createHash('sha256').update(changed.slice(0, end)).digest('hex');
  return gzipSync(
    `${changed.slice(0, end)}${JSON.stringify({ ...JSON.parse(changed.slice(end)), sha256 })}\n`,
  );
}

test('the good file is accepted, and so is its text in another compression', async () => {
  await writeFile(other(), gzipSync(text, { level: 1 }));
  granted(await checkRestorable(other()));
  await writeFile(other(), written(text, true));
  granted(await checkRestorable(other()));
});

describe('refused is', () => {
  test('a file that ends too soon', async () => {
    const step = Math.ceil(good.length / shortOrLong(40, 1000));
    for (let length = 1; length < good.length; length += step) {
      expect(await codesFor(good.subarray(0, length)), `${length} bytes`).toEqual(['damaged']);
    }
    expect(await codesFor(good.subarray(0, -1))).toEqual(['damaged']);
  });

  test('a file with a flipped bit, unless its text is still the same', async () => {
    const step = Math.ceil(good.length / shortOrLong(80, 2000));
    // The text stays the same if the bit is in gzip's date or only fills up the last byte of a block.
    // Bytes 3 to 9 hold gzip's flags, the date and the system.
    const places = [0, 1, 2, ...Array.from({ length: good.length }, (_, i) => i).filter((i) => i >= 10)];
    for (let i = 0; i < places.length; i += i < 16 ? 1 : step) {
      const at = places[i] as number;
      const flipped = Buffer.from(good);
      flipped[at] = (flipped[at] as number) ^ (1 << (at % 8));
      if (unpacked(flipped) === text) continue;
      expect(['damaged', 'unknown-format'], `byte ${at}`).toContain((await codesFor(flipped))[0]);
    }
  });

  test.each<[what: string, change: (text: string) => string]>([
    ['a changed word', (all) => all.replace('Ann Baker', 'Ann Boker')],
    ['a missing row', (all) => all.replace(/\n1000\d\t.*/, '')],
    ['a missing table', (all) => all.replace(/\{"table":"Absence"\}\n\\\.\n/, '')],
    ['two texts', (all) => all + all],
    ['a missing last line', (all) => all.slice(0, all.lastIndexOf('{"end"'))],
    ['missing sequences', (all) => all.replace(/\{"sequences".*\n/, '')],
    ['missing jobs', (all) => all.slice(0, all.indexOf('{"jobs":['))],
    ['a header that is not valid', (all) => all.replace('"whistlestop":', '"whistlestep":')],
  ])('a text with %s', async (_, change) => {
    expect(change(text)).not.toBe(text);
    expect(await codesFor(written(change(text), false))).toEqual(['damaged']);
  });

  test.each<[what: string, change: (text: string) => string]>([
    ['a missing row', (all) => all.replace(/\n1000\d\t.*/, '')],
    ['another count of jobs', (all) => all.replace(/"jobs":\d+\},"sha256"/, '"jobs":99},"sha256"')],
  ])('%s even with a fitting hash', async (_, change) => {
    expect(await codesFor(written(change(text), true))).toEqual(['damaged']);
  });

  test('columns of jobs that are not those of a backup, which could be commands to the database', async () => {
    const before = text.slice(text.indexOf('{"jobs":['), text.indexOf('\n', text.indexOf('{"jobs":[')));
    const columns = (JSON.parse(before) as { jobs: string[] }).jobs;
    for (const hostile of [
      ["identifier) FROM PROGRAM 'id > /tmp/found' --"],
      [...columns, 'ordinal'],
      [...columns, columns[0]],
      ['"identifier"'],
      [7],
    ]) {
      const other = text.replace(before, JSON.stringify({ jobs: hostile }));
      expect(other).not.toBe(text);
      expect(await codesFor(written(other, true)), JSON.stringify(hostile)).toEqual(['damaged']);
    }
  });

  test('a file of a newer version, of changed migrations, or of another program', async () => {
    const newer = text.replace('"formatVersion":1', '"formatVersion":2');
    expect(await codesFor(written(newer, true))).toEqual(['newer-version']);
    const later = text.replace('"migrations":[', '"migrations":[{"name":"2999_later","checksum":"00"},');
    expect(await codesFor(written(later, true))).toEqual(['newer-version']);
    const edited = text.replace(/("name":"00000000000000_init","checksum":")./, '$1x');
    expect(await codesFor(written(edited, true))).toEqual(['other-version']);
    expect(await codesFor(gzipSync('{"some":"thing"}\n'))).toEqual(['unknown-format']);
  });
});

test('a file that is damaged between the check and the restore leaves an empty database, which can be used then', async () => {
  const target = await emptyDatabase();
  await writeFile(other(), good);
  const backup = granted(await checkRestorable(other()));
  await writeFile(other(), written(text.replace('Ann Baker', 'Ann Boker'), false));
  expect(codesOf(await restoreBackup(target.url, backup, { hold: true }))).toEqual(['damaged']);
  const db = await openDatabase(target.url);
  expect((await allRows(db.pool))['public."Account"']).toEqual([]);
  await writeFile(other(), good);
  granted(await restoreBackup(target.url, backup, { hold: true }));
  const rows = (pool: typeof db.pool) => allRows(pool).then((all) => all['public."Turn"']);
  expect(await rows(db.pool)).toEqual(await rows(own.ctx.db.pool));
  await db.close();
  await target.drop();
  expect((await readdir(dir)).sort()).toEqual(['good.gz', 'other.gz']);
}, 60_000);
