import { type Story, stateInText, story } from '../../../news.ts';
import { counted, listInWords } from '../../../numbers.ts';
import { outcome } from '../../outcome.ts';
import { findPlayer } from '../../state.ts';
import { changesAfter, money, popularVotes } from '../words.ts';
import type { PlayedTurn } from './turn.ts';
import { CLOSING, HOMES, PRESIDENT, ROUND, RUNOFF, RUNOFF_WON, SPEED, TIE } from './wording-life.ts';

/** These lead the news in any case. */
const SCORES = {
  ...{ president: 5000, runoff: 4000, speed: 3800, decided: 3700, tie: 3600 },
  ...{ closing: 3400, homes: 3200 },
} as const;

/** PTG-4.1: stories about a new phase, a tie, and the end. */
export function milestoneStories(turn: PlayedTurn): Story[] {
  const { before, after } = turn;
  if (after.phase === 'over') return [...presidentStories(turn), ...decidedStories(turn)];
  if (before.phase === 'home') return homeStories(turn);
  if (after.phase === 'closing') return [story('closing', SCORES.closing, CLOSING, {})];
  if (after.phase === 'runoff') return before.phase === 'runoff' ? tieStories(turn) : runoffStories(turn);
  if (after.phase === 'speed') {
    return before.phase === 'speed' ? [...decidedStories(turn), ...tieStories(turn)] : speedStories(turn);
  }
  return [];
}

function presidentStories({ after, name }: PlayedTurn): Story[] {
  const result = outcome(after);
  const winner = findPlayer(after, result?.winner ?? '');
  if (result === null || winner === undefined) return [];
  const how =
    result.by === 'majority'
      ? 'by a clear majority'
      : result.by === 'runoff'
        ? 'after a runoff'
        : 'after Speed Play';
  return [
    story('president', SCORES.president, PRESIDENT, {
      who: name(winner.id),
      how,
      votes: String(winner.electoral),
    }),
  ];
}

function homeStories({ after, name }: PlayedTurn): Story[] {
  const homes = after.log.flatMap((entry) => (entry.type === 'home' ? [entry] : []));
  const [first] = homes;
  const last = homes.at(-1);
  if (first === undefined || last === undefined) return [];
  return [
    story('homes', SCORES.homes, HOMES, {
      ...{ who: name(first.by), state: stateInText(first.state) },
      ...{ first: stateInText(first.state), last: stateInText(last.state) },
    }),
  ];
}

function runoffStories({ after, name }: PlayedTurn): Story[] {
  const [leader, rival] = after.runoff?.candidates ?? [];
  const player = findPlayer(after, leader ?? '');
  if (player === undefined || rival === undefined) return [];
  const words = { who: name(player.id), rival: name(rival), votes: String(player.electoral) };
  return [story('runoff', SCORES.runoff, RUNOFF, words)];
}

function speedStories({ after, name }: PlayedTurn): Story[] {
  const [who, rival] = after.speed?.pair ?? [];
  if (who === undefined || rival === undefined) return [];
  return [story('speed', SCORES.speed, SPEED, { who: name(who), rival: name(rival) })];
}

/** The rounds of Speed Play, or the runoff, that the answers of this turn decided. */
function decidedStories({ before, after, name }: PlayedTurn): Story[] {
  return after.log.flatMap((entry, index): Story[] => {
    if (entry.type !== 'speed' && entry.type !== 'runoff') return [];
    const pair = entry.type === 'speed' ? entry.pair : before.runoff?.candidates;
    const { winner, right } = entry;
    if (pair === undefined || winner === null) return [];
    const own = pair.indexOf(winner);
    const words = {
      who: name(winner),
      loser: name(pair[1 - own] ?? ''),
      how: right[0] === right[1] ? ' after a third tie' : `, ${right[own]} to ${right[1 - own]}`,
      taken: takenInWords(after.log, index, winner),
    };
    if (entry.type === 'runoff') return [story('runoff-won', SCORES.decided, RUNOFF_WON, words)];
    const { round } = entry;
    const score = SCORES.decided + round;
    return [story('round', score, ROUND, { ...words, round: String(round) }, `round ${round}`)];
  });
}

/** What a winner took from the loser: `12 chips and 30 million votes`. */
function takenInWords(log: PlayedTurn['after']['log'], index: number, winner: string): string {
  const changes = changesAfter(log, index);
  const chips = changes.filter((change) => change.type === 'chip' && change.to === winner).length;
  const votes = changes.flatMap((change) =>
    change.type === 'popular' && change.who === winner ? [change.amount] : [],
  );
  const cash = changes.flatMap((change) =>
    change.type === 'cash' && change.who === winner && change.amount > 0 ? [change.amount] : [],
  );
  const parts = [
    ...(chips > 0 ? [counted(chips, 'chip')] : []),
    ...votes.map(popularVotes),
    ...cash.map(money),
  ];
  return parts.length === 0 ? 'nothing, because there was nothing to take' : listInWords(parts);
}

function tieStories({ after, name }: PlayedTurn): Story[] {
  const pair = after.phase === 'runoff' ? after.runoff?.candidates : after.speed?.pair;
  const result = after.phase === 'runoff' ? after.runoff?.results.at(-1) : after.speed?.results.at(-1);
  const [who, rival] = pair ?? [];
  if (who === undefined || rival === undefined || result === undefined) return [];
  const words = { who: name(who), rival: name(rival), right: counted(result.right[0], 'right answer') };
  return [story('tie', SCORES.tie, TIE, words)];
}
