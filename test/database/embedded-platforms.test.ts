import { describe, expect, test } from 'vitest';
import { adviceFor, pauseAfter } from '../../src/database/embedded/attempts.ts';
import {
  commandLineQuery,
  isPostmasterCommand,
  isSameFolder,
  requireUsablePath,
} from '../../src/database/embedded/platform.ts';

describe('two paths name the same folder', () => {
  test.each<[NodeJS.Platform, string, string, boolean]>([
    ['linux', '/srv/data/postgres/cluster', '/srv/data/postgres/cluster', true],
    ['linux', '/srv/Data/postgres/cluster', '/srv/data/postgres/cluster', false],
    ['darwin', '/Users/Ann/Data/postgres/cluster', '/Users/ann/data/postgres/cluster', true],
    ['darwin', '/Users/ann/Zu\u0308ge', '/Users/ann/Z\u00fcge', true],
    ['win32', 'C:/Games/data/postgres/cluster', 'C:\\games\\data\\postgres\\cluster', true],
    ['win32', 'C:/Games/data', 'D:\\Games\\data', false],
  ])('on %s: %s and %s: %s', (platform, one, other, same) => {
    expect(isSameFolder(one, other, platform)).toBe(same);
  });
});

describe('the command line of a postmaster is recognized', () => {
  const linux = '/srv/data/postgres/cluster';
  const mac = '/Users/ann/My Games/data/postgres/cluster';
  const windows = 'C:\\Users\\Ann\\My Games\\data\\postgres\\cluster';
  test.each<[NodeJS.Platform, string, string, boolean]>([
    ['linux', `/opt/native/bin/postgres -D ${linux} -p 5432 -c timezone=UTC `, linux, true],
    ['linux', `/opt/native/bin/postgres -D ${linux}2 -p 5432 `, linux, false],
    ['linux', `/usr/bin/tail -f -D ${linux} `, linux, false],
    ['linux', '', linux, false],
    ['darwin', `/Users/ann/My Games/native/bin/postgres -D ${mac} -p 5432`, mac, true],
    ['darwin', `/Users/ann/My Games/native/bin/postgres -D ${mac} copy -p 5432`, mac.slice(0, -3), false],
    ['darwin', '(postgres)', mac, false],
    [
      'win32',
      `"C:/Users/Ann/My Games/native/bin/postgres.exe" -D "C:/Users/Ann/My Games/data/postgres/cluster" -p 5432`,
      windows,
      true,
    ],
    ['win32', '"C:\\Program Files\\PostgreSQL\\18\\bin\\postgres.exe" -D "C:\\pg\\data"', windows, false],
    ['win32', 'C:\\Windows\\notepad.exe', windows, false],
  ])('on %s: %s for %s: %s', (platform, command, cluster, expected) => {
    expect(isPostmasterCommand(command, cluster, platform)).toBe(expected);
  });

  test('with a program of each system', () => {
    expect(commandLineQuery(42, 'linux')).toBeNull();
    expect(commandLineQuery(42, 'darwin')).toEqual(['ps', ['-ww', '-o', 'command=', '-p', '42']]);
    expect(commandLineQuery(42, 'win32')?.[0]).toBe('powershell.exe');
  });
});

describe('a data folder whose path pg_ctl would break is refused', () => {
  test.each<[NodeJS.Platform, string, boolean]>([
    ['linux', '/srv/My Games/data', true],
    ['linux', '/srv/100%/data', true],
    ['linux', '/srv/$HOME/data', false],
    ['darwin', '/srv/"games"/data', false],
    ['win32', 'C:\\Users\\Ann\\My Games', true],
    ['win32', 'C:\\%TEMP%\\data', false],
  ])('on %s: %s is usable: %s', (platform, folder, usable) => {
    const attempt = () => requireUsablePath(folder, platform);
    if (usable) expect(attempt).not.toThrow();
    else expect(attempt).toThrow(/because of the character .+ in its path\. Set DATA_DIR to another folder/);
  });
});

test('the pauses between attempts grow up to the longest', () => {
  const pauses = [1, 2, 3, 4, 10, 11, 12, 1000].map((failures) => pauseAfter(failures, 30_000));
  expect(pauses).toEqual([50, 100, 200, 400, 25_600, 30_000, 30_000, 30_000]);
});

test.each([
  ['could not write to file "pg_wal/xlogtemp.1": No space left on device', /^Free space/],
  ['could not open file "postmaster.pid": Permission denied', /^Let the user that runs it write in DATA_DIR/],
  ['could not open file "postmaster.pid": Read-only file system', /write in DATA_DIR/],
  ['PANIC:  could not locate a valid checkpoint record', /restore a backup/],
  ['anything else', /^Correct the cause/],
])('the advice for "%s"', (reason, advice) => {
  expect(adviceFor(reason)).toMatch(advice);
});
