import { z } from 'zod';
import { wholeNumber } from '../figures.ts';
import { type Failure, fail, ok, type Result } from '../result.ts';
import { zodProblems } from '../zod-problems.ts';
import {
  BATTLEGROUND_CODES,
  byBattleground,
  CAPITAL_IDS,
  isSmall,
  MAX_CASH,
  START_CASH,
  STOPS,
  WEEKS,
} from './data.ts';
import type { Setup, SetupPlayer } from './setup.ts';

/** MOE-3.4, 3.5: setups from outside. Null means missing everywhere. */

const CODE = 'invalid-setup';

/** A list without repeated entries. */
function listOf<T extends z.ZodType>(entry: T, what: string) {
  return z.array(entry, { error: `must be a list of ${what}` }).superRefine((entries, context) => {
    const repeated = entries.findIndex((value, i) => entries.indexOf(value) < i);
    if (repeated >= 0) {
      context.addIssue({ code: 'custom', path: [repeated], message: 'is already in this list' });
    }
  });
}

const code = z.enum(BATTLEGROUND_CODES, { error: 'must be the code of a battleground state' });
const smallCode = z.enum(BATTLEGROUND_CODES.filter(isSmall), { error: 'must be the code of a small state' });
const capital = z.enum(CAPITAL_IDS, { error: `must be one of: ${CAPITAL_IDS.join(', ')}` });
const id = z
  .string({ error: 'must be a string' })
  .regex(/^[A-Z]{2,3}$/, { error: 'must be 2 or 3 capital letters' });
const startPoll = z
  .int({ error: 'must be a whole number from −3 to 3, but not 0' })
  .refine((n) => n !== 0 && Math.abs(n) <= 3, { error: 'must be a whole number from −3 to 3, but not 0' });

const playerShape = z.strictObject(
  {
    id,
    party: z.enum(['D', 'R'], { error: 'must be "D" or "R"' }),
    name: z.string({ error: 'must be a string' }).nullish(),
    cash: wholeNumber(0, MAX_CASH).nullish(),
    unused: listOf(capital, 'political capital').nullish(),
    tokens: listOf(smallCode, 'small states').nullish(),
  },
  { error: 'must be an object with the fields of a player' },
);

const oneOrTwoPlayers = { error: 'must be a list of one or two players' };
/** A setup from outside, as far as its form goes. */
export const setupShape = z.strictObject(
  {
    players: z.array(playerShape, oneOrTwoPlayers).min(1, oneOrTwoPlayers).max(2, oneOrTwoPlayers),
    week: wholeNumber(1, WEEKS + 1).nullish(),
    // `stops` is ignored with two players and `edge` with one, so both are checked later.
    stops: z.unknown().optional(),
    edge: z.unknown().optional(),
    start: z
      .partialRecord(code, startPoll.nullish(), { error: 'must be an object of starting polls by state' })
      .nullish(),
    polls: z
      .partialRecord(code, wholeNumber(-5, 5).nullish(), { error: 'must be an object of polls by state' })
      .nullish(),
    homes: z
      .strictObject({ D: code.nullish(), R: code.nullish() }, { error: 'must be an object with "D" and "R"' })
      .nullish(),
  },
  { error: 'must be an object with "players"' },
);

const stopsShape = z
  .array(wholeNumber(0, 9), { error: 'must be a list of nine whole numbers' })
  .length(WEEKS, { error: 'must be a list of nine whole numbers' })
  .nullish();

function invalid(field: string, message: string): Failure {
  return fail(field, CODE, message);
}

/**
 * MOE-3.5: checks a setup from outside and fills in what is missing. The one problem has the code `invalid-setup` and the
 * path of the first field that is wrong.
 */
export function parseSetup(json: unknown): Result<Setup> {
  const parsed = setupShape.safeParse(json);
  if (!parsed.success) return firstProblem(parsed.error);
  const given = parsed.data;
  const players = given.players.map(
    (player): SetupPlayer => ({
      ...{ id: player.id, party: player.party, name: player.name ?? player.id },
      cash: player.cash ?? START_CASH,
      unused: CAPITAL_IDS.filter((known) => (player.unused ?? CAPITAL_IDS).includes(known)),
      tokens: BATTLEGROUND_CODES.filter((known) => (player.tokens ?? []).includes(known)),
    }),
  );
  const [first, second] = players as [SetupPlayer, SetupPlayer?];
  if (second?.id === first.id) return invalid('players[1].id', 'must differ from the first player’s');
  if (second?.party === first.party)
    return invalid('players[1].party', 'must differ from the first player’s');
  const homes = { D: given.homes?.D ?? null, R: given.homes?.R ?? null };
  if (homes.D !== null && homes.D === homes.R)
    return invalid('homes.R', 'must differ from the home state of D');
  const start = byBattleground((state) => given.start?.[state.code] ?? state.start);
  const polls = byBattleground((state) => given.polls?.[state.code] ?? start[state.code]);
  const common = { players, week: given.week ?? 1, start, polls, homes };
  if (second === undefined) {
    const stops = stopsShape.safeParse(given.stops);
    if (!stops.success) return firstProblem(stops.error, 'stops');
    return ok({ ...common, stops: stops.data ?? [...STOPS.even], edge: null });
  }
  const edge = given.edge ?? first.id;
  if (edge !== first.id && edge !== second.id) return invalid('edge', 'must be the identifier of a player');
  return ok({ ...common, stops: null, edge });
}

function firstProblem(error: z.ZodError, under?: string): Failure {
  return { ok: false, problems: zodProblems(error, { under, code: CODE }).slice(0, 1) };
}
