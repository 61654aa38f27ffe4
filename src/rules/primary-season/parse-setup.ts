import { z } from 'zod';
import { wholeNumber } from '../figures.ts';
import { type Failure, fail, ok, type Result } from '../result.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { zodProblems } from '../zod-problems.ts';
import {
  ALL_MONEY,
  diceFor,
  ITEM_IDS,
  type ItemId,
  issuesAmong,
  MAX_TURNS,
  MOST_ISSUES,
  PRIMARIES,
  PRIMARY_CODES,
  type PrimaryCode,
  SEATS,
  STAFF_CIRCLES,
} from './data.ts';
import { options, type Setup, type SetupPlayer } from './setup.ts';

/** PS-3.5: setups from outside. Null is not the same as a missing key. */

const CODE = 'invalid-setup';

const text = z.string({ error: 'must be a string' });
const itemId = z.enum(ITEM_IDS as [ItemId, ...ItemId[]], { error: 'must be the id of an item' });
const unknownState = `must be one of the states ${PRIMARY_CODES.join(', ')}`;
const stateCode = z.enum(PRIMARY_CODES as [PrimaryCode, ...PrimaryCode[]], { error: unknownState });

const playerShape = z.object(
  {
    id: text.regex(/^[A-Z]{2,3}$/, { error: 'must be 2 or 3 capital letters' }),
    name: text.optional(),
    staff: wholeNumber(0, STAFF_CIRCLES).default(0),
    funds: wholeNumber(0, ALL_MONEY).default(0),
    items: z.array(itemId, { error: 'must be a list of items' }).default([]),
    dice: z.array(wholeNumber(1, 6), { error: 'must be a list of numbers from 1 to 6' }),
    marks: z
      .partialRecord(stateCode, z.unknown(), { error: 'must be an object of numbers by state' })
      .default({}),
  },
  { error: 'must be an object with the fields of a player' },
);

const seatCount = { error: `must be a list of ${SEATS.min} to ${SEATS.max} players` };
const isObject = { error: 'must be an object with "players"' };
const headShape = z.object(
  {
    options: z.strictObject(options.shape, { error: 'must be an object of options' }).prefault({}),
    turn: wholeNumber(0, MAX_TURNS.max - 1).default(0),
  },
  isObject,
);
const bodyShape = z.object(
  {
    players: z.array(playerShape, seatCount).min(SEATS.min, seatCount).max(SEATS.max, seatCount),
    places: z
      .partialRecord(stateCode, z.array(text, { error: 'must be a list of players' }), {
        error: 'must be an object of players by state',
      })
      .default({}),
  },
  isObject,
);

/** A setup from outside, as far as its form goes. */
export const setupShape = headShape.and(bodyShape);

/**
 * Checks a setup from outside and fills in what is missing (PS-3.4, PS-3.5). The one problem has the code
 * `invalid-setup` and the path of the first field that is wrong.
 */
export function parseSetup(json: unknown): Result<Setup> {
  const head = headShape.safeParse(json);
  if (!head.success) return refuseShape(head.error);
  const { pace, order, maxTurns } = head.data.options;
  const { turn } = head.data;
  if (turn >= maxTurns) return refuse('turn', `must be a whole number from 0 to ${maxTurns - 1}`);
  const body = bodyShape.safeParse(json);
  if (!body.success) return refuseShape(body.error);
  const { places } = body.data;
  const players: SetupPlayer[] = [];
  for (const [i, { marks, ...given }] of body.data.players.entries()) {
    const read = readMarks(marks, `players[${i}].marks`);
    if (!read.ok) return read;
    players.push({ ...given, name: given.name ?? given.id, marks: read.value });
  }
  const failure = checkPlayers(players) ?? checkPlaces(places, players);
  return failure ?? ok({ options: { pace, order, maxTurns: maxTurns + 0 }, turn, players, places });
}

function refuseShape(error: z.ZodError): Failure {
  return { ok: false, problems: zodProblems(error, { code: CODE }).slice(0, 1) };
}

function refuse(field: string, message: string): Failure {
  return fail(field, CODE, message);
}

/** Marks are whole numbers up to the circles of their state. */
function readMarks(marks: Record<string, unknown>, under: string): Result<Record<PrimaryCode, number>> {
  const read = {} as Record<PrimaryCode, number>;
  for (const { code, circles } of PRIMARIES) {
    if (!Object.hasOwn(marks, code)) continue;
    const parsed = wholeNumber(0, circles).safeParse(marks[code]);
    if (!parsed.success) {
      return refuse(`${under}.${code}`, `must be a whole number from 0 to ${circles}`);
    }
    read[code] = parsed.data;
  }
  return ok(read);
}

/** Identifiers differ, the money is in the box, and items and dice are possible. */
function checkPlayers(players: readonly SetupPlayer[]): Failure | null {
  const ids: SeatIdentifier[] = [];
  let money = 0;
  for (const [i, player] of players.entries()) {
    const path = `players[${i}]`;
    if (ids.includes(player.id)) {
      return refuse(`${path}.id`, 'must differ from the identifiers before it');
    }
    ids.push(player.id);
    money += player.funds ?? 0;
    if (money > ALL_MONEY) {
      return refuse(`${path}.funds`, `must be no more than what is left of the $${ALL_MONEY}`);
    }
    const failure = checkItems(player.items ?? [], `${path}.items`) ?? checkDice(player, `${path}.dice`);
    if (failure !== null) return failure;
  }
  return null;
}

function checkItems(items: readonly ItemId[], path: string): Failure | null {
  const repeated = items.findIndex((id, k) => items.indexOf(id) < k);
  if (repeated >= 0) return refuse(`${path}[${repeated}]`, 'must differ from the items before it');
  if (issuesAmong(items) > MOST_ISSUES) return refuse(path, `must have at most ${MOST_ISSUES} issues`);
  return null;
}

function checkDice({ dice, staff }: SetupPlayer, path: string): Failure | null {
  const count = diceFor(staff ?? 0);
  return dice.length === count ? null : refuse(path, `must have ${count} dice for these staff marks`);
}

/** A state's places belong to different players, those who completed it. */
function checkPlaces(places: Setup['places'], players: readonly SetupPlayer[]): Failure | null {
  for (const { code, circles, prizes } of PRIMARIES) {
    const taken = places?.[code] ?? [];
    const path = `places.${code}`;
    for (const [k, id] of taken.entries()) {
      const player = players.find((one) => one.id === id);
      if (player === undefined) return refuse(`${path}[${k}]`, 'must be the identifier of a player');
      if (taken.indexOf(id) < k) return refuse(`${path}[${k}]`, 'must differ from the players before it');
      if (player.marks?.[code] !== circles) {
        return refuse(`${path}[${k}]`, 'must be a player who has completed the state');
      }
    }
    if (taken.length > prizes.length) return refuse(path, `must have at most ${prizes.length} players`);
    const missing = players.find(({ id, marks }) => marks?.[code] === circles && !taken.includes(id));
    if (missing !== undefined) return refuse(path, `must have ${missing.id}, who has completed the state`);
  }
  return null;
}
