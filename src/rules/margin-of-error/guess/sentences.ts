import { middle, usualRange } from '../../guess-figures.ts';
import { counted, dollars, grouped, listInWords } from '../../numbers.ts';
import { BOARD } from '../data.ts';
import { countVotes, winnerOf } from '../polls.ts';
import type { Player, State } from '../state.ts';
import { PLAYS, type Plays, percentOfPlays } from './plays.ts';

/** The guess in a few sentences: electoral votes, states that change hands, money, and who wins if the game ends. */
export function guessSentences(state: State, player: Player, plays: Plays): string[] {
  return [
    votesSentence(state, player, plays),
    ...statesSentences(state, player, plays),
    ...(plays.over === PLAYS ? [] : [cashSentence(player, plays)]),
    ...overSentences(plays),
  ];
}

function votesSentence({ polls, start }: State, { party }: Player, { votes }: Plays): string {
  const now = countVotes(polls, start)[party];
  const [low, high] = usualRange(votes);
  const usual = low === high ? grouped(low) : `${grouped(low)} to ${grouped(high)}`;
  return (
    `Your party has ${counted(now, 'electoral vote')} now and ${grouped(middle(votes))} after the turn in the middle of ` +
    `all plays; in eight of ten plays it has ${usual}.`
  );
}

/** The states that change hands in at least half of the plays. */
function statesSentences({ polls, start }: State, { party }: Player, { winning }: Plays): string[] {
  const isOwn = (code: keyof typeof polls) => winnerOf(polls[code], start[code]) === party;
  const gained = BOARD.filter(({ code }) => !isOwn(code) && 2 * winning[code] >= PLAYS);
  const lost = BOARD.filter(({ code }) => isOwn(code) && 2 * (PLAYS - winning[code]) >= PLAYS);
  return [
    ...(gained.length === 0 ? [] : [`Most often you win over ${namesOf(gained)}.`]),
    ...(lost.length === 0 ? [] : [`Most often you lose ${namesOf(lost)}.`]),
  ];
}

function namesOf(states: readonly { name: string }[]): string {
  return listInWords(states.map(({ name }) => name));
}

function cashSentence({ cash: now }: Player, { cash }: Plays): string {
  return `You have ${dollars(now)} now and ${dollars(middle(cash))} after the turn in the middle of all plays.`;
}

function overSentences({ over, won }: Plays): string[] {
  if (over === 0) return [];
  if (over === PLAYS)
    return [`The game ends with this turn: you win it in ${percentOfPlays(won)}% of all plays.`];
  return [
    `The game ends with this turn in ${percentOfPlays(over)}% of all plays, and you win it in ${percentOfPlays(won)}%.`,
  ];
}
