import { type Story, story } from '../../../news.ts';
import { counted, listInWords, numberWord } from '../../../numbers.ts';
import { PARTIES } from '../../../parties.ts';
import { BOARD } from '../../data.ts';
import { countVotes, isSafe, sumVotes, winnerOf } from '../../polls.ts';
import { pollInWords, pollWithLeader, theParty } from '../context.ts';
import { byName, changesSides, type SideChange, sideChanges, squaresToFlip } from '../leads.ts';
import { isContested } from '../pushes.ts';
import { causeInText, type PlayedTurn, partyWords } from './turn.ts';
import { CLOSEST, CONTEST, FLIP, FLIPS, SAFE, SWING, UNSAFE } from './wording-states.ts';

/** The news of a week about single states. */
export function stateStories(turn: PlayedTurn): Story[] {
  const changes = sideChanges(turn.before, turn.after);
  return [
    ...changes.map((change) => flipStory(turn, change)),
    ...(changes.length >= 3 ? [flipsStory(turn, changes)] : []),
    ...safetyStories(turn),
    ...swingStories(turn),
    ...contestStories(turn),
    ...closestStory(turn),
  ];
}

/** The poll as news stories give it: on an even poll, too, it matters who leads. */
function pollOf({ after }: PlayedTurn, code: SideChange['state'], poll: number): string {
  return pollWithLeader(poll, after.start[code]);
}

function flipStory(turn: PlayedTurn, change: SideChange): Story {
  const { state, name, votes, from, to, party } = change;
  const toward = turn.pushes.filter(
    (push) => push.state === state && Math.sign(push.to - push.from) === Math.sign(to - from),
  );
  const biggest = toward.toSorted((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from))[0];
  const words = {
    ...partyWords(party),
    ...{ state: name, votes: String(votes), from: pollOf(turn, state, from), to: pollOf(turn, state, to) },
    cause: biggest === undefined ? 'several small pushes' : causeInText(turn, biggest),
  };
  return story('flip', 20 + 2 * votes, FLIP, words, name);
}

function flipsStory({ before, after }: PlayedTurn, changes: readonly SideChange[]): Story {
  const votes = sumVotes(changes.map(({ state }) => state));
  const [earlier, now] = [countVotes(before.polls, before.start), countVotes(after.polls, after.start)];
  const gainer = PARTIES.find((party) => now[party] > earlier[party]);
  const net =
    gainer === undefined
      ? 'The shifts cancel out, and neither party gains a vote'
      : `On balance, ${theParty(gainer)} gained ${counted(now[gainer] - earlier[gainer], 'vote')}`;
  return story('flips', 30 + votes, FLIPS, {
    count: numberWord(changes.length),
    votes: String(votes),
    list: listInWords(changes.map(({ name }) => name)),
    net,
  });
}

/** States that became safe, or are no longer. */
function safetyStories(turn: PlayedTurn): Story[] {
  const { before, after } = turn;
  return BOARD.flatMap(({ code, name, votes }): Story[] => {
    const [from, to] = [before.polls[code], after.polls[code]];
    if (isSafe(from) === isSafe(to)) return [];
    const [holder, kind] = isSafe(to) ? [winnerOf(to, to), SAFE] : [winnerOf(from, from), UNSAFE];
    const words = { ...partyWords(holder), state: name, votes: String(votes), to: pollOf(turn, code, to) };
    return [story(kind === SAFE ? 'safe' : 'unsafe', 12 + votes, kind, words, name)];
  });
}

/** Whether a state changed sides, became safe, or is no longer: there is a story of its own about that. */
function isTold({ before, after }: PlayedTurn, code: SideChange['state']): boolean {
  const [from, to] = [before.polls[code], after.polls[code]];
  return isSafe(from) !== isSafe(to) || changesSides(from, to, after.start[code]);
}

/** Polls that moved three squares or more. */
function swingStories(turn: PlayedTurn): Story[] {
  return BOARD.flatMap(({ code, name, votes }): Story[] => {
    const [from, to] = [turn.before.polls[code], turn.after.polls[code]];
    const squares = Math.abs(to - from);
    if (squares < 3 || isTold(turn, code)) return [];
    return [
      story('swing', 4 * squares + votes, SWING, {
        ...partyWords(to < from ? 'D' : 'R'),
        ...{ state: name, squares: numberWord(squares), from: pollInWords(from), to: pollInWords(to) },
      }),
    ];
  });
}

/** States that both campaigns moved. */
function contestStories(turn: PlayedTurn): Story[] {
  return BOARD.flatMap(({ code, name, votes }): Story[] => {
    const isOpen = isContested(turn.pushes.filter(({ state }) => state === code));
    if (!isOpen || isTold(turn, code)) return [];
    const [from, to] = [turn.before.polls[code], turn.after.polls[code]];
    const moved =
      from === to
        ? `ended where it began, at ${pollOf(turn, code, to)}`
        : `went from ${pollOf(turn, code, from)} to ${pollOf(turn, code, to)}`;
    return [story('contest', 14 + votes, CONTEST, { state: name, moved }, name)];
  });
}

/** The state with the most votes among those closest to changing sides. */
function closestStory(turn: PlayedTurn): Story[] {
  const { after } = turn;
  const open = BOARD.filter(({ code }) => !isSafe(after.polls[code]));
  const squaresOf = (code: SideChange['state']) => squaresToFlip(after.polls[code], after.start[code]);
  const closest = byName(open).toSorted(
    (a, b) => squaresOf(a.code) - squaresOf(b.code) || b.votes - a.votes,
  )[0];
  if (closest === undefined) return [];
  const { code, name, votes } = closest;
  const squares = squaresOf(code);
  return [
    story('closest', 6, CLOSEST, {
      state: name,
      votes: String(votes),
      poll: pollOf(turn, code, after.polls[code]),
      distance: `${numberWord(squares)} ${squares === 1 ? 'square' : 'squares'}`,
    }),
  ];
}
