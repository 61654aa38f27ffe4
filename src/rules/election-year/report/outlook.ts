import type { CountryState, StateCode } from '../../country.ts';
import { dollars, grouped, numberWord, ordinal } from '../../numbers.ts';
import { otherParty, PARTY_MEMBER, PARTY_NAMES } from '../../parties.ts';
import type { Block, Cell, Column, ReportSection } from '../../report.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { membersOf, type Player, popularityIn, type State } from '../state.ts';
import { areRivals, countsOverall, leadChanges } from './compare.ts';
import {
  type Contest,
  chancesOf,
  leadThatMatters,
  OTHERS_BUDGET,
  partyChancesOf,
  partyRisksOf,
  risksOf,
  SMALL_CHANGE,
} from './contests.ts';
import { dashIfZero, identifierCell, type ReportContext, stateWithVotes } from './context.ts';

/** How many entries of each kind are printed: the ones that matter most. */
const TOP = { changes: 8, risks: 5, chances: 7, open: 8 } as const;

const LIMIT = `${dollars(OTHERS_BUDGET)} or less with a visit`;
const NEXT_TO_NOTHING = `${dollars(SMALL_CHANGE)} or less`;

/**
 * From printout 2 on, the reader's own race: leads won and lost, leads at risk, and states within reach; after the
 * conventions also those of the others in the party. It is made from public figures and the reader's cash.
 */
export function outlookSection(context: ReportContext): ReportSection | null {
  const { reader, before, now } = context;
  if (reader === null || before === null || now.phase === 'over') return null;
  const blocks: Block[] = [
    ...goalBlocks(now, reader),
    ...changesBlocks(context, reader, before),
    ...risksBlocks(context, reader),
    ...chancesBlocks(context, reader),
  ];
  const title = countsOverall(now) ? 'Your race' : `Your race among the ${PARTY_NAMES[reader.party]}`;
  return { id: 'outlook', title, newPage: false, shared: false, blocks };
}

/** After the conventions: in which place the reader finishes if the party wins, and if it loses (EY-7.1). */
function goalBlocks({ conventions, players }: State, { id, party }: Player): Block[] {
  if (conventions === null) return [];
  const { president, vicePresident } = conventions[party];
  const won =
    id === president ? '1st, as president' : id === vicePresident ? '2nd, as vice president' : '3rd';
  const other = otherParty(party);
  const lost = ordinal(1 + membersOf(players, other).length);
  const text =
    `You win or lose with your party: if the ${PARTY_NAMES[party]} win the election, you finish ${won}; if the ` +
    `${PARTY_NAMES[other]} win it, you finish ${lost}. Every state that a ${PARTY_MEMBER[party]} leads counts for the party.`;
  return [{ kind: 'paragraph', text }];
}

/**
 * Leads that the reader won from rivals and lost to them, and before the conventions those that others of the party won from
 * each other.
 */
function changesBlocks({ now }: ReportContext, reader: Player, before: State): Block[] {
  const changes = leadChanges(before, now, leadThatMatters(now, reader)).filter(({ from, to }) =>
    areRivals(now, from, to),
  );
  const won = changes.filter(({ to }) => to === reader.id);
  const lost = changes.filter(({ from }) => from === reader.id);
  const others = countsOverall(now)
    ? []
    : changes.filter(({ from, to }) => from !== reader.id && to !== reader.id);
  const items = [
    {
      label: 'Leads you won',
      entries: won.map(({ state, from }) => `${stateWithVotes(state)} from ${from}`),
    },
    { label: 'Leads you lost', entries: lost.map(({ state, to }) => `${stateWithVotes(state)} to ${to}`) },
    {
      label: 'Others in your party',
      entries: others.map(({ state, from, to }) => `${stateWithVotes(state)} from ${from} to ${to}`),
    },
  ].filter(({ entries }) => entries.length > 0);
  if (items.length === 0) return [];
  const facts = items.map(({ label, entries }) => ({ label, value: firstOf(entries, TOP.changes) }));
  return [{ kind: 'facts', items: facts }];
}

/** The first entries of a list, and how many more there are. */
function firstOf(entries: readonly string[], count: number): string {
  if (entries.length <= count) return entries.join(', ');
  return `${entries.slice(0, count).join(', ')}, and ${grouped(entries.length - count)} more`;
}

/** Leads of the reader that a rival can take, and after the conventions those of the others in the party. */
function risksBlocks(context: ReportContext, reader: Player): Block[] {
  const { contested, open } = risksOf(context.now, reader);
  const party = partyRisksOf(context.now, reader);
  const lead = open.length === 0 ? 'a lead' : 'another lead';
  const own: Block =
    contested.length === 0
      ? { kind: 'paragraph', text: `No rival can take ${lead} of yours for ${LIMIT}.` }
      : contestTable(context, reader, {
          caption: 'Your leads at risk',
          contests: contested.slice(0, TOP.risks),
          rivalOf: ({ challenger }) => challenger,
          note:
            `What the rival for whom it costs least has to pay to take the lead, if it is ${LIMIT}. ` +
            listedOf(contested.length, TOP.risks, 'such lead'),
        });
  return [
    own,
    ...partyRiskBlocks(context, party.contested),
    ...sentenceBlocks([
      [`Leads that a rival can take for ${NEXT_TO_NOTHING}`, open],
      [`Leads of others in your party that a rival can take for ${NEXT_TO_NOTHING}`, party.open],
    ]),
  ];
}

