import { counted, grouped, listInWords, numberWord, signed } from '../../numbers.ts';
import { PARTIES, PARTY_NAMES } from '../../parties.ts';
import type { Block, Cell, ReportSection } from '../../report.ts';
import { nameAndIdentifier, sharedSection } from '../../report-builder.ts';
import { popularityIn, type State } from '../state.ts';
import { type CloseState, closestStates, type LeadChange, leadChanges, overtakings } from './compare.ts';
import { identifierCell, type ReportContext, stateWithVotes } from './context.ts';
import { compareMaps } from './map.ts';
import { reversalInWords } from './reversal.ts';

/** What a tie means for the lead of a state (EY-6.4). */
const TIED = 'Tied: the leader holds the state, and the other one needs 1 more popularity to take it.';

/** How many entries of each kind are printed: the ones that matter most. */
const TOP = { changes: 6, closest: 5, overtakings: 3, overtaken: 3, others: 12 } as const;

/** Close states in which the leader has less popularity than this are left out: anyone could lead there. */
const CONTESTED = 30;

const CLOSEST_CONTESTED = `The closest states with a leader at ${CONTESTED} or more`;

/**
 * From printout 2 on, the turn at a glance: states that changed hands, who overtook whom, the closest states, two maps. It
 * begins a page, so that it and what follows are laid out once for all readers.
 */
export function changesSection(context: ReportContext): ReportSection | null {
  const { before, now } = context;
  if (before === null) return null;
  const changes = leadChanges(before, now, 'overall');
  // The explanation of the result has a table of all close states.
  const closest = now.phase === 'over' ? [] : closestStates(now, CONTESTED).slice(0, TOP.closest);
  const maps = compareMaps('The states by leading party and overall leader, before and after the turn', [
    { heading: `Before turn ${now.turn}`, state: before },
    { heading: `After turn ${now.turn}`, state: now },
  ]);
  const blocks: Block[] = [
    { kind: 'paragraph', text: sentencesOf(context, before, changes).join(' ') },
    ...electionBlocks(now),
    ...(changes.length === 0 ? [] : [changesTable(context, changes)]),
    ...(closest.length === 0 ? [] : [closestTable(context, closest, CLOSEST_CONTESTED)]),
    maps,
  ];
  return { ...sharedSection('changes', `What changed on turn ${now.turn}`, blocks), newPage: true };
}

function sentencesOf(context: ReportContext, before: State, changes: readonly LeadChange[]): string[] {
  const { now } = context;
  const [democrats, republicans] = PARTIES.map((party) => {
    const gained = now.partyVotes[party] - before.partyVotes[party];
    return `the ${PARTY_NAMES[party]} have ${grouped(now.partyVotes[party])} (${signed(gained)})`;
  });
  const count = changes.length === 0 ? 'no' : numberWord(changes.length);
  const states = `${count} ${changes.length === 1 ? 'state' : 'states'} changed hands.`;
  return [
    `Of the electoral votes, ${democrats} and ${republicans}.`,
    states.charAt(0).toUpperCase() + states.slice(1),
    ...overtakingSentences(context, before),
  ];
}

/** From the conventions on: how far the election is from another result. */
function electionBlocks(now: State): Block[] {
  const { D, R } = now.partyVotes;
  if (now.conventions === null || now.phase === 'over' || D === R) return [];
  return [{ kind: 'paragraph', text: reversalInWords(now, D > R ? 'D' : 'R') }];
}

/** Who got ahead of whom in electoral votes. */
function overtakingSentences(context: ReportContext, before: State): string[] {
  return overtakings(before, context.now)
    .slice(0, TOP.overtakings)
    .map(({ id, votes, overtaken }) => {
      const others = overtaken.slice(0, TOP.overtaken).map((other) => `${other.id} (${other.votes})`);
      const more = overtaken.length - others.length;
      if (more > 0) others.push(counted(more, 'other'));
      return `${nameAndIdentifier(context, id)}, now with ${counted(votes, 'electoral vote')}, overtook ${listInWords(others)}.`;
    });
}

function changesTable(context: ReportContext, changes: readonly LeadChange[]): Block {
  const rows = changes
    .slice(0, TOP.changes)
    .map(({ state, from, to, margin }): Cell[] => [
      state.name,
      String(state.electoralVotes),
      identifierCell(context, from),
      identifierCell(context, to),
      margin === 0 ? 'tied' : grouped(margin),
    ]);
  const others = changes.slice(TOP.changes).map(({ state }) => stateWithVotes(state));
  return {
    kind: 'table',
    caption: 'States that changed hands',
    showCaption: true,
    columns: [
      { label: 'State', align: 'left' },
      { label: 'EV', align: 'right' },
      { label: 'From', align: 'left' },
      { label: 'To', align: 'left' },
      { label: 'Lead', align: 'right' },
    ],
    rows,
    note:
      `The overall lead, and how much more popularity the new leader has than the former one.` +
      `${changes.some(({ margin }) => margin === 0) ? ` ${TIED}` : ''}${otherStates(others)}`,
  };
}

/** The states that a table leaves out, in words. */
function otherStates(others: readonly string[]): string {
  if (others.length === 0) return '';
  if (others.length <= TOP.others) return ` Also changed: ${listInWords(others)}.`;
  const rest = counted(others.length - TOP.others, 'other');
  return ` Also changed: ${listInWords([...others.slice(0, TOP.others), rest])}.`;
}

/** Close states; shared with the explanation of the result. */
export function closestTable(context: ReportContext, closest: readonly CloseState[], caption: string): Block {
  const standing = (code: CloseState['state']['code'], id: string): string =>
    grouped(popularityIn(context.now.popularity, code, id));
  return {
    kind: 'table',
    caption,
    showCaption: true,
    columns: [
      { label: 'State', align: 'left' },
      { label: 'EV', align: 'right' },
      { label: 'Leader', align: 'left' },
      { label: 'Popularity', align: 'right' },
      { label: 'Challenger', align: 'left' },
      { label: 'Popularity', align: 'right' },
      { label: 'Lead', align: 'right' },
    ],
    rows: closest.map(({ state, leader, challenger, margin }): Cell[] => [
      state.name,
      String(state.electoralVotes),
      identifierCell(context, leader),
      standing(state.code, leader),
      identifierCell(context, challenger),
      standing(state.code, challenger),
      margin === 0 ? 'tied' : grouped(margin),
    ]),
    ...(closest.some(({ margin }) => margin === 0) ? { note: TIED } : {}),
  };
}
