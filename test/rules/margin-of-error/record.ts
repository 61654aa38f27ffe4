/**
 * Writes the replays down: `node --import tsx test/rules/margin-of-error/record.ts`. Only for a change of the
 * rules or of the printout that is meant; read what changed before committing it.
 */
import { writeFileSync } from 'node:fs';
import { seededDice } from '../../../src/rules/dice.ts';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import type { SeatEntry } from '../../../src/rules/ruleset.ts';
import { seatsOf, secretOf } from './games.ts';
import { play, type Replay, replayFile, type Script } from './replays.ts';

type Sheets = Record<string, unknown>;

/** Sheets by hand for some turns; for the others those of the computer player. */
function script(word: string, options: Sheets, seats: SeatEntry[], byHand: Record<number, Sheets>): Script {
  const secret = secretOf(word);
  const setup = marginOfError.setUp(marginOfError.options.parse(options), seats, seededDice(secret, 0));
  const sheets: Sheets[] = [];
  for (let state = marginOfError.begin(setup); state.phase !== 'over'; ) {
    const turn = sheets.length + 1;
    const owing = marginOfError.seatsOwing(state);
    const sent: Sheets = Object.fromEntries(owing.map((seat) => [seat, marginOfError.opponent(state, seat)]));
    Object.assign(sent, byHand[turn]);
    sheets.push(sent);
    state = marginOfError.resolve(state, sent, seededDice(secret, turn));
  }
  return { options, seats, secret: secret.toString('hex'), sheets };
}

const stop = (state: string, days: number, cover = false) => ({ do: 'campaign', state, days, cover });
const covered = {
  actions: [
    { do: 'media', days: 1 },
    stop('OH', 3, true),
    stop('IA', 2, true),
    { do: 'advertise', region: 'midwest', days: 1 },
    { do: 'vp', state: 'FL' },
  ],
  capital: 'fact-check',
  coverWith: ['endorsements', 'defining-speech'],
};
const tooLong = { actions: [stop('OH', 3), stop('FL', 3), stop('NC', 2)] };

const one = script('a replay for one', { opponent: 'even', homeStates: true }, seatsOf(1, 'R'), {
  2: { JN: covered },
  4: { JN: null },
  6: { JN: tooLong },
});
const two = script('a replay for two', { homeStates: false }, seatsOf(2), {
  2: { DM: covered },
  3: { RK: covered },
  4: { DM: null, RK: tooLong },
  6: { RK: { actions: [stop('PA', 3), stop('MI', 3)], capital: 'defining-speech' } },
});

/** One line for each turn, so that a change shows where it is. */
function written({ script, setup, pages, outcome }: Replay): string {
  const turns = script.sheets.map((sheets) => `   ${JSON.stringify(sheets)}`).join(',\n');
  const header = JSON.stringify({ ...script, sheets: [] }).replace(
    '"sheets":[]',
    `"sheets":[\n${turns}\n  ]`,
  );
  const body = pages.map((page) => `  ${JSON.stringify(page)}`).join(',\n');
  return (
    `{\n "script": ${header},\n "setup": ${JSON.stringify(setup)},\n "pages": [\n${body}\n ],\n` +
    ` "outcome": ${JSON.stringify(outcome)}\n}\n`
  );
}

writeFileSync(replayFile('margin-of-error-one'), written(play(one)));
writeFileSync(replayFile('margin-of-error-two'), written(play(two)));
