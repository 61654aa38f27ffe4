import { z } from 'zod';
import { faultOf } from '../fault.ts';
import type { Parsed } from '../ruleset.ts';
import { byBattleground, CAPITAL_IDS, CODES, isSmall, MAX_CASH, START_CASH, STOPS, WEEKS } from './data.ts';
import type { Setup, SetupPlayer } from './setup.ts';

/** MOE-3.4, 3.5: setups from outside. Null means missing everywhere. */

/** A whole number from `least` to `most`; −0 is 0 (MOE-2.4). */
function whole(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .int({ error })
    .min(min, { error })
    .max(max, { error })
    .transform((n) => n + 0);
}

function listOf<T extends z.ZodType>(entry: T, what: string) {
  return z.array(entry, { error: `must be a list of ${what}` }).superRefine((entries, context) => {
    const twice = entries.findIndex((value, k) => entries.indexOf(value) < k);
    if (twice >= 0) context.addIssue({ code: 'custom', path: [twice], message: 'is in this list already' });
  });
}

const code = z.enum(CODES, { error: 'must be the code of a battleground state' });
const smallCode = z.enum(CODES.filter(isSmall), { error: 'must be the code of a small state' });
const capital = z.enum(CAPITAL_IDS, { error: `must be one of: ${CAPITAL_IDS.join(', ')}` });
const id = z
  .string({ error: 'must be a text' })
  .regex(/^[A-Z]{2,3}$/, { error: 'must be 2 or 3 capital letters' });
const size = z
  .int({ error: 'must be −3 … −1 or 1 … 3' })
  .refine((n) => n !== 0 && Math.abs(n) <= 3, { error: 'must be −3 … −1 or 1 … 3' });

const playerShape = z.strictObject(
  {
    id,
    party: z.enum(['D', 'R'], { error: 'must be "D" or "R"' }),
    name: z.string({ error: 'must be a text' }).nullish(),
    cash: whole(0, MAX_CASH).nullish(),
    unused: listOf(capital, 'political capital').nullish(),
    tokens: listOf(smallCode, 'small states').nullish(),
  },
  { error: 'must be a player as an object' },
);

const onePlayerOrTwo = { error: 'must be a list of one or two players' };
const setupShape = z.strictObject(
  {
    players: z.array(playerShape, onePlayerOrTwo).min(1, onePlayerOrTwo).max(2, onePlayerOrTwo),
    week: whole(1, WEEKS + 1).nullish(),
    // Each of these two is ignored with the number of players it is not for, so they are judged later.
    stops: z.unknown().optional(),
    edge: z.unknown().optional(),
    start: z
      .partialRecord(code, size.nullish(), { error: 'must be an object of starting polls by state' })
      .nullish(),
    polls: z
      .partialRecord(code, whole(-5, 5).nullish(), { error: 'must be an object of polls by state' })
      .nullish(),
    homes: z
      .strictObject({ D: code.nullish(), R: code.nullish() }, { error: 'must be an object with "D" and "R"' })
      .nullish(),
  },
  { error: 'must be an object with "players"' },
);

const stopsShape = z
  .array(whole(0, 9), { error: 'must be a list of nine whole numbers' })
  .length(WEEKS, { error: 'must be a list of nine whole numbers' })
  .nullish();

function bad(field: string, message: string): Parsed<never> {
  return { ok: false, problem: { field, message } };
}

/** MOE-3.5: checks a setup from outside and fills in what is missing; the first fault is named by its path. */
export function parseSetup(json: unknown): Parsed<Setup> {
  const parsed = setupShape.safeParse(json);
  if (!parsed.success) return { ok: false, problem: faultOf(parsed.error) };
  const given = parsed.data;
  const players = given.players.map(
    (player): SetupPlayer => ({
      ...{ id: player.id, party: player.party, name: player.name ?? player.id },
      cash: player.cash ?? START_CASH,
      unused: CAPITAL_IDS.filter((known) => (player.unused ?? CAPITAL_IDS).includes(known)),
      tokens: CODES.filter((known) => (player.tokens ?? []).includes(known)),
    }),
  );
  const [first, second] = players as [SetupPlayer, SetupPlayer?];
  if (second?.id === first.id) return bad('players[1].id', 'must differ from the first player’s');
  if (second?.party === first.party) return bad('players[1].party', 'must differ from the first player’s');
  const homes = { D: given.homes?.D ?? null, R: given.homes?.R ?? null };
  if (homes.D !== null && homes.D === homes.R) return bad('homes.R', 'must differ from the home state of D');
  const start = byBattleground((state) => given.start?.[state.code] ?? state.start);
  const polls = byBattleground((state) => given.polls?.[state.code] ?? start[state.code]);
  const common = { players, week: given.week ?? 1, start, polls, homes };
  if (second === undefined) {
    const stops = stopsShape.safeParse(given.stops);
    if (!stops.success) return bad(fieldIn('stops', stops.error), faultOf(stops.error).message);
    return { ok: true, value: { ...common, stops: stops.data ?? [...STOPS.even], edge: null } };
  }
  const edge = given.edge ?? first.id;
  if (edge !== first.id && edge !== second.id) return bad('edge', 'must be the identifier of a player');
  return { ok: true, value: { ...common, stops: null, edge } };
}

/** The path of a fault inside one key. */
function fieldIn(key: string, error: z.ZodError): string {
  return `${key}${faultOf(error).field}`;
}
