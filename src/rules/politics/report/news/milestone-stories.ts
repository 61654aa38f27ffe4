import { type Story, stateInText, story } from '../../../news.ts';
import { counted } from '../../../numbers.ts';
import { outcome } from '../../outcome.ts';
import { findPlayer } from '../../state.ts';
import type { PlayedTurn } from './turn.ts';
import { CLOSING, HOMES, PRESIDENT, RUNOFF, SPEED, TIE } from './wording-life.ts';

/** These lead the news in any case. */
const SCORES = { president: 5000, runoff: 4000, speed: 3800, tie: 3600, closing: 3400, homes: 3200 } as const;

/** PTG-4.1: stories about a new phase, a tie, and the end. */
export function milestoneStories(turn: PlayedTurn): Story[] {
  const { before, after } = turn;
  if (after.phase === 'over') return presidentStories(turn);
  if (before.phase === 'home') return homeStories(turn);
  if (after.phase === 'closing') return [story('closing', SCORES.closing, CLOSING, {})];
  if (after.phase === 'runoff') return before.phase === 'runoff' ? tieStories(turn) : runoffStories(turn);
  if (after.phase === 'speed') return before.phase === 'speed' ? tieStories(turn) : speedStories(turn);
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

function tieStories({ after, name }: PlayedTurn): Story[] {
  const pair = after.phase === 'runoff' ? after.runoff?.candidates : after.speed?.pair;
  const result = after.phase === 'runoff' ? after.runoff?.results.at(-1) : after.speed?.results.at(-1);
  const [who, rival] = pair ?? [];
  if (who === undefined || rival === undefined || result === undefined) return [];
  const words = { who: name(who), rival: name(rival), right: counted(result.right[0], 'right answer') };
  return [story('tie', SCORES.tie, TIE, words)];
}
