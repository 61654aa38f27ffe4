import { ALL_VOTES } from '../../country.ts';
import { grouped } from '../../numbers.ts';
import { PARTIES, PARTY_ADJECTIVE, type Party } from '../../parties.ts';
import type { Block, Cell, Facts, ReportSection } from '../../report.ts';
import { nameAndIdentifier, sharedSection } from '../../report-builder.ts';
import { CONVENTION_TURN } from '../data.ts';
import { type Convention, membersOf } from '../state.ts';
import { identifierCell, type ReportContext } from './context.ts';
import { promotionSentence } from './summary.ts';

/** EY-9.5: the nominees, from the conventions on; right after them also the ballots and who gained ability. */
export function conventionSection(context: ReportContext): ReportSection | null {
  const { conventions, turn } = context.now;
  if (conventions === null) return null;
  const nominees = nomineesFacts(context, conventions);
  if (turn !== CONVENTION_TURN) return sharedSection('nominees', 'The nominees', [nominees]);
  const ballots = PARTIES.map((party) => ballotTable(context, party, conventions[party]));
  return sharedSection('nominees', 'The conventions', [nominees, ...ballots, ...experienceBlocks(context)]);
}

function nomineesFacts(context: ReportContext, conventions: Record<Party, Convention>): Facts {
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
  return { kind: 'facts', items };
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

/** Who gained campaign ability, and everyone's experience, the most first. The abilities are in the list of candidates. */
function experienceBlocks(context: ReportContext): Block[] {
  const { players, promoted } = context.now;
  if (promoted.length === 0) {
    return [
      {
        kind: 'paragraph',
        text: 'No one gained campaign ability, because no one has any experience.',
      },
    ];
  }
  const listed = [...players]
    .sort((a, b) => b.experience - a.experience)
    .map(({ id, experience }) => `${id} ${grouped(experience)}`);
  const text = `${promotionSentence(context)} Experience from the primaries: ${listed.join(', ')}.`;
  return [{ kind: 'paragraph', text }];
}
