import { ALL_VOTES } from '../../country.ts';
import { grouped } from '../../numbers.ts';
import { PARTIES, PARTY_ADJECTIVE, type Party } from '../../parties.ts';
import type { Block, Cell, ReportSection } from '../../report.ts';
import { nameAndIdentifier, sharedSection } from '../../report-builder.ts';
import { CONVENTION_TURN } from '../data.ts';
import { type Convention, membersOf } from '../state.ts';
import { dashIfZero, identifierCell, type ReportContext } from './context.ts';
import { promotionSentence } from './summary.ts';

/** EY-9.5: the nominees, from the conventions on; right after them also the ballots and who gained ability. */
export function conventionSections(context: ReportContext): ReportSection[] {
  const { conventions, turn } = context.now;
  if (conventions === null) return [];
  const nominees = nomineesSection(context, conventions);
  if (turn !== CONVENTION_TURN) return [nominees];
  const ballots = PARTIES.map((party) => ballotTable(context, party, conventions[party]));
  return [nominees, sharedSection('ballots', 'The ballots', ballots), experienceSection(context)];
}

function nomineesSection(context: ReportContext, conventions: Record<Party, Convention>): ReportSection {
  const items = PARTIES.flatMap((party) => {
    const { president, vicePresident } = conventions[party];
    const mate =
      vicePresident === null
        ? 'no one (the party has only one member)'
        : nameAndIdentifier(context, vicePresident);
    const label = `${PARTY_ADJECTIVE[party]} nominee for`;
    return [
      { label: `${label} president`, value: nameAndIdentifier(context, president) },
      { label: `${label} vice president`, value: mate },
    ];
  });
  return sharedSection('nominees', 'The nominees', [{ kind: 'facts', items }]);
}

/** One row for each candidate, one column for each ballot; a dash from the ballot on that a candidate is not part of. */
function ballotTable(context: ReportContext, party: Party, { ballots, president }: Convention): Block {
  const rows = membersOf(context.now.players, party).map(({ id }): Cell[] => {
    const cells = ballots.map(({ votes, eliminated }): string => {
      const received = votes[id];
      if (received === undefined) return '–';
      return eliminated === id ? `${received} out` : String(received);
    });
    return [identifierCell(context, id), context.name(id), ...cells, id === president ? 'nominated' : ''];
  });
  return {
    kind: 'table',
    caption: `${PARTY_ADJECTIVE[party]} convention`,
    showCaption: true,
    columns: [
      { label: 'ID', align: 'left', tone: party },
      { label: 'Candidate', align: 'left' },
      ...ballots.map((_, i) => ({ label: `Ballot ${i + 1}`, align: 'right' as const })),
      { label: 'Result', align: 'left' },
    ],
    rows,
    note: `A candidate with more than half of the ${ALL_VOTES} votes is nominated. Otherwise, the candidate with the fewest votes is out.`,
  };
}

function experienceSection(context: ReportContext): ReportSection {
  const { players, promoted } = context.now;
  const text =
    promoted.length === 0
      ? 'No one gained campaign ability, because no one has any experience.'
      : promotionSentence(context);
  const rows = players.map(({ id, experience, ability }): Cell[] => [
    identifierCell(context, id),
    context.name(id),
    dashIfZero(experience),
    grouped(ability),
    promoted.includes(id) ? '+1' : '',
  ]);
  return sharedSection('experience', 'Experience', [
    { kind: 'paragraph', text },
    {
      kind: 'table',
      caption: 'Experience from the primaries, and campaign ability from now on',
      showCaption: false,
      columns: [
        { label: 'ID', align: 'left' },
        { label: 'Candidate', align: 'left' },
        { label: 'Experience', align: 'right' },
        { label: 'Ability', align: 'right' },
        { label: 'Gained', align: 'right' },
      ],
      rows,
    },
  ]);
}
