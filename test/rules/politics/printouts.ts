import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { renderText } from '../../../src/printouts/text/render-text.ts';
import { commitment, listedDice, seededDice } from '../../../src/rules/dice.ts';
import { SPECIMEN } from '../../../src/rules/politics/bank/specimen.ts';
import { parseSetup } from '../../../src/rules/politics/parse-setup.ts';
import { report } from '../../../src/rules/politics/report/index.ts';
import { resolve } from '../../../src/rules/politics/resolve.ts';
import { begin } from '../../../src/rules/politics/setup.ts';
import type { State } from '../../../src/rules/politics/state.ts';
import type { Report } from '../../../src/rules/report.ts';
import type { ReportHeader } from '../../../src/rules/ruleset.ts';
import { livelySheet, newGame, type Played, playGame, secretOf } from './games.ts';

// Games and their printouts, for tests.

function headerOf({ players, phase }: State, more: Partial<ReportHeader> = {}): ReportHeader {
  const secret = secretOf('header');
  const over = phase === 'over';
  return {
    ...{ number: 'PTG-1', title: 'The long road', gm: 'Gail Morse' },
    seats: players.map(({ id }, i) => ({
      ...{ identifier: id, name: `Player ${id}`, account: 10468 + i, address: null, opponent: false },
    })),
    due: over ? null : 'Fri, Nov 6, 2026, 6:00 PM EST',
    dice: { commitment: commitment(secret), secret: over ? secret.toString('hex') : null },
    ...more,
  };
}

export function reportOf(
  states: readonly State[],
  seat: string | null,
  more: Partial<ReportHeader> = {},
): Report {
  return report({ header: headerOf(states.at(-1) as State, more), states }, seat);
}

/** All texts of a report below its heading. */
export function wordsOf(report: Report): string {
  return renderText(report).replace(/\s+/g, ' ');
}

/** Questions of the host, which a test can change. They have no notes (PTG-2.10). */
const QUESTIONS = SPECIMEN.map((question) => ({ ...question, note: '' }));

const games = new Map<string, Played>();

/** A game of computer candidates that guess, object, bid, and trade advice; the same for the same words. */
export function lively(players: number, seed: string): Played {
  const known = games.get(`${players} ${seed}`);
  if (known !== undefined) return known;
  const secret = secretOf(seed);
  let sheets = 0;
  const start = newGame(secret, players, { turnLimit: 14, bank: null, questions: QUESTIONS });
  const played = playGame(secret, start, (state, seat) => {
    sheets += 1;
    return withTrade(livelySheet(state, seat, seededDice(secretOf(`${seed} ${seat}`), sheets)));
  });
  games.set(`${players} ${seed}`, played);
  return played;
}

/** The sheet with prices at which help is sold now and then. */
function withTrade(sheet: unknown): unknown {
  if (sheet === null) return null;
  const { help = [], advice = [], ...rest } = sheet as { help?: object[]; advice?: object[] };
  return {
    ...rest,
    help: help.map((row) => ({ ...row, cash: 3, votes: 2, chip: null })),
    advice: advice.map((row) => ({ ...row, chip: null })),
  };
}

/** The states of a case of the rule file, from the beginning to the end. */
export function statesOfCase(number: string): State[] {
  const folder = path.join(import.meta.dirname, '../../conformance/politics');
  const file = readdirSync(folder).find((name) => name.startsWith(number)) as string;
  const { setup, dice, turns } = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  const parsed = parseSetup(setup);
  if (!parsed.ok) throw new Error(`${file}: no setup`);
  const listed = listedDice(dice);
  const states = [begin(parsed.value)];
  for (const { sheets } of turns) states.push(resolve(states.at(-1) as State, sheets, listed));
  return states;
}
