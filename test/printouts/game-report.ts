import { seededDice } from '../../src/rules/dice.ts';
import { electionYear } from '../../src/rules/election-year/index.ts';
import type { Report } from '../../src/rules/report.ts';
import type { ReportHeader, SeatEntry } from '../../src/rules/ruleset.ts';

// Reports of games that are played here by computer candidates.

const NAMES = [
  'Zoë Łukasiewicz',
  'Ann Baker',
  'Carlos Díaz',
  'Edda Fjørd',
  'Ivan Žižka',
  'Ōe Kenzaburō',
  'Þóra Guðmundsdóttir',
  'Bartholomew Featherstonehaugh-Cholmondeley',
  'Ng',
  'Nguyễn Thị Minh Khai',
  'Şule Çağlar',
  'George O’Leary',
];
const IDS = ['ZL', 'AB', 'CD', 'EF', 'IZ', 'OK', 'THO', 'BFC', 'NG', 'NTM', 'SCA', 'GOL'];
const PRESS = [
  'Read my lips.',
  'A chicken in every pot — and a car in every garage.',
  '',
  'Why not the best?',
];

function reportHeader(players: number, over: boolean): ReportHeader {
  return {
    number: 'EY-12',
    title: 'The long road to November',
    gm: 'Margaret Chase',
    seats: IDS.slice(0, players).map((id, n) => ({
      identifier: id,
      name: NAMES[n] as string,
      account: n === 0 || n > 3 ? 10468 + n : null,
      address: n % 2 === 0 ? `${n + 1} Elm Street, Springfield` : null,
      opponent: n > 0 && n <= 3,
    })),
    due: over ? null : 'Mon, Dec 7, 2026, 8:00 PM GMT+1',
    dice: { commitment: 'ab'.repeat(32), secret: over ? '07'.repeat(32) : null },
  };
}

/**
 * The printout of a game of Election Year in which turn `turn` is open; 7 for the last printout, after the election.
 * @param reader the index of the seat the printout is for; null for the public
 */
export function gameReport(players: number, turn: number, reader: number | null = 0): Report {
  const rules = electionYear;
  const secret = Buffer.alloc(32, 7);
  const entries: SeatEntry[] = IDS.slice(0, players).map((id, n) => ({
    identifier: id,
    name: NAMES[n] as string,
    wish: {},
  }));
  const setup = rules.setUp(rules.options.parse({}), entries, seededDice(secret, 0));
  let state = rules.begin(setup);
  const states = [state];
  for (let t = 1; t < turn; t++) {
    const sheets = Object.fromEntries(
      rules.seatsOwing(state).map((seat, n) => {
        const orders = rules.opponent(state, seat) as object;
        return [seat, { ...orders, press: PRESS[(n + t) % PRESS.length] }];
      }),
    );
    state = rules.resolve(state, sheets, seededDice(secret, t));
    states.push(state);
  }
  const header = reportHeader(players, rules.seatsOwing(state).length === 0);
  return rules.report({ header, states }, reader === null ? null : (IDS[reader] as string));
}
