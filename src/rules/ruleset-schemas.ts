import { z } from 'zod';
import { seededDice } from './dice.ts';
import type { Ruleset, SeatEntry } from './ruleset.ts';
import { DIALECT, type JsonSchema } from './sheet-schema.ts';

/* What a ruleset works with, as JSON Schemas, for programs that read exports or write scenarios. */

/** The schemas of a ruleset. */
export interface RulesetSchemas {
  ruleset: string;
  version: number;
  /** What a GM can choose for a new game. */
  options: JsonSchema;
  /** What a player can ask for when joining. */
  wishes: JsonSchema;
  /** A setup, as exports and scenarios have it. `parseSetup` checks more than the form. */
  setup: JsonSchema;
  /**
   * The canonical state, which exports have. Its form is defined in the rulebook alone, so this is what the state before
   * turn 1 of an example shows: keys can be missing later, and others can come.
   */
  state: JsonSchema;
}

/** The schemas of a ruleset. */
export function rulesetSchemas(ruleset: Ruleset): RulesetSchemas {
  return {
    ruleset: ruleset.id,
    version: ruleset.version,
    options: schemaOf(ruleset.options),
    wishes: schemaOf(ruleset.wishes),
    setup: schemaOf(ruleset.setupShape),
    state: {
      $schema: DIALECT,
      description:
        'Derived from the state before turn 1 of an example. Later, keys can be missing, and others can come.',
      ...shapeOf(exampleState(ruleset)),
    },
  };
}

function schemaOf(shape: z.ZodType): JsonSchema {
  return z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
}

/** The canonical state before turn 1 of a game with as few seats as possible. Its dice are always the same. */
function exampleState(ruleset: Ruleset): unknown {
  const wish = ruleset.wishes.parse({});
  const seats = Array.from({ length: ruleset.seats.min }, (_, i): SeatEntry => {
    const identifier = `A${String.fromCharCode('A'.charCodeAt(0) + i)}`;
    return { identifier, name: `Player ${i + 1}`, wish };
  });
  const dice = seededDice(new Uint8Array(32), 0);
  return ruleset.canonical(ruleset.begin(ruleset.setUp(ruleset.options.parse({}), seats, dice)));
}

/** What a value looks like. It may be null at another time, and null may be anything. */
export function shapeOf(value: unknown): JsonSchema {
  if (value === null || value === undefined) return {};
  if (Array.isArray(value)) return { type: ['array', 'null'] };
  if (typeof value === 'object') return objectShape(value);
  return { type: [typeof value === 'number' ? 'integer' : typeof value, 'null'] };
}

function objectShape(value: object): JsonSchema {
  const type = ['object', 'null'];
  const entries = Object.entries(value);
  // Objects by state or by seat have other keys in other games.
  if (entries.every(([key]) => /^[A-Z]{1,3}\d?$/.test(key))) return { type };
  return { type, properties: Object.fromEntries(entries.map(([key, one]) => [key, shapeOf(one)])) };
}
