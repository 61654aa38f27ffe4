import { stateOf } from '../../country.ts';
import { counted, dollars, listInWords, numberWord, ordinal } from '../../numbers.ts';
import { PARTIES, PARTY_MEMBER, PARTY_NAMES } from '../../parties.ts';
import { nameAndIdentifier } from '../../report-builder.ts';
import { sumSpent } from '../campaigning.ts';
import { CONVENTION_TURN } from '../data.ts';
import { countStates } from '../election.ts';
import { outcome } from '../outcome.ts';
import type { Player } from '../state.ts';
import type { ReportContext } from './context.ts';

/** The turn in a few plain sentences: the body of the mail. Contains the reader's own figures and no one else's. */
export function summarize(context: ReportContext): string[] {
  const { reader, now } = context;
  return [
    ...(now.phase === 'over' ? resultSentences(context) : []),
    ...(now.turn === 0 ? openingSentences(context) : [standingSentence(context)]),
    ...(now.turn === CONVENTION_TURN ? conventionSentences(context) : []),
    ...(reader === null ? [] : personalSentences(context, reader)),
    ...dueSentences(context),
  ];
}

function openingSentences({ now, reader }: ReportContext): string[] {
  const count = numberWord(now.players.length);
  const candidates = `${count.charAt(0).toUpperCase()}${count.slice(1)} candidates are running for president.`;
  if (reader === null) return [candidates];
  const you = `You are ${reader.id}, a ${PARTY_MEMBER[reader.party]} from ${stateOf(reader.home).name}.`;
  return [candidates, you];
}

function standingSentence({ now }: ReportContext): string {
  const states = countStates(now.leaders);
  const [democrats, republicans] = PARTIES.map((party) => {
    const votes = counted(now.partyVotes[party], 'electoral vote');
    return `the ${PARTY_NAMES[party]} lead in ${counted(states[party], 'state')} with ${votes}`;
  });
  return `After turn ${now.turn}, ${democrats}, and ${republicans}.`;
}

function conventionSentences(context: ReportContext): string[] {
  const { conventions, promoted } = context.now;
  if (conventions === null) return [];
  const sentences = PARTIES.map((party) => {
    const { president, vicePresident } = conventions[party];
    const running = `${nameAndIdentifier(context, president)} for president`;
    const mate =
      vicePresident === null ? '' : ` and ${nameAndIdentifier(context, vicePresident)} for vice president`;
    return `The ${PARTY_NAMES[party]} nominated ${running}${mate}.`;
  });
  return promoted.length > 0 ? [...sentences, promotionSentence(context)] : sentences;
}

/** Who gained campaign ability (EY-6.9). At least one player must have. */
export function promotionSentence(context: ReportContext): string {
  const names = context.now.promoted.map((id) => nameAndIdentifier(context, id));
  const each = names.length > 1 ? ' each' : '';
  return `${listInWords(names)}${each} gained 1 point of campaign ability.`;
}

/** What the titles of EY-7.1 mean for the reader. */
const PLACES: Readonly<Record<string, string>> = {
  President: 'you are elected president',
  'Vice President': 'you are elected vice president',
  'Winning party': 'your party won',
  'Losing party': 'your party lost',
};

function resultSentences(context: ReportContext): string[] {
  const result = outcome(context.now);
  const { election } = context.now;
  if (result === null || election === null || result.winner === null) return [];
  const winner = `${nameAndIdentifier(context, result.winner)} is elected president.`;
  const party = `The ${PARTY_NAMES[election.winner]} win the general election.`;
  const own = result.standings.find(({ id }) => id === context.reader?.id);
  if (own === undefined) return [winner, party];
  return [
    winner,
    party,
    `You finish ${ordinal(own.place)}: ${PLACES[String(own.title)] ?? String(own.title)}.`,
  ];
}

function personalSentences({ now }: ReportContext, reader: Player): string[] {
  if (now.phase === 'over') return [];
  if (now.turn === 0) return [`You have ${dollars(reader.cash)} in campaign funds.`];
  const spent = dollars(sumSpent(now.campaigning[reader.id] ?? []));
  const contributions = dollars(reader.contributions);
  return [
    `You spent ${spent}, raised ${dollars(reader.raised)} on your trips, and received ${contributions} in contributions.`,
    `You now have ${dollars(reader.cash)} in campaign funds and ${counted(reader.votes, 'electoral vote')}.`,
  ];
}

function dueSentences({ turn, header, reader }: ReportContext): string[] {
  if (turn === null || header.due === null) return [];
  const subject = reader === null ? `The sheets for turn ${turn} are` : `Your sheet for turn ${turn} is`;
  return [`${subject} due ${header.due}.`];
}
