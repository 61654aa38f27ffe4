import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { play } from '../../src/cli/play.ts';
import { fourPlayers } from './election-year/games.ts';

function sink(): { stream: Writable; text(): string } {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  return { stream, text: () => text };
}

async function run(source: string, input: string | Buffer[] = '') {
  const out = sink();
  const err = sink();
  const stdin = Readable.from(typeof input === 'string' ? [Buffer.from(input)] : input);
  const status = await play(source, { stdin, stdout: out.stream, stderr: err.stream });
  return { status, out: out.text(), err: err.text() };
}

const scenario = (press: string | null, expected = {}) =>
  JSON.stringify({
    ruleset: 'election-year',
    setup: { players: fourPlayers() },
    turns: [{ sheets: { AB: { press } }, expect: expected }],
  });

describe('play', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'whistlestop-play-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function file(name: string, text: string): Promise<string> {
    await writeFile(path.join(folder, name), text);
    return path.join(folder, name);
  }

  test('prints the document of a file with indentation', async () => {
    const { status, out, err } = await run(await file('good.json', `\uFEFF${scenario('Hello')}`));
    expect([status, err]).toEqual([0, '']);
    expect(out.startsWith('{\n "ruleset": "election-year",\n')).toBe(true);
    expect(JSON.parse(out).turns[0].state.press).toEqual([{ from: 'AB', text: 'Hello' }]);
  });

  test('exits with 1 if an expectation fails, and still prints the document', async () => {
    const { status, out, err } = await run(await file('other.json', scenario(null, { state: { turn: 9 } })));
    expect(status).toBe(1);
    expect(err).toMatch(/other\.json: turns\[0\]\.expect\.state\.turn: expected 9, found 1\n$/);
    expect(JSON.parse(out).turns).toHaveLength(1);
  });

  test('exits with 2 if the file is not a scenario, names the field and prints no document', async () => {
    const bad = await run(
      await file('bad.json', '{"ruleset":"election-year","setup":{"players":[]},"turns":[]}'),
    );
    expect([bad.status, bad.out]).toEqual([2, '']);
    expect(bad.err).toMatch(/: setup\.players must be a list of 4 to 12 players\n$/);
    const broken = await run(await file('broken.json', '{'));
    expect([broken.status, broken.out]).toEqual([2, '']);
    expect(broken.err).toMatch(/must be JSON/);
    expect(broken.err.trim().split('\n')).toHaveLength(1);
    const missing = await run(path.join(folder, 'missing.json'));
    expect([missing.status, missing.out]).toEqual([2, '']);
    expect(missing.err).toMatch(
      /missing\.json cannot be read \(ENOENT\)\. Check its name and permissions\.\n$/,
    );
  });

  test('plays one scenario per line and prints one document per line in the same order', async () => {
    const lines = [
      scenario('one'),
      '',
      'no JSON',
      scenario('two', { state: { turn: 9 } }),
      '  ',
      scenario('three'),
    ];
    const { status, out, err } = await run('-', lines.join('\r\n'));
    const printed = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(status).toBe(2);
    expect(printed).toHaveLength(4);
    expect(printed[1]).toEqual({ error: { field: '', message: expect.stringContaining('must be JSON') } });
    expect([0, 2, 3].map((i) => printed[i].turns[0].state.press[0].text)).toEqual(['one', 'two', 'three']);
    expect(
      err
        .trimEnd()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(['line 3', 'line 4']);
  });

  test('exits with the worst status of all lines', async () => {
    expect((await run('-', '')).status).toBe(0);
    expect((await run('-', `${scenario('x')}\n`)).status).toBe(0);
    expect((await run('-', `${scenario('x', { turn: 2 })}\n${scenario('x')}\n`)).status).toBe(1);
  });

  test('splits lines at line feeds only, wherever the chunks end', async () => {
    const whole = Buffer.from(
      `${scenario('Łódź \u2028 🗳').replace('\\u2028', '\u2028')}\n${scenario('b')}\n`,
    );
    const bytes = Array.from(whole, (byte) => Buffer.from([byte]));
    const { status, out } = await run('-', bytes);
    const texts = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).turns[0].state.press[0].text);
    expect([status, texts]).toEqual([0, ['Łódź   🗳', 'b']]);
  });

  test('prints the same bytes every time', async () => {
    const input = `${scenario('x')}\n${scenario('y')}\n`;
    expect((await run('-', input)).out).toBe((await run('-', input)).out);
  });

  test('stops silently when the reader is gone', async () => {
    const stdout = new Writable({
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
      },
    });
    const err = sink();
    const stdin = Readable.from(Array.from({ length: 50 }, () => `${scenario('x')}\n`));
    expect(await play('-', { stdin, stdout, stderr: err.stream })).toBe(0);
    expect(err.text()).toBe('');
  });
});
