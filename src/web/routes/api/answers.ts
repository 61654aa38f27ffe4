import { z } from 'zod';
import { GRADES } from '../../../rules/grades.ts';

/*
 * What programs get, for the description of the API. Answers may have more than is described here: programs should ignore
 * what they do not know.
 */

const moment = z.iso.datetime().nullable();
const problem = z.looseObject({
  field: z
    .string()
    .meta({ description: 'A path in the orders, such as campaign[2].spend; blank for the whole sheet' }),
  code: z.string().meta({ description: 'Stable between versions' }),
  message: z.string(),
});
const problems = z.array(problem);
const form = z
  .looseObject({
    turn: z.int(),
    phase: z.string(),
    facts: z.array(z.string()),
    sections: z.array(z.unknown()),
  })
  .nullable();
const turn = z.union([z.int(), z.literal('standing')]);

/** A game in a list. */
const game = z.looseObject({
  number: z.string().meta({ examples: ['EY-12'] }),
  title: z.string(),
  ruleset: z.string(),
  status: z.enum(['forming', 'running', 'over', 'abandoned']),
  turn: z.union([z.int(), z.literal('standing')]).nullable(),
  phase: z.string().nullable(),
  gm: z.string(),
  seatCount: z.int(),
  due: moment,
  paused: z.boolean(),
  timeZone: z.string(),
  begunAt: moment,
  endedAt: moment,
});

/** The answers with status 200 or 422, by what they are about. */
export const ANSWERS = {
  games: z.looseObject({ games: z.array(game), hasMore: z.boolean() }),
  game: game.extend({
    seats: z.array(
      z.looseObject({
        ...{ identifier: z.string(), name: z.string(), opponent: z.boolean() },
        grade: z.enum(GRADES).nullable(),
      }),
    ),
    away: z.array(z.unknown()),
    printouts: z.array(z.int()),
    dice: z.unknown(),
    outcome: z.unknown(),
    report: z.unknown(),
  }),
  myGames: z.looseObject({
    games: z.array(game.extend({ seat: z.string(), owes: z.boolean(), hasStandingOrders: z.boolean() })),
    invitations: z.array(game.extend({ seat: z.string() })),
    hasMore: z.boolean(),
  }),
  printouts: z.looseObject({
    printouts: z.array(z.int()),
    rolledBack: z.array(z.looseObject({ turn: z.int(), attempt: z.int(), rolledBackAt: z.iso.datetime() })),
  }),
  printout: z.looseObject({ turn: z.int(), rolledBackAt: moment, report: z.unknown(), text: z.string() }),
  versions: z.looseObject({
    turn: z.int(),
    versions: z.array(
      z.looseObject({
        version: z.int(),
        outcome: z.string(),
        channel: z.string(),
        receivedAt: z.iso.datetime(),
        final: z.boolean(),
      }),
    ),
    shown: z.looseObject({ version: z.int(), orders: z.unknown(), problems, advice: problems }).nullable(),
  }),
  sheet: game.extend({
    attempt: z.int(),
    seat: z.string(),
    form,
    standing: z.looseObject({ version: z.int(), orders: z.unknown() }).nullable(),
    hiddenSheetStands: z.boolean(),
    finalOrders: z.unknown(),
    versions: z.array(z.unknown()),
    problems,
    advice: problems,
  }),
  schema: z.looseObject({ turn: z.int(), seat: z.string(), schema: z.looseObject({}) }),
  sent: z.looseObject({
    outcome: z.literal('standing'),
    turn: z.int(),
    version: z.int(),
    standingVersion: z.int().nullable(),
    final: z.boolean(),
    advice: problems,
  }),
  refused: z.looseObject({
    outcome: z.literal('refused'),
    turn: z.int(),
    version: z.int(),
    standingVersion: z.int().nullable(),
    problems,
  }),
  checked: z.looseObject({
    problems,
    advice: problems,
    totals: z.array(z.unknown()),
    notes: z.array(z.unknown()),
  }),
  reopened: z.looseObject({ turn: z.int(), final: z.literal(false) }),
  facts: z.looseObject({ turn: z.int().nullable(), seat: z.string(), facts: z.unknown() }),
  guess: z.looseObject({
    turn: z.int(),
    choices: z.array(z.unknown()),
    chosen: z.string(),
    basis: z.string(),
    sentences: z.array(z.string()),
    blocks: z.array(z.unknown()),
  }),
  advance: game.extend({
    openTurn: z.int(),
    seat: z.string(),
    form,
    saved: z.unknown(),
    dropped: z.array(z.unknown()),
  }),
  advanceSent: z.looseObject({ turn, receivedAt: z.iso.datetime(), dropped: z.array(z.unknown()) }),
  withdrawn: z.looseObject({ turn, saved: z.null() }),
} as const;

/** Every answer with another status. */
export const ErrorAnswer = z.looseObject({
  error: z.looseObject({ code: z.string(), message: z.string(), request: z.string() }),
});

/** The body of a request that sends orders: see the schema of the open turn's sheet. */
export const Orders = z.unknown().meta({
  description:
    'The orders as the ruleset defines them: GET …/sheet/schema has their JSON Schema for the open turn',
});
