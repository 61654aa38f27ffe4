import { STATES } from '../../country.ts';
import { counted, listInWords, numberWord } from '../../numbers.ts';
import { PARTIES, PARTY_MEMBER, PARTY_NAMES, type Party } from '../../parties.ts';
import type { Block, Cell } from '../../report.ts';
import { nameAndIdentifier } from '../../report-builder.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { type Convention, type Election, membersOf, type Player, type State } from '../state.ts';
import { closestTable } from './changes.ts';
import { closestStates } from './compare.ts';
import { dashIfZero, identifierCell, type ReportContext } from './context.ts';
import { reversalInWords } from './reversal.ts';
import { decisiveInWords } from './turned.ts';

/** How many of the closest states are printed. */
const CLOSEST = 5;

/** More states than this are counted instead of named. */
const NAMED = 6;

/** Why the winner won, in words and two tables: whose states made up the parties' votes, and which states decided it. */
export function reasonBlocks(context: ReportContext, election: Election): Block[] {
  const { now } = context;
  if (now.conventions === null) return [];
  const { president } = now.conventions[election.winner];
  const closest = closestStates(now).slice(0, CLOSEST);
  return [
    { kind: 'paragraph', text: winnerInWords(context, election.winner, president) },
    votesTable(context, now.conventions),
    { kind: 'paragraph', text: decisionInWords(context, election.winner) },
    ...(closest.length === 0 ? [] : [closestTable(context, closest, 'The closest states of the election')]),
  ];
}

/** What decided the election: states that turned on the last turn, and how little would have changed the result. */
function decisionInWords({ before, now }: ReportContext, winner: Party): string {
  const turned = before === null ? [] : [decisiveInWords(before, now, winner)];
  return [...turned, reversalInWords(now, winner)].join(' ');
}

/** The election counts the parties' votes, so the president may have fewer votes than others: says so if it is the case. */
function winnerInWords(context: ReportContext, party: Party, president: SeatIdentifier): string {
  const { now } = context;
  const name = nameAndIdentifier(context, president);
  const votes = votesOf(now, president);
  const ahead = [...now.players].filter((player) => player.votes > votes).sort((a, b) => b.votes - a.votes);
  const total = counted(now.partyVotes[party], 'electoral vote');
  const shared = `The states that any of the ${PARTY_NAMES[party]} lead count for the party, ${total} in all, and its nominee for president is elected.`;
  if (ahead.length === 0) {
    return `${name} leads in states with ${counted(votes, 'electoral vote')}, and no one has more. ${shared}`;
  }
  const others = ahead.slice(0, NAMED).map((player) => `${player.id} ${player.votes}`);
  const count = `${numberWord(ahead.length)} ${ahead.length === 1 ? 'candidate has' : 'candidates have'} more`;
  return (
    `${name} leads in states with only ${counted(votes, 'electoral vote')}, and ${count} (${listInWords(others)}), ` +
    `but the election counts parties, not candidates. ${shared}`
  );
}

function votesOf(now: State, id: SeatIdentifier): number {
  return now.players.find((player) => player.id === id)?.votes ?? 0;
}

/** What each candidate brought to the party: the states of the overall lead. */
function votesTable(context: ReportContext, conventions: Readonly<Record<Party, Convention>>): Block {
  const { now } = context;
  const rows = PARTIES.flatMap((party) =>
    membersOf(now.players, party)
      .sort((a, b) => b.votes - a.votes)
      .map((player): Cell[] => [
        identifierCell(context, player.id),
        context.name(player.id),
        { text: PARTY_MEMBER[party], tone: party },
        ticketOf(player, conventions[party]),
        dashIfZero(statesLedBy(now, player)),
        dashIfZero(player.votes),
      ]),
  );
  return {
    kind: 'table',
    caption: 'Votes that each candidate brought to the party',
    showCaption: true,
    columns: [
      { label: 'ID', align: 'left' },
      { label: 'Name', align: 'left' },
      { label: 'Party', align: 'left' },
      { label: 'Nominated for', align: 'left' },
      { label: 'States', align: 'right' },
      { label: 'Electoral votes', align: 'right' },
    ],
    rows,
  };
}

function ticketOf({ id }: Player, { president, vicePresident }: Convention): string {
  if (id === president) return 'president';
  return id === vicePresident ? 'vice president' : '';
}

function statesLedBy({ leaders }: State, { id }: Player): number {
  return STATES.filter(({ code }) => leaders[code].overall === id).length;
}
