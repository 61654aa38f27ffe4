import type { CountryState, StateCode } from '../../country.ts';
import { counted, dollars, grouped } from '../../numbers.ts';
import { PARTY_NAMES } from '../../parties.ts';
import type { Block, Cell, ReportSection } from '../../report.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { type Player, popularityIn, type State } from '../state.ts';
import { countsOverall, leadChanges } from './compare.ts';
import { type Contest, chancesOf, leadThatMatters, RIVAL_BUDGET, risksOf } from './contests.ts';
import { dashIfZero, identifierCell, type ReportContext, stateWithVotes } from './context.ts';

/** How many entries of each kind are printed: the ones that matter most. */
const TOP = { changes: 8, risks: 5, chances: 6, unclaimed: 8 } as const;

/**
 * From printout 2 on, the reader's own race: leads won and lost, leads at risk, and states within reach. It is made from
 * public figures and the reader's cash.
 */
export function outlookSection(context: ReportContext): ReportSection | null {
  const { reader, before, now } = context;
  if (reader === null || before === null || now.phase === 'over') return null;
  const blocks: Block[] = [
    ...changesBlocks(context, reader, before),
    ...risksBlocks(context, reader),
    ...chancesBlocks(context, reader),
  ];
  const title = countsOverall(now) ? 'Your race' : `Your race among the ${PARTY_NAMES[reader.party]}`;
  return { id: 'outlook', title, newPage: false, shared: false, blocks };
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
  const { contested, unclaimed } = risksOf(context.now, reader);
  const limit = `${dollars(RIVAL_BUDGET)} or less`;
  const free = unclaimedBlocks('Leads without any popularity, which a rival can take for $1 each', unclaimed);
  if (contested.length === 0) {
    const text = `No rival can take a lead from you for ${limit} in a state where you have popularity.`;
    return [{ kind: 'paragraph', text }, ...free];
  }
  const note =
    `What it costs the closest rival to take the lead. At risk means: for ${limit} with a visit. ` +
    `${counted(contested.length, 'lead')} of yours ${contested.length === 1 ? 'is' : 'are'}.`;
  const contests = contested.slice(0, TOP.risks);
  return [contestTable(context, reader, { caption: 'Your leads at risk', contests, note }), ...free];
}

/** States in which the reader can afford to get ahead. */
function chancesBlocks(context: ReportContext, reader: Player): Block[] {
  const { contested, unclaimed } = chancesOf(context.now, reader);
  const free = unclaimedBlocks('States whose leader has no popularity, yours for $1 each', unclaimed);
  if (contested.length === 0) {
    const text = `With your ${dollars(reader.cash)} you cannot take any lead that is backed by popularity.`;
    return [{ kind: 'paragraph', text }, ...free];
  }
  const note =
    'What it costs you to take the lead if no one else campaigns there, the most electoral votes for the money first. ' +
    `${counted(contested.length, 'such state')} ${contested.length === 1 ? 'is' : 'are'} within reach of your ${dollars(reader.cash)}.`;
  const contests = contested.slice(0, TOP.chances);
  return [contestTable(context, reader, { caption: 'States within your reach', contests, note }), ...free];
}

function unclaimedBlocks(label: string, states: readonly CountryState[]): Block[] {
  if (states.length === 0) return [];
  return [{ kind: 'paragraph', text: `${label}: ${firstOf(states.map(stateWithVotes), TOP.unclaimed)}.` }];
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
