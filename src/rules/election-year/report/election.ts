import { ordinal } from '../../numbers.ts';
import { otherParty, PARTIES, PARTY_NAMES, type Party } from '../../parties.ts';
import type { Block, Cell, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { countStates } from '../election.ts';
import { outcome } from '../outcome.ts';
import type { Election } from '../state.ts';
import { identifierCell, partyOf, type ReportContext } from './context.ts';
import { reasonBlocks } from './reasons.ts';

/** EY-9.5: after the general election, the result by party and the final standings. */
export function electionSection(context: ReportContext): ReportSection | null {
  const { election } = context.now;
  if (election === null) return null;
  return sharedSection('election', 'The general election', [
    { kind: 'paragraph', text: resultInWords(election), strong: true },
    partyTable(context, election),
    ...reasonBlocks(context, election),
    standingsTable(context),
  ]);
}

/** Who won, and what decided it (EY-6.10). */
function resultInWords({ winner, votes, decidedBy }: Election): string {
  const winners = `the ${PARTY_NAMES[winner]}`;
  const win = `The ${PARTY_NAMES[winner]} win`;
  switch (decidedBy) {
    case 'electoral-votes':
      return `${win} by ${votes[winner]} electoral votes to ${votes[otherParty(winner)]}.`;
    case 'states':
      return `${win}. The electoral votes are tied, and ${winners} lead more states.`;
    case 'popularity':
      return (
        `${win}. The electoral votes and the number of states are tied, and the best candidates of ${winners} are ` +
        'more popular in all states combined.'
      );
    case 'capital':
      return `${win}. Everything else is tied, and ${winners} lead the District of Columbia.`;
  }
}

function partyTable({ now }: ReportContext, election: Election): Block {
  const states = countStates(now.leaders);
  return {
    kind: 'table',
    caption: 'Result by party',
    showCaption: true,
    columns: [
      { label: 'Party', align: 'left' },
      { label: 'Electoral votes', align: 'right' },
      { label: 'States', align: 'right' },
      { label: 'Result', align: 'left' },
    ],
    rows: PARTIES.map((party: Party): Cell[] => [
      { text: PARTY_NAMES[party], tone: party },
      String(election.votes[party]),
      String(states[party]),
      party === election.winner ? 'elected' : '',
    ]),
  };
}

/** The titles of EY-7.1 in words. */
const TITLES: Readonly<Record<string, string>> = {
  President: 'elected president',
  'Vice President': 'elected vice president',
  'Winning party': 'the winning party',
  'Losing party': 'the losing party',
};

/** EY-7.1: everyone's place and title. */
function standingsTable(context: ReportContext): Block {
  const standings = outcome(context.now)?.standings ?? [];
  return {
    kind: 'table',
    caption: 'Final standings',
    showCaption: true,
    columns: [
      { label: 'Place', align: 'right' },
      { label: 'ID', align: 'left' },
      { label: 'Name', align: 'left' },
      { label: 'Party', align: 'left' },
      { label: 'Title', align: 'left' },
    ],
    rows: standings.map(({ id, place, title }): Cell[] => [
      ordinal(place),
      identifierCell(context, id),
      context.name(id),
      { text: PARTY_NAMES[partyOf(context, id)], tone: partyOf(context, id) },
      TITLES[String(title)] ?? String(title),
    ]),
  };
}
