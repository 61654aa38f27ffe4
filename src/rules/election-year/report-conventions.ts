import { ALL_VOTES } from '../country.ts';
import type { Block, Cell, ReportSection } from '../report.ts';
import { called, listed, sharedSection } from '../report-page.ts';
import { CONVENTION_TURN, PARTIES, PARTY_NAMES, type Party } from './data.ts';
import { countStates, outcome } from './election.ts';
import { counted, idCell, type Page, partyOf } from './report-words.ts';
import { type Convention, type DecidedBy, findPlayer, membersOf } from './state.ts';

/** EY-9.5: the nominees, on every printout after the conventions; right after them the ballots and who gained ability. */
export function conventionSections(page: Page): ReportSection[] {
  const { conventions, turn } = page.now;
  if (conventions === null) return [];
  const sections = [nomineesSection(page, conventions)];
  if (turn === CONVENTION_TURN) {
    const ballots = PARTIES.map((party) => ballotTable(page, party, conventions[party]));
    sections.push(sharedSection('ballots', 'The ballots', ballots));
    sections.push(experienceSection(page));
  }
  return sections;
}

function nomineesSection(page: Page, conventions: Record<Party, Convention>): ReportSection {
  const items = PARTIES.flatMap((party) => {
    const { president, vicePresident } = conventions[party];
    const mate = vicePresident === null ? 'nobody: the party has one member' : called(page, vicePresident);
    return [
      { label: `${PARTY_NAMES[party]}, for president`, value: called(page, president) },
      { label: `${PARTY_NAMES[party]}, for vice-president`, value: mate },
    ];
  });
  return sharedSection('nominees', 'The nominees', [{ kind: 'facts', items }]);
}

/** One line for each candidate, one column for each ballot; who has left the race has no figure any more. */
function ballotTable(page: Page, party: Party, { ballots, president }: Convention): Block {
  const rows = membersOf(page.now.players, party).map(({ id }): Cell[] => {
    const cells = ballots.map(({ votes, eliminated }): string => {
      const cast = votes[id];
      if (cast === undefined) return '–';
      return eliminated === id ? `${cast} out` : String(cast);
    });
    return [idCell(page, id), page.name(id), ...cells, id === president ? 'nominated' : ''];
  });
  return {
    kind: 'table',
    caption: `Convention of the ${PARTY_NAMES[party]}`,
    showCaption: true,
    columns: [
      { label: 'Id', align: 'left', tone: party },
      { label: 'Candidate', align: 'left' },
      ...ballots.map((_, i) => ({ label: `Ballot ${i + 1}`, align: 'right' as const })),
      { label: 'Result', align: 'left' },
    ],
    rows,
    note: `More than half of ${ALL_VOTES} votes nominate; else the candidate with the fewest is out.`,
  };
}

function experienceSection(page: Page): ReportSection {
  const { players, promoted } = page.now;
  const gained = promoted.map((id) => `${called(page, id)} (now ${findPlayer(page.now, id)?.ability})`);
  const text =
    gained.length === 0
      ? 'Nobody gained campaign ability: nobody has any experience.'
      : `${listed(gained)} gained 1 campaign ability.`;
  const rows = players.map(({ id, experience, ability }): Cell[] => [
    idCell(page, id),
    page.name(id),
    String(experience),
    String(ability),
    promoted.includes(id) ? 'gained 1' : '',
  ]);
  return sharedSection('experience', 'Experience', [
    { kind: 'paragraph', text },
    {
      kind: 'table',
      caption: 'Experience from the primary season and campaign ability from now on',
      showCaption: false,
      columns: [
        { label: 'Id', align: 'left' },
        { label: 'Candidate', align: 'left' },
        { label: 'Experience', align: 'right' },
        { label: 'Ability', align: 'right' },
        { label: '', align: 'left' },
      ],
      rows,
    },
  ]);
}

/** How the election was decided, in words. */
const DECIDED: Readonly<Record<DecidedBy, string>> = {
  'electoral-votes': 'The electoral votes decided.',
  states: 'The electoral votes are tied; the number of states led decided.',
  popularity:
    'Electoral votes and states are tied; the popularity of the best candidate in each state decided.',
  capital: 'All else is tied; the District of Columbia decided.',
};

/** EY-9.5: after the general election, the result by party and the winners. */
export function electionSection(page: Page): ReportSection | null {
  const { election, leaders } = page.now;
  const result = outcome(page.now);
  if (election === null || result === null) return null;
  const states = countStates(leaders);
  const standings = result.standings.map(({ id, place, title }): Cell[] => [
    String(place),
    idCell(page, id),
    page.name(id),
    { text: PARTY_NAMES[partyOf(page, id)], tone: partyOf(page, id) },
    String(title),
  ]);
  return sharedSection('election', 'The general election', [
    {
      kind: 'paragraph',
      text: `The ${PARTY_NAMES[election.winner]} have won. ${DECIDED[election.decidedBy]}`,
      strong: true,
    },
    {
      kind: 'table',
      caption: 'The result by party',
      showCaption: true,
      columns: [
        { label: 'Party', align: 'left' },
        { label: 'Electoral votes', align: 'right' },
        { label: 'States', align: 'right' },
        { label: '', align: 'left' },
      ],
      rows: PARTIES.map((party): Cell[] => [
        { text: PARTY_NAMES[party], tone: party },
        String(election.votes[party]),
        counted(states[party], 'state'),
        party === election.winner ? 'elected' : '',
      ]),
    },
    {
      kind: 'table',
      caption: 'Final standings',
      showCaption: true,
      columns: [
        { label: 'Place', align: 'right' },
        { label: 'Id', align: 'left' },
        { label: 'Name', align: 'left' },
        { label: 'Party', align: 'left' },
        { label: 'Title', align: 'left' },
      ],
      rows: standings,
    },
  ]);
}
