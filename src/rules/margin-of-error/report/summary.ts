import { MAJORITY } from '../../country.ts';
import { dollars, listInWords, numberWord } from '../../numbers.ts';
import { nameAndIdentifier } from '../../report-builder.ts';
import { capitalReminder, isCapitalPressing } from '../capital-reminder.ts';
import { AD_WEEKS, WEEKS } from '../data.ts';
import { sheet } from '../form.ts';
import { type GameResult, majorityParty, outcome } from '../outcome.ts';
import { countVotes } from '../polls.ts';
import type { Player, State } from '../state.ts';
import { firstPlayer } from '../week.ts';
import { sidesSentence } from './changes.ts';
import { capitalized, type ReportContext, theParty, votesInWords } from './context.ts';
import { decidedSentence, stagesSentence } from './final-stages.ts';
import { riskSentences } from './position.ts';
import { campaignSides } from './pushes.ts';

/** The turn in a few plain sentences: the body of the mail. */
export function summarize(context: ReportContext): string[] {
  const { now, reader, before } = context;
  return [
    ...(before === null ? [campaignsSentence(context)] : []),
    standingSentence(context),
    ...(before === null || now.phase === 'over' ? [] : [sidesSentence(before, now)]),
    ...(now.phase === 'over' ? resultSentences(context) : []),
    ...comingSentences(context),
    ...(now.phase === 'over' || reader === null ? [] : personalSentences(context, reader)),
  ];
}

function campaignsSentence(context: ReportContext): string {
  const campaigns = campaignSides(context.now).map(({ seat, party }) => {
    const who = seat === null ? 'the automatic opponent' : nameAndIdentifier(context, seat);
    return `${who} for ${theParty(party)}`;
  });
  return `The campaigns: ${listInWords(campaigns)}.`;
}

/** MOE-9.1.1: how the vote would go today; after the end, how it went. */
export function standingSentence(context: ReportContext): string {
  const { now } = context;
  const votes = countVotes(now.polls, now.start);
  const party = majorityParty(votes);
  if (now.phase !== 'over') {
    const winner = party === null ? 'Neither party' : capitalized(theParty(party));
    return `If the vote were held today: ${votesInWords(votes)}, ${MAJORITY} to win. ${winner} would win.`;
  }
  const result = `The electoral votes: ${votesInWords(votes)}, ${MAJORITY} to win.`;
  if (party === null) return `${result} Neither party wins: the election is a deadlock.`;
  const leader = now.players.find((player) => player.party === party);
  const ledBy = leader === undefined ? 'the automatic opponent' : nameAndIdentifier(context, leader.id);
  return `${result} ${capitalized(theParty(party))}, led by ${ledBy}, win the election.`;
}

/** What is known about the open week: the automatic opponent's plan (MOE-2.15), or which player goes first (MOE-6.8). */
function comingSentences(context: ReportContext): string[] {
  const { phase, week, stops, players } = context.now;
  if (phase !== 'week') return [];
  if (stops === null) {
    const first = firstPlayer(context.now);
    const isEqual = new Set(players.map(({ cash }) => cash)).size === 1;
    const reason = isEqual ? 'holding the edge' : 'with more money';
    return [`${nameAndIdentifier(context, first.id)} goes first in week ${week}, ${reason}.`];
  }
  const count = stops[week - 1] ?? 0;
  const plan = `${count === 0 ? 'no' : numberWord(count)} ${count === 1 ? 'stop' : 'stops'}`;
  const ad = AD_WEEKS.includes(week) ? ' and runs an ad' : '';
  return [`In week ${week}, the automatic opponent makes ${plan}${ad}.`];
}

const OWN_RESULT: Record<GameResult, string> = {
  won: 'You win.',
  lost: 'You lose.',
  deadlock: 'Your campaign ends in a deadlock.',
};

/** How the last turn led to the result, and what it means for the reader. */
function resultSentences({ now, before, states, reader }: ReportContext): string[] {
  const own = outcome(now)?.standings.find((entry) => entry.id === reader?.id);
  return [
    ...(before === null ? [] : [stagesSentence(before, now), decidedSentence(states)]),
    ...(own === undefined ? [] : [OWN_RESULT[own.result]]),
  ];
}

/** MOE-9.1.6 in sentences: what a player has to work with, and when the sheet is due. */
function personalSentences({ now, header }: ReportContext, player: Player): string[] {
  const reminder = isCapitalPressing(now, player) ? capitalReminder(now, player) : null;
  const have = [
    ...riskSentences(now, player),
    `You have ${assetsInWords(now, player)}.`,
    ...(reminder === null ? [] : [reminder]),
  ];
  if (sheet(now, player.id) === null) return [...have, 'You do not owe a sheet this turn.'];
  const owed = header.due === null ? 'is not due yet' : `is due ${header.due}`;
  return [...have, `Your sheet for ${phaseInSentence(now)} ${owed}.`];
}

/** What can still be used: after week 9, only tokens (MOE-6.9). */
function assetsInWords({ phase }: State, { cash, unused, tokens }: Player): string {
  const held = `${tokens.length === 0 ? 'no' : numberWord(tokens.length)} small-state ${tokens.length === 1 ? 'token' : 'tokens'}`;
  if (phase === 'last-minute') return held;
  const pieces = `${unused.length === 1 ? 'piece' : 'pieces'} of political capital`;
  const capital =
    unused.length === 0 ? 'no political capital left' : `${numberWord(unused.length)} unused ${pieces}`;
  return listInWords([`${dollars(cash)} in hand`, capital, ...(tokens.length === 0 ? [] : [held])]);
}

function phaseInSentence({ phase, week }: State): string {
  return phase === 'last-minute' ? 'the last minute' : `week ${week} of ${WEEKS}`;
}
