import { SEATS } from '../../../src/rules/election-year/data.ts';
import { electionYear } from '../../../src/rules/election-year/index.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { type MatchOptions, standardGames } from '../matches.ts';
import { rateText } from '../rates.ts';
import { tableText } from '../table.ts';
import { measure } from './measures.ts';
import { PROFILE_NAMES, rateSetups } from './setups.ts';

const RULESET: Ruleset = electionYear;

const SIZES = Array.from({ length: SEATS.max - SEATS.min + 1 }, (_, i) => SEATS.min + i);

/** The tables that only Election Year has. */
export const ELECTION_YEAR_TABLES = [
  { games: (perLine: number) => perLine, play: manyMinds },
  { games: (perLine: number) => SIZES.length * perLine, play: setups },
];

/** The measures of "many minds" in section 13 of the rules. */
function manyMinds(options: MatchOptions): string {
  const { sameTrips, statesPerGame, changesPerTurn } = measure(standardGames(RULESET, options));
  return tableText(
    `Many minds: ${options.seats} standard candidates`,
    ['measure', 'found', 'wanted'],
    [
      ['turns in which all choose the same three trips', rateText(sameTrips), 'at most 5%'],
      ['states campaigned in per game', statesPerGame.toFixed(1), 'at least 30'],
      ['changes of overall leader per turn', changesPerTurn.toFixed(1), 'at least 4'],
    ],
  );
}

/** How setups fare with any number of players: reported, not judged. */
function setups(options: MatchOptions): string {
  const rows = SIZES.map((seats) => {
    const { nominated, democrats, larger } = rateSetups(standardGames(RULESET, { ...options, seats }));
    const party = larger.of === 0 ? '' : rateText(larger);
    return [
      String(seats),
      ...nominated.map((rate) => (rate.of === 0 ? '' : rateText(rate))),
      rateText(democrats),
      party,
    ];
  });
  const header = [
    'seats',
    ...PROFILE_NAMES.map((name) => `${name} nominated`),
    'Democrats win',
    'larger party wins',
  ];
  return tableText('Setups: standard candidates alone', header, rows);
}
