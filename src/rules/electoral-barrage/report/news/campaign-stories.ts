import { isStateCode } from '../../../country.ts';
import { type Story, stateInText, story } from '../../../news.ts';
import { counted, listInWords, numberWord } from '../../../numbers.ts';
import { areaName, boardState } from '../../data.ts';
import { findPlayer, type Player } from '../../state.ts';
import { recordOf, sixthsInWords } from '../record.ts';
import type { PlayedTurn } from './turn.ts';
import { ADS, COLD, DEFENSE, FOLLOW_UP, HOT, RECRUITS } from './wording-campaigns.ts';

/** The news of a round about campaigns: attacks, defenses, recruits, and luck. */
export function campaignStories(turn: PlayedTurn): Story[] {
  return [
    ...turn.after.players.flatMap((player) => [
      ...adsStories(turn, player),
      ...recruitStories(turn, player),
      ...luckStories(turn, player),
    ]),
    ...defenseStories(turn),
    ...followUpStories(turn),
  ];
}

function adsStories({ after, who }: PlayedTurn, { id }: Player): Story[] {
  const ads = (after.last?.ads ?? []).filter(({ player }) => player === id);
  const [first] = ads;
  if (first === undefined) return [];
  const list = ads.map(({ victim, area }) => {
    const where = isStateCode(area) ? stateInText(area) : `“${areaName(area)}”`;
    return `${who(victim)} in ${where}`;
  });
  const words = {
    ...{ who: who(id), victim: who(first.victim), list: listInWords(list) },
    staffers: ads.length === 1 ? 'a staffer' : `${numberWord(ads.length)} staffers`,
  };
  return [story('ads', 22 + 6 * ads.length, ADS, words, id)];
}

function recruitStories({ before, after, who }: PlayedTurn, { id, staffers }: Player): Story[] {
  const earlier = findPlayer(before, id)?.staffers ?? staffers;
  if (staffers <= earlier || after.phase === 'over') return [];
  const words = { who: who(id), staffers: counted(staffers, 'staffer') };
  return [story('recruits', 5 + 6 * (staffers - earlier), RECRUITS, words, id)];
}

/** Four rolls or more that went much better or worse than usual. */
function luckStories({ after, who }: PlayedTurn, { id }: Player): Story[] {
  const { rolls, successes, expectedSixths } = recordOf([after], id);
  if (rolls < 4) return [];
  const ahead = 6 * successes - expectedSixths;
  const words = {
    ...{
      who: who(id),
      won: String(successes),
      count: String(rolls),
      expected: sixthsInWords(expectedSixths),
    },
  };
  const score = 6 + Math.abs(ahead);
  if (ahead >= 10 && 3 * successes >= 2 * rolls) return [story('hot', score, HOT, words, id)];
  return ahead <= -10 && 4 * successes <= rolls ? [story('cold', score, COLD, words, id)] : [];
}

function defenseStories({ resolutions, who }: PlayedTurn): Story[] {
  return resolutions.flatMap(({ player, area, removed }): Story[] => {
    if (removed === null || !isStateCode(area)) return [];
    const { name, votes } = boardState(area);
    const words = { who: who(player), victim: who(removed), state: stateInText(area) };
    return [story('defense', 14 + votes, DEFENSE, words, name)];
  });
}

function followUpStories({ resolutions, who }: PlayedTurn): Story[] {
  return resolutions.flatMap(({ player, area, followUp, won }): Story[] => {
    if (!followUp || !won || !isStateCode(area)) return [];
    const { name, votes } = boardState(area);
    const words = { who: who(player), state: stateInText(area), votes: String(votes) };
    return [story('follow-up', 12 + votes, FOLLOW_UP, words, name)];
  });
}
