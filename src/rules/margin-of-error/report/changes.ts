import { counted } from '../../numbers.ts';
import { PARTIES } from '../../parties.ts';
import type { Block, Cell, ReportSection, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { BOARD, type BoardState } from '../data.ts';
import { countVotes, isSafe, winnerOf } from '../polls.ts';
import type { State } from '../state.ts';
import { capitalized, pollWithLeader, type ReportContext, theParty, votesInWords } from './context.ts';
import { changesInWords } from './final-stages.ts';
import { byName, leaderOf, sideChanges } from './leads.ts';
import { comparedMaps } from './map.ts';
import { pushesInWords, pushesOf } from './pushes.ts';

/** What the last week changed: votes, sides, every poll that moved and who moved it, and the map before and after. */
export function changesSection({ now, before }: ReportContext): ReportSection | null {
  if (before === null || now.phase === 'over') return null;
  const table = changesTable(before, now);
  const blocks: Block[] = [
    { kind: 'paragraph', text: `${votesSentence(before, now)} ${sidesSentence(before, now)}` },
    ...(table === null ? [] : [table, mapsBeforeAndAfter(before, now)]),
  ];
  return sharedSection('changes', `What changed in week ${before.week}`, blocks);
}

/** How the electoral votes changed, and who is ahead. */
function votesSentence(before: State, now: State): string {
  const [earlier, votes] = [countVotes(before.polls, before.start), countVotes(now.polls, now.start)];
  const gainer = PARTIES.find((party) => votes[party] > earlier[party]);
  const change =
    gainer === undefined
      ? `The count of electoral votes is the same as a week ago: ${votesInWords(votes)}.`
      : `${capitalized(theParty(gainer))} gained ${counted(votes[gainer] - earlier[gainer], 'electoral vote')}: ` +
        `${votesInWords(earlier)} became ${votesInWords(votes)}.`;
  return `${change} ${leadSentence(before, now)}`;
}

function leadSentence(before: State, now: State): string {
  const [earlier, party] = [leaderOf(before), leaderOf(now)];
  if (party === null) return earlier === null ? 'The race is still tied.' : 'The race is tied now.';
  const name = capitalized(theParty(party));
  if (earlier === party) return `${name} are still ahead.`;
  const past = earlier === null ? 'a week ago, the race was tied' : `a week ago, ${theParty(earlier)} were`;
  return `${name} are ahead now; ${past}.`;
}

/** The states that changed sides, by the party that leads there now. */
export function sidesSentence(before: State, now: State): string {
  const changes = sideChanges(before, now);
  if (changes.length === 0) return 'No state changed sides.';
  return `Changed sides: ${changesInWords(changes)}.`;
}

/** Every state whose poll moved, by name; null if none did. */
function changesTable(before: State, now: State): Table | null {
  const pushes = pushesOf(now);
  const moved = byName(BOARD).filter(({ code }) => pushes.some(({ state }) => state === code));
  if (moved.length === 0) return null;
  return {
    kind: 'table',
    caption: 'Every poll that moved, and what moved it',
    showCaption: true,
    columns: [
      { label: 'State', align: 'left' },
      { label: 'Votes', align: 'right' },
      { label: 'Before', align: 'left' },
      { label: 'Now', align: 'left' },
      { label: 'What moved it, in squares', align: 'left' },
    ],
    rows: moved.map((state) => {
      const own = pushes.filter((push) => push.state === state.code);
      return changeRow(before, now, state, pushesInWords(own));
    }),
    note:
      'Bold: the state changed sides, became safe, or is no longer safe. “Even (R)” is held by the Republicans, on whose side the ' +
      'state started (MOE-2.6).',
  };
}

function changeRow(before: State, now: State, { code, name, votes }: BoardState, cause: string): Cell[] {
  const [from, to] = [before.polls[code], now.polls[code]];
  const [earlier, winner] = [winnerOf(from, before.start[code]), winnerOf(to, now.start[code])];
  const changed = earlier !== winner;
  const strong = changed || isSafe(from) !== isSafe(to);
  const safety = isSafe(to) ? ', safe' : isSafe(from) ? ', not safe' : '';
  const remark = changed ? ', changed sides' : '';
  return [
    { text: name, strong },
    String(votes),
    { text: pollWithLeader(from, before.start[code]), tone: earlier },
    { text: `${pollWithLeader(to, now.start[code])}${remark}${safety}`, tone: winner, strong },
    cause,
  ];
}

function mapsBeforeAndAfter(before: State, now: State): Block {
  return comparedMaps('The polls before and after the week', [
    { heading: `Before week ${before.week}`, state: before },
    { heading: `After week ${before.week}`, state: now },
  ]);
}