/** States in which the reader can afford to get ahead, and after the conventions those that others in the party can take. */
function chancesBlocks(context: ReportContext, reader: Player): Block[] {
  const { contested, open } = chancesOf(context.now, reader);
  const party = partyChancesOf(context.now, reader);
  const cash = dollars(reader.cash);
  const state = open.length === 0 ? 'any state' : 'any other state';
  const own: Block =
    contested.length === 0
      ? { kind: 'paragraph', text: `You cannot afford to take ${state} with your ${cash}.` }
      : contestTable(context, reader, {
          caption: 'States within your reach',
          contests: contested.slice(0, TOP.chances),
          rivalOf: ({ leader }) => leader,
          note:
            'What you have to pay to take the lead if no one else campaigns there, the best value first. ' +
            listedOf(contested.length, TOP.chances, 'such state', ` within your ${cash}`),
        });
  return [
    own,
    ...partyChanceBlocks(context, party.contested),
    ...sentenceBlocks([
      [`States that you can take for ${NEXT_TO_NOTHING}`, open],
      [
        `States that only others in your party can take for ${NEXT_TO_NOTHING}`,
        party.open.filter((each) => !open.includes(each)),
      ],
    ]),
  ];
}

/** `There is 1 such lead.`, `There are four such leads.`, `The first five of eight such leads are listed.` */
function listedOf(count: number, top: number, noun: string, where = ''): string {
  if (count === 1) return `There is 1 ${noun}${where}.`;
  if (count <= top) return `There are ${numberWord(count)} ${noun}s${where}.`;
  return `The first ${numberWord(top)} of ${numberWord(count)} ${noun}s${where} are listed.`;
}

/** Lists of states in one paragraph, each after its label; nothing for empty lists. */
function sentenceBlocks(lists: readonly (readonly [string, readonly CountryState[]])[]): Block[] {
  const sentences = lists
    .filter(([, states]) => states.length > 0)
    .map(([label, states]) => `${label}: ${firstOf(states.map(stateWithVotes), TOP.open)}.`);
  return sentences.length === 0 ? [] : [{ kind: 'paragraph', text: sentences.join(' ') }];
}

/** The reader's contests: the reader's popularity in each state, and the rival's. */
function contestTable(
  context: ReportContext,
  reader: Player,
  table: {
    caption: string;
    contests: readonly Contest[];
    rivalOf: (contest: Contest) => SeatIdentifier;
    note: string;
  },
): Block {
  const { caption, contests, rivalOf, note } = table;
  const popularity = (code: StateCode, id: SeatIdentifier) =>
    dashIfZero(popularityIn(context.now.popularity, code, id));
  return {
    kind: 'table',
    caption,
    showCaption: true,
    columns: [
      { label: 'State', align: 'left' },
      { label: 'EV', align: 'right' },
      { label: 'Don.', align: 'right' },
      { label: 'You', align: 'right' },
      { label: 'Rival', align: 'left' },
      { label: 'Popularity', align: 'right' },
      ...COST_COLUMNS,
    ],
    rows: contests.map((contest): Cell[] => [
      contest.state.name,
      String(contest.state.electoralVotes),
      String(contest.state.donation),
      popularity(contest.state.code, reader.id),
      identifierCell(context, rivalOf(contest)),
      popularity(contest.state.code, rivalOf(contest)),
      ...costCells(contest),
    ]),
    note,
  };
}

const COST_COLUMNS: readonly Column[] = [
  { label: 'With visit', align: 'right' },
  { label: 'Without', align: 'right' },
];

function costCells({ cost }: Contest): Cell[] {
  return [dollars(cost.visit), dollars(cost.plain)];
}

/** The leads of the others in the party that are at risk; nothing before the conventions, and in a party of one. */
function partyRiskBlocks(context: ReportContext, contests: readonly Contest[]): Block[] {
  if (contests.length === 0) return [];
  return [
    partyTable(context, {
      caption: 'Leads at risk of others in your party',
      heads: ['Leader', 'Rival'],
      contests: contests.slice(0, TOP.risks),
      note: `What the rival for whom it costs least has to pay. ${listedOf(contests.length, TOP.risks, 'such lead')}`,
    }),
  ];
}

/** The states that others in the party can take; nothing before the conventions, and in a party of one. */
function partyChanceBlocks(context: ReportContext, contests: readonly Contest[]): Block[] {
  if (contests.length === 0) return [];
  return [
    partyTable(context, {
      caption: 'States within reach of others in your party',
      heads: ['Rival', 'Can take it'],
      contests: contests.slice(0, TOP.chances),
      note:
        `What the other member of your party for whom it costs least has to pay, if it is ${LIMIT}. ` +
        listedOf(contests.length, TOP.chances, 'such state'),
    }),
  ];
}

/** Contests between others: who leads, who would take the lead, and what that costs. */
function partyTable(
  context: ReportContext,
  table: { caption: string; heads: readonly [string, string]; contests: readonly Contest[]; note: string },
): Block {
  const { caption, heads, contests, note } = table;
  return {
    kind: 'table',
    caption,
    showCaption: true,
    columns: [
      { label: 'State', align: 'left' },
      { label: 'EV', align: 'right' },
      { label: heads[0], align: 'left' },
      { label: heads[1], align: 'left' },
      ...COST_COLUMNS,
    ],
    rows: contests.map((contest): Cell[] => [
      contest.state.name,
      String(contest.state.electoralVotes),
      identifierCell(context, contest.leader),
      identifierCell(context, contest.challenger),
      ...costCells(contest),
    ]),
    note,
  };
}
