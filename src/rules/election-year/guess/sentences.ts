import { counted, dollars } from '../../numbers.ts';
import { PARTIES, PARTY_NAMES } from '../../parties.ts';
import { sumSpent } from '../campaigning.ts';
import { type GuessedStates, type LeadChange, leadChanges, ownPlayers } from './leads.ts';

/** The guess in a few sentences: money, leads, and what the turn would decide. */
export function guessSentences(turns: GuessedStates): string[] {
  return [
    moneySentence(turns),
    leadsSentence(turns),
    ...conventionSentences(turns),
    ...electionSentences(turns),
  ];
}

function moneySentence(turns: GuessedStates): string {
  const { was, is } = ownPlayers(turns);
  const spent = sumSpent(turns.after.campaigning[turns.seat] ?? []);
  return (
    `You spend ${dollars(spent)}, raise ${dollars(is.raised)} on your trips, receive ${dollars(is.contributions)} in ` +
    `contributions and ${dollars(was.income)} of income, and end the turn with ${dollars(is.cash)}.`
  );
}

function leadsSentence(turns: GuessedStates): string {
  const { party } = ownPlayers(turns).was;
  const changes = leadChanges(turns, party);
  const [gained, lost] = [changes.filter((one) => one.gained), changes.filter((one) => !one.gained)];
  if (changes.length === 0) return 'You gain and lose no lead in your party.';
  return `You gain the lead in your party in ${inWords(gained)} and lose it in ${inWords(lost)}.`;
}

function inWords(changes: readonly LeadChange[]): string {
  if (changes.length === 0) return 'no state';
  const votes = changes.reduce((sum, { electoralVotes }) => sum + electoralVotes, 0);
  return `${counted(changes.length, 'state')} with ${counted(votes, 'electoral vote')}`;
}

/** EY-6.8: whom the parties nominate, if the turn ends with the conventions. */
function conventionSentences({ before, after }: GuessedStates): string[] {
  const { conventions } = after;
  if (conventions === null || before.conventions !== null) return [];
  return PARTIES.map((party) => {
    const { president, vicePresident } = conventions[party];
    const mate = vicePresident === null ? '' : ` and [${vicePresident}] for vice president`;
    return `The ${PARTY_NAMES[party]} nominate [${president}] for president${mate}.`;
  });
}

/** EY-6.10: who wins, if the turn ends with the general election. */
function electionSentences({ after }: GuessedStates): string[] {
  const { election } = after;
  if (election === null) return [];
  const { D, R } = election.votes;
  return [`The ${PARTY_NAMES[election.winner]} win the general election: Democrats ${D}, Republicans ${R}.`];
}
