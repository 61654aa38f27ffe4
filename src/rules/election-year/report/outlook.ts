import type { CountryState, StateCode } from '../../country.ts';
import { dollars, grouped, numberWord, ordinal } from '../../numbers.ts';
import { otherParty, PARTY_MEMBER, PARTY_NAMES } from '../../parties.ts';
import type { Block, Cell, ReportSection } from '../../report.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { membersOf, type Player, popularityIn, type State } from '../state.ts';
import { countsOverall, leadChanges } from './compare.ts';
import { type Contest, chancesOf, leadThatMatters, RIVAL_BUDGET, risksOf, SMALL_CHANGE } from './contests.ts';
import { dashIfZero, identifierCell, type ReportContext, stateWithVotes } from './context.ts';

/** How many entries of each kind are printed: the ones that matter most. */
const TOP = { changes: 8, risks: 5, chances: 7, open: 8 } as const;

/**
 * From printout 2 on, the reader's own race: leads won and lost, leads at risk, and states within reach. It is made from
 * public figures and the reader's cash.
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

/** Leads that the reader won and lost, and before the conventions those that others of the party won from each other. */
function changesBlocks({ now }: ReportContext, reader: Player, before: State): Block[] {
  const changes = leadChanges(before, now, leadThatMatters(now, reader));
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

/** Leads of the reader that a rival can take. */
function risksBlocks(context: ReportContext, reader: Player): Block[] {
  const { contested, open } = risksOf(context.now, reader);
  const limit = `${dollars(RIVAL_BUDGET)} or less with a visit`;
  const cheap = openBlocks(`Leads that a rival can take for ${dollars(SMALL_CHANGE)} or less`, open);
  if (contested.length === 0) {
    const lead = open.length === 0 ? 'a lead' : 'another lead';
    return [...cheap, { kind: 'paragraph', text: `No rival can take ${lead} of yours for ${limit}.` }];
  }
  const note =
    `What the rival for whom it costs least has to pay to take the lead, if it is ${limit}. ` +
    `${contested.length === 1 ? 'There is 1 such lead' : `There are ${numberWord(contested.length)} such leads`}.`;
  const contests = contested.slice(0, TOP.risks);
  return [contestTable(context, reader, { caption: 'Your leads at risk', contests, note }), ...cheap];
}

/** States in which the reader can afford to get ahead. */
function chancesBlocks(context: ReportContext, reader: Player): Block[] {
  const { contested, open } = chancesOf(context.now, reader);
  const cheap = openBlocks(`States that you can take for ${dollars(SMALL_CHANGE)} or less`, open);
  const cash = dollars(reader.cash);
  if (contested.length === 0) {
    const state = open.length === 0 ? 'any state' : 'any other state';
    return [...cheap, { kind: 'paragraph', text: `You cannot afford to take ${state} with your ${cash}.` }];
  }
  const note =
    'What you have to pay to take the lead if no one else campaigns there, the best value first. ' +
    `${contested.length === 1 ? 'There is 1 such state' : `There are ${numberWord(contested.length)} such states`} within your ${cash}.`;
  const contests = contested.slice(0, TOP.chances);
  return [contestTable(context, reader, { caption: 'States within your reach', contests, note }), ...cheap];
}

function openBlocks(label: string, states: readonly CountryState[]): Block[] {
  if (states.length === 0) return [];
  return [{ kind: 'paragraph', text: `${label}: ${firstOf(states.map(stateWithVotes), TOP.open)}.` }];
}

function contestTable(
  context: ReportContext,
  reader: Player,
  { caption, contests, note }: { caption: string; contests: readonly Contest[]; note: string },
): Block {
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
      { label: 'With a visit', align: 'right' },
      { label: 'Without', align: 'right' },
    ],
    rows: contests.map(({ state, rival, cost }): Cell[] => [
      state.name,
      String(state.electoralVotes),
      String(state.donation),
      popularity(state.code, reader.id),
      identifierCell(context, rival),
      popularity(state.code, rival),
      dollars(cost.visit),
      dollars(cost.plain),
    ]),
    note,
  };
}
