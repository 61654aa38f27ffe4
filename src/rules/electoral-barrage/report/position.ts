import { counted, listInWords } from '../../numbers.ts';
import type { BoardState } from '../data.ts';
import { leadsAtRisk, statesWithinReach } from '../leads.ts';
import type { Player, State } from '../state.ts';
import { recordOf, sixthsInWords } from './record.ts';

/** How many states a sentence names at most. */
const MAX_NAMED = 6;

/** What a player's staffers did in the last round, and how lucky that was; nothing if they did nothing. */
export function lastRoundSentences(now: State, { id }: Player): string[] {
  const { rolls, successes, expectedSixths, freeStars, taken, lost, losses } = recordOf([now], id);
  const home =
    losses === 0 ? '' : ` ${counted(losses, 'staffer')} of yours ${losses === 1 ? 'was' : 'were'} sent home.`;
  if (rolls === 0) return home === '' ? [] : [home.trim()];
  return [
    `Your staffers made ${counted(rolls, 'attempt')} in round ${now.round}: ${successes} succeeded, where ` +
      `${sixthsInWords(expectedSixths)} would be usual without bonuses. ${starsSentence(freeStars, taken, lost)}${home}`,
  ];
}

function starsSentence(free: number, taken: number, lost: number): string {
  if (free + taken + lost === 0) return 'You took no star and lost none.';
  if (free + taken === 0) return `You took no star and lost ${counted(lost, 'token')} to rivals.`;
  const took = `You took ${starsInWords(free, taken)}`;
  return lost === 0
    ? `${took}, and lost no token.`
    : `${took}, and lost ${counted(lost, 'token')} to rivals.`;
}

function starsInWords(free: number, taken: number): string {
  if (taken === 0) return counted(free, 'free star');
  if (free === 0) return `${counted(taken, 'star')} from rivals`;
  return `${counted(free, 'free star')} and ${counted(taken, 'star')} from rivals`;
}

/** The largest states that one success would give the player, and those that one success of a rival would take away. */
export function chanceSentences(now: State, { id }: Player): string[] {
  if (now.phase !== 'round' || now.turn === 0) return [];
  const reach = statesWithinReach(now, id);
  const risk = leadsAtRisk(now, id);
  return [
    ...(reach.length === 0 ? [] : [`One success makes you the leader in ${listed(reach)}.`]),
    ...(risk.length === 0 ? [] : [`One success of a rival ends your lead in ${listed(risk)}.`]),
  ];
}

/** `California (55), Texas (38), or 12 smaller states`. */
function listed(states: readonly BoardState[]): string {
  const named = states.slice(0, MAX_NAMED).map(({ name, votes }) => `${name} (${votes})`);
  const rest = states.length - named.length;
  return listInWords(rest === 0 ? named : [...named, counted(rest, 'smaller state')], 'or');
}
