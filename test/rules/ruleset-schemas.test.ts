import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { RULESETS } from '../../src/rules/catalog.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesetSchemas } from '../../src/rules/ruleset-schemas.ts';

/* The schemas of a ruleset are true of whole games that were recorded, and refuse what is not a setup. */

interface Recorded {
  ruleset: string;
  options: unknown;
  seats: { wish: unknown }[];
  setup: unknown;
  turns: { state: unknown }[];
}

const REPLAYS = path.join(import.meta.dirname, '../replays');
const games = readdirSync(REPLAYS)
  .filter((file) => file.endsWith('.json'))
  .map((file): Recorded => JSON.parse(readFileSync(path.join(REPLAYS, file), 'utf8')));

describe.each(Object.values(RULESETS as Record<string, Ruleset>))('the schemas of $id', (ruleset) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const schemas = rulesetSchemas(ruleset);
  const own = games.filter((game) => game.ruleset === ruleset.id);
  const fitsIn = (schema: object, value: unknown) => {
    const check = ajv.compile({ ...schema });
    check(value);
    return check.errors ?? [];
  };

  test('are true of recorded games', () => {
    expect(own.length).toBeGreaterThan(0);
    for (const game of own) {
      expect(fitsIn(schemas.options, game.options)).toEqual([]);
      for (const { wish } of game.seats) expect(fitsIn(schemas.wishes, wish)).toEqual([]);
      expect(fitsIn(schemas.setup, game.setup)).toEqual([]);
      for (const { state } of game.turns) expect(fitsIn(schemas.state, state)).toEqual([]);
    }
  });

  test('refuse what is not a setup', () => {
    expect(fitsIn(schemas.setup, {})).not.toEqual([]);
    expect(fitsIn(schemas.setup, { players: 'AB' })).not.toEqual([]);
  });

  test('describe the parts of a state', () => {
    expect(Object.keys(schemas.state.properties as object).length).toBeGreaterThan(4);
  });
});
