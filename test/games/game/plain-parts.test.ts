import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, firstDifference } from '../../../src/games/archive/canonical-json.ts';
import { gameNumber, parseGameNumber } from '../../../src/games/game/game-number.ts';
import { chooseIdentifier, isIdentifier } from '../../../src/games/seats/seat-identifier.ts';
import { playedRaw, type SheetVersion } from '../../../src/games/sheets/played-sheets.ts';
import { wellFormed } from '../../../src/games/sheets/raw-sheet.ts';
import { runs } from '../../helpers/long.ts';

describe('identifiers', () => {
  test.each([
    ['Ann Baker', [], 'AB'],
    ['Ann Baker', ['AB'], 'AN'],
    ['Mary Jo van der Berg', [], 'MJB'],
    ['Zoë Łukasiewicz', [], 'ZL'],
    ['Cher', [], 'CH'],
    ['X', [], 'XA'],
    ['村上春樹', [], 'XA'],
    ['', ['XA'], 'XB'],
    ['Øystein Å.', [], 'OA'],
  ])('of %s next to %j is %s', (name, taken, identifier) => {
    expect(chooseIdentifier(name, new Set(taken))).toBe(identifier);
  });

  test('are always valid and free', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (name, names) => {
        const taken = new Set<string>();
        for (const other of names) taken.add(chooseIdentifier(other, taken));
        const identifier = chooseIdentifier(name, taken);
        expect(isIdentifier(identifier)).toBe(true);
        expect(taken.has(identifier)).toBe(false);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('game numbers', () => {
  test('are read in upper and lower case and written in upper case', () => {
    expect(parseGameNumber(' ey-12 ')).toEqual({ prefix: 'EY', serial: 12 });
    expect(gameNumber({ prefix: 'EY', serial: 12 })).toBe('EY-12');
  });

  test.each(['', 'EY', 'EY-', 'EY-0', 'EY-01', 'EY-1;', 'EY-9999999999', '12', "EY-1' --", 'EY--1'])(
    '%j is none',
    (text) => {
      expect(parseGameNumber(text)).toBeNull();
    },
  );
});

describe('raw sheets', () => {
  test('lose characters that cannot be stored, also in keys', () => {
    const raw = { 'pr\0ess': 'a\0b\ud800c', rows: ['\udfff', 1, null, true] };
    expect(wellFormed(raw)).toEqual({
      ok: true,
      value: { press: 'ab\ufffdc', rows: ['\ufffd', 1, null, true] },
    });
  });

  test('of any other kind are null or refused', () => {
    expect(wellFormed(undefined)).toEqual({ ok: true, value: null });
    expect(wellFormed(() => 1)).toEqual({ ok: true, value: null });
    expect(wellFormed(1n)).toMatchObject({ ok: false, problems: [{ code: 'too-large' }] });
    const ring: { self?: unknown } = {};
    ring.self = ring;
    expect(wellFormed(ring)).toMatchObject({ ok: false, problems: [{ code: 'too-large' }] });
    expect(wellFormed({ press: 'x'.repeat(40_000) })).toMatchObject({ ok: false });
    expect(wellFormed(JSON.parse('['.repeat(5000) + ']'.repeat(5000)))).toMatchObject({ ok: false });
  });

  test('survive a round trip through JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (raw) => {
        const formed = wellFormed(raw);
        if (!formed.ok) return;
        const text = JSON.stringify(formed.value);
        expect(text).not.toContain('\\u0000');
        expect(text.isWellFormed()).toBe(true);
        expect(wellFormed(formed.value)).toEqual(formed);
      }),
      { numRuns: runs(100) },
    );
  });

  test('are chosen in this order: the standing one, the last refused one, none', () => {
    const one = (version: number, outcome: SheetVersion['outcome']) => ({
      version,
      outcome,
      unread: false,
      raw: version,
    });
    expect(playedRaw([one(1, 'superseded'), one(2, 'standing'), one(3, 'refused')])).toBe(2);
    expect(playedRaw([one(2, 'refused'), one(1, 'refused')])).toBe(2);
    expect(playedRaw([])).toBeNull();
    // The one before it does not come back.
    expect(playedRaw([{ ...one(2, 'refused'), unread: true }, one(1, 'refused')])).toBeNull();
  });
});

describe('JSON', () => {
  test('has one canonical form', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'é' }], a: undefined, A: true })).toBe(
      '{"A":true,"b":[1,{"c":"é","d":null}]}',
    );
  });

  test('the canonical form keeps the whole value, but not the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(firstDifference(JSON.parse(text), JSON.parse(JSON.stringify(value)), 'value')).toBeNull();
      }),
      { numRuns: runs(100) },
    );
  });

  test.each([
    [
      { players: [{ cash: 1 }, { cash: 512 }] },
      { players: [{ cash: 1 }, { cash: 511 }] },
      'state.players[1].cash is 512, replay gives 511',
    ],
    [{ a: 1 }, { a: 1, b: 2 }, 'state.b is missing, replay gives 2'],
    [{ a: 1, b: 2 }, { a: 1 }, 'state.b is 2, replay gives missing'],
    [[1, 2], [1], 'state[1] is 2, replay gives missing'],
    [null, {}, 'state is null, replay gives {}'],
    [[], {}, 'state is [], replay gives {}'],
    [{ 'a b': '1' }, { 'a b': 1 }, 'state["a b"] is "1", replay gives 1'],
  ])('has a first difference between %j and %j', (stored, replayed, words) => {
    expect(firstDifference(stored, replayed, 'state')).toBe(words);
  });
});
