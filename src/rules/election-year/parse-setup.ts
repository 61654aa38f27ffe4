import { z } from 'zod';
import { byState, STATE_CODES, STATES, type StateCode } from '../country.ts';
import { figure, MAX_FIGURE } from '../figures.ts';
import { grouped } from '../numbers.ts';
import { type Failure, fail, ok, type Result } from '../result.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { zodProblems } from '../zod-problems.ts';
import { LAST_TURN, SEATS } from './data.ts';
import { type GivenLeads, openingLeads } from './leads.ts';
import { openingPopularity, type Setup, type SetupPlayer } from './setup.ts';
import { membersOf, type Preference } from './state.ts';

const stateCode = z.enum(STATE_CODES as [StateCode, ...StateCode[]], {
  error: 'must be the postal code of one of the 50 states or DC',
});
const text = z.string({ error: 'must be a string' });

const setupPlayer = z.strictObject(
  {
    id: text.regex(/^[A-Z]{2,3}$/, { error: 'must be 2 or 3 capital letters' }),
    name: text.nullish(),
    party: z.enum(['D', 'R'], { error: 'must be "D" or "R"' }),
    home: stateCode,
    ability: figure(1),
    cash: figure(0),
    income: figure(0),
    popularity: z.partialRecord(stateCode, figure(0), { error: 'must be an object of popularity by state' }),
  },
  { error: 'must be an object with the fields of a player' },
);

const seatCount = `must be a list of ${SEATS.min} to ${SEATS.max} players`;
/** A setup from outside, as far as its form goes. */
export const setupShape = z.strictObject(
  {
    players: z
      .array(setupPlayer, { error: seatCount })
      .min(SEATS.min, { error: seatCount })
      .max(SEATS.max, { error: seatCount }),
    preference: z
      .partialRecord(stateCode, z.array(text, { error: 'must be a list of all players' }), {
        error: 'must be an object of lists by state',
      })
      .nullish(),
    leaders: z
      .partialRecord(
        stateCode,
        z.strictObject(
          { D: text.nullish(), R: text.nullish(), overall: text.nullish() },
          { error: 'must be an object with "D", "R" and "overall"' },
        ),
        { error: 'must be an object of leads by state' },
      )
      .nullish(),
  },
  { error: 'must be an object with "players"' },
);

const CODE = 'invalid-setup';

/**
 * Checks a setup from outside and fills in what is missing (EY-3.6). The one problem has the code `invalid-setup` and
 * the path of the first field that is wrong.
 */
export function parseSetup(json: unknown): Result<Setup> {
  const parsed = setupShape.safeParse(json);
  if (!parsed.success) return { ok: false, problems: zodProblems(parsed.error, { code: CODE }).slice(0, 1) };
  const players = parsed.data.players.map((player) => ({ ...player, name: player.name ?? player.id }));
  const ids = players.map(({ id }) => id);
  const preference = parsed.data.preference ?? {};
  const leaders = withoutNulls(parsed.data.leaders ?? {});
  const failure =
    checkPlayers(players) ??
    checkExactness(players) ??
    checkPreference(preference, ids) ??
    checkGivenLeads(leaders, players);
  if (failure !== null) return failure;
  const setup = { players, preference: byState(({ code }) => preference[code] ?? [...ids]), leaders };
  return checkOverallLeads(setup) ?? ok(setup);
}

function checkPlayers(players: readonly SetupPlayer[]): Failure | null {
  const duplicate = players.findIndex(({ id }, i) =>
    players.slice(0, i).some((earlier) => earlier.id === id),
  );
  if (duplicate >= 0) {
    return fail(`players[${duplicate}].id`, CODE, 'must differ from the identifiers before it');
  }
  if (membersOf(players, 'D').length === 0 || membersOf(players, 'R').length === 0) {
    return fail('players', CODE, 'must include at least one member of each party');
  }
  return null;
}

/** More than all trips and contributions of a turn can raise: every donation, and a tenth of each. */
const MAX_RAISED = 2 * STATES.reduce((sum, { donation }) => sum + donation, 0);

/** How much popularity a player may buy in a game, so that sums over all players and states are exact. */
const MAX_BOUGHT = Math.floor((Number.MAX_SAFE_INTEGER - SEATS.max * STATES.length * MAX_FIGURE) / SEATS.max);

/**
 * Money is multiplied by the campaign ability (EY-6.2), which may grow by 1 (EY-6.9). The product must be exact whatever
 * the players spend.
 */
function checkExactness(players: readonly SetupPlayer[]): Failure | null {
  for (const [i, { ability, cash, income }] of players.entries()) {
    const money = cash + LAST_TURN * (income + MAX_RAISED);
    const max = Math.floor(MAX_BOUGHT / money) - 1;
    if (ability <= max) continue;
    const message = `must be ${grouped(max)} or less with this much cash and income`;
    return fail(`players[${i}].ability`, CODE, message);
  }
  return null;
}

/** A list of preference names every player exactly once. */
function checkPreference(preference: Partial<Preference>, ids: readonly SeatIdentifier[]): Failure | null {
  for (const code of STATE_CODES) {
    const list = preference[code];
    if (list === undefined) continue;
    const complete = list.length === ids.length && ids.every((id) => list.includes(id));
    if (!complete) return fail(`preference.${code}`, CODE, 'must name every player exactly once');
  }
  return null;
}

/** A leader that is given is a player, and a party's leader is a member of that party. */
function checkGivenLeads(leaders: GivenLeads, players: readonly SetupPlayer[]): Failure | null {
  for (const code of STATE_CODES) {
    const given = leaders[code] ?? {};
    for (const key of ['D', 'R', 'overall'] as const) {
      const id = given[key];
      if (id === undefined) continue;
      const player = players.find((candidate) => candidate.id === id);
      if (player === undefined) {
        return fail(`leaders.${code}.${key}`, CODE, 'must be the identifier of a player');
      }
      if (key !== 'overall' && player.party !== key) {
        return fail(`leaders.${code}.${key}`, CODE, `must be a member of party ${key}`);
      }
    }
  }
  return null;
}

/** An overall leader that is given leads one of the two parties in that state (EY-6.4), given or dealt. */
function checkOverallLeads(setup: Setup): Failure | null {
  if (STATE_CODES.every((code) => setup.leaders[code]?.overall === undefined)) return null;
  const leaders = openingLeads({ ...setup, popularity: openingPopularity(setup) }, setup.leaders);
  const wrong = STATE_CODES.find((code) => {
    const { D, R, overall } = leaders[code];
    return overall !== D && overall !== R;
  });
  if (wrong === undefined) return null;
  return fail(`leaders.${wrong}.overall`, CODE, 'must be the leader of one of the two parties in that state');
}

function withoutNulls(
  leaders: Partial<Record<StateCode, { D?: string | null; R?: string | null; overall?: string | null }>>,
): GivenLeads {
  const given: GivenLeads = {};
  for (const code of STATE_CODES) {
    const leads = leaders[code];
    if (leads === undefined) continue;
    const entries = Object.entries(leads).filter(([, id]) => id !== null && id !== undefined);
    if (entries.length > 0) given[code] = Object.fromEntries(entries);
  }
  return given;
}
