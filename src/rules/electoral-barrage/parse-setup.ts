import { z } from 'zod';
import { STATE_CODES, type StateCode } from '../country.ts';
import { wholeNumber } from '../figures.ts';
import { type Failure, fail, ok, type Result } from '../result.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { zodProblems } from '../zod-problems.ts';
import { CHARACTER_CODES, type CharacterCode } from './characters.ts';
import { boardState, MAX_BANK, ROUNDS, SEATS, STAFFERS } from './data.ts';
import type { Setup, SetupPlayer } from './setup.ts';

/** EB-3.4: setups from outside. Null means missing everywhere. */

const CODE = 'invalid-setup';

const bank = wholeNumber(0, MAX_BANK).nullish();
const text = z.string({ error: 'must be a string' });
const oneOrTwoCards = { error: 'must be a list of one or two characters' };

const playerShape = z.strictObject(
  {
    id: text.regex(/^[A-Z]{2,3}$/, { error: 'must be 2 or 3 capital letters' }),
    name: text.nullish(),
    characters: z
      .array(z.enum(CHARACTER_CODES, { error: 'must be the code of a character' }), oneOrTwoCards)
      .min(1, oneOrTwoCards)
      .max(2, oneOrTwoCards),
    staffers: wholeNumber(1, STAFFERS.most).nullish(),
    town: bank,
    ads: bank,
    ballots: bank,
  },
  { error: 'must be an object with the fields of a player' },
);

const seatCount = { error: `must be a list of ${SEATS.min} to ${SEATS.max} players` };
const stateCode = z.enum(STATE_CODES as [StateCode, ...StateCode[]], {
  error: 'must be the postal code of one of the 50 states or DC',
});
/** A setup from outside, as far as its form goes. */
export const setupShape = z.strictObject(
  {
    rounds: wholeNumber(ROUNDS.min, ROUNDS.max),
    players: z.array(playerShape, seatCount).min(SEATS.min, seatCount).max(SEATS.max, seatCount),
    tokens: z
      .partialRecord(stateCode, z.array(text, { error: 'must be a list of players' }).nullish(), {
        error: 'must be an object of players by state',
      })
      .nullish(),
  },
  { error: 'must be an object with "rounds" and "players"' },
);

/**
 * Checks a setup from outside and fills in what is missing (EB-3.4). The one problem has the code `invalid-setup` and the
 * path of the first field that is wrong.
 */
export function parseSetup(json: unknown): Result<Setup> {
  const parsed = setupShape.safeParse(json);
  if (!parsed.success) return { ok: false, problems: zodProblems(parsed.error, { code: CODE }).slice(0, 1) };
  const players = parsed.data.players.map(
    ({ id, name, characters, staffers, town, ads, ballots }): SetupPlayer => ({
      ...{ id, name: name ?? id, characters, staffers: staffers ?? STAFFERS.start },
      ...{ town: town ?? 0, ads: ads ?? 0, ballots: ballots ?? 0 },
    }),
  );
  const tokens: Setup['tokens'] = {};
  for (const code of STATE_CODES) {
    const held = parsed.data.tokens?.[code] ?? [];
    if (held.length > 0) tokens[code] = held;
  }
  const failure = checkPlayers(players) ?? checkTokens(tokens, players);
  return failure ?? ok({ rounds: parsed.data.rounds, players, tokens });
}

/** Identifiers differ, and no character is dealt twice. */
function checkPlayers(players: readonly SetupPlayer[]): Failure | null {
  const ids: SeatIdentifier[] = [];
  const dealt: CharacterCode[] = [];
  for (const [i, { id, characters }] of players.entries()) {
    if (ids.includes(id)) return fail(`players[${i}].id`, CODE, 'must differ from the identifiers before it');
    ids.push(id);
    for (const [k, character] of characters.entries()) {
      if (dealt.includes(character)) {
        return fail(`players[${i}].characters[${k}]`, CODE, 'must differ from the characters before it');
      }
      dealt.push(character);
    }
  }
  return null;
}

/** A state has at most as many tokens as stars, and each is a player's. */
function checkTokens(tokens: Setup['tokens'], players: readonly SetupPlayer[]): Failure | null {
  const ids = players.map(({ id }) => id);
  for (const code of STATE_CODES) {
    const held = tokens[code] ?? [];
    const { stars } = boardState(code);
    if (held.length > stars) return fail(`tokens.${code}`, CODE, `must have at most ${stars} tokens`);
    const unknown = held.findIndex((owner) => !ids.includes(owner));
    if (unknown >= 0) {
      return fail(`tokens.${code}[${unknown}]`, CODE, 'must be the identifier of a player');
    }
  }
  return null;
}
