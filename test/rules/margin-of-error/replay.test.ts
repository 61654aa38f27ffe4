import { describe, expect, test } from 'vitest';
import { commitment } from '../../../src/rules/dice.ts';
import type { LogEvent } from '../../../src/rules/margin-of-error/state.ts';
import { play, readReplay } from './replays.ts';

const names = ['margin-of-error-one', 'margin-of-error-two'];

describe.each(names)('%s: a whole game written down', (name) => {
  const replay = readReplay(name);

  test('goes the same way again, every state and every printout, byte for byte', () => {
    const again = JSON.parse(JSON.stringify(play(replay.script)));
    for (const [turn, page] of replay.pages.entries()) {
      expect(again.pages[turn], `turn ${turn}`).toEqual(page);
    }
    expect(JSON.stringify(again)).toBe(JSON.stringify(replay));
  });

  test('goes another way with other dice', () => {
    const secret = replay.script.secret.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    expect(play({ ...replay.script, secret }).pages.at(-1)?.state).not.toEqual(replay.pages.at(-1)?.state);
  });

  test('has seen nearly everything that can happen', () => {
    const log = replay.pages.flatMap((page) => (page.state as { log: LogEvent[] }).log);
    const kinds = new Set(log.map((event) => event.kind));
    const common = [
      'missing',
      'capital',
      'media',
      'fundraise',
      'campaign',
      'vp',
      'advertise',
      'last-minute',
      'final',
    ];
    const own = name.endsWith('one') ? ['opponent-stop', 'opponent-ad'] : ['order', 'skip'];
    expect([...kinds]).toEqual(expect.arrayContaining([...common, ...own]));
    expect(log.some((event) => event.kind === 'missing' && event.refused)).toBe(true);
    expect(log.some((event) => event.kind === 'missing' && !event.refused)).toBe(true);
  });

  test('commits to its dice on the first printout and shows the secret on the last alone', () => {
    const { secret } = replay.script;
    const printed = replay.pages.map((page) => JSON.stringify(page));
    expect(printed[0]).toContain(commitment(Buffer.from(secret, 'hex')));
    for (const page of printed.slice(0, -1)) expect(page).not.toContain(secret);
    expect(printed.at(-1)).toContain(secret);
  });
});
