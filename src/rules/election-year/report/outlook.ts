import type { CountryState } from '../../country.ts';
import { counted, dollars, grouped } from '../../numbers.ts';
import { otherParty, PARTY_NAMES } from '../../parties.ts';
import type { Block, Cell, ReportSection } from '../../report.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { type Leads, membersOf, type Player, popularityIn, type State } from '../state.ts';
import { costOf, countsOverall, leadChanges, missingPopularity, STATES_BY_NAME } from './compare.ts';
import { identifierCell, type ReportContext, stateWithVotes } from './context.ts';

/** How many entries of each kind are printed: the ones that matter most. */
const TOP = { changes: 8, risks: 5, chances: 6 } as const;

/**
 * A lead is at risk if a rival can take it for this many dollars with a visit. What a rival really has is secret, so it is a
 * sum that most candidates can spare for one state.
 */
const RIVAL_BUDGET = 100;

/** A state, the rival who matters there, and what it costs to get ahead of the leader. */
interface Contest {
  state: CountryState;
  rival: SeatIdentifier;
  cost: { visit: number; plain: number };
}

/**
 * From printout 2 on, the reader's own race: leads won and lost, leads at risk, and states within reach. It is made from
 * public figures and the reader's cash. What counts before the conventions is the lead in the reader's party, which gives votes
 * there; after them it is the overall lead.
 */
export function outlookSection(context: ReportContext): ReportSection | null {
  const { reader, before, now } = context;
  if (reader === null || before === null || now.phase === 'over') return null;
  const blocks: Block[] = [
    ...changesBlocks(context, reader, before),
    risksBlock(context, reader),
    chancesBlock(context, reader),
  ];
  const title = countsOverall(now) ? 'Your race' : `Your race among the ${PARTY_NAMES[reader.party]}`;
  return { id: 'outlook', title, newPage: false, shared: false, blocks };
}

/** The lead that matters to a player now. */
function leadThatMatters(now: State, player: Player): keyof Leads {
  return countsOverall(now) ? 'overall' : player.party;
}

/** The leads that the reader won and lost; before the conventions also those that other members of the party won from each other. */
function changesBlocks({ now }: ReportContext, reader: Player, before: State): Block[] {
  const changes = leadChanges(before, now, leadThatMatters(now, reader));
  const items = [
    {
      label: 'Leads you won',
      entries: changes
        .filter(({ to }) => to === reader.id)
        .map(({ state, from }) => `${stateWithVotes(state)} from ${from}`),
    },
    {
      label: 'Leads you lost',
      entries: changes
        .filter(({ from }) => from === reader.id)
        .map(({ state, to, margin }) => `${stateWithVotes(state)} to ${to}, by ${grouped(margin)}`),
    },
    {
      label: 'Others in your party',
      entries: countsOverall(now)
        ? []
        : changes
            .filter(({ from, to }) => from !== reader.id && to !== reader.id)
            .map(({ state, from, to }) => `${stateWithVotes(state)} from ${from} to ${to}`),
    },
  ].filter(({ entries }) => entries.length > 0);
  if (items.length === 0) return [];
  return [
    { kind: 'facts', items: items.map(({ label, entries }) => ({ label, value: firstOf(entries) })) },
  ];
}

/** The first entries of a list in words, and how many more there are. */
function firstOf(entries: readonly string[]): string {
  if (entries.length <= TOP.changes) return entries.join('; ');
  return `${entries.slice(0, TOP.changes).join('; ')}; and ${grouped(entries.length - TOP.changes)} more`;
}

/** Leads of the reader that a rival can take. */
function risksBlock(context: ReportContext, reader: Player): Block {
  const { now } = context;
  const lead = leadThatMatters(now, reader);
  const risks = STATES_BY_NAME.flatMap((state): Contest[] => {
    if (now.leaders[state.code][lead] !== reader.id) return [];
    const rival = closestRival(now, state, reader);
    if (rival === null) return [];
    const missing = missingPopularity(now, state, { id: rival, ahead: reader.id });
    const cost = costOf(now, rival, missing);
    return cost.visit <= RIVAL_BUDGET ? [{ state, rival, cost }] : [];
  }).sort(byWorth);
  if (risks.length === 0) {
    const text = `No rival can take a lead of yours for ${dollars(RIVAL_BUDGET)} or less.`;
    return { kind: 'paragraph', text };
  }
  const note =
    `What it costs the closest rival to take the lead, at the rival’s ability. ${counted(risks.length, 'lead')} of yours ` +
    `${risks.length === 1 ? 'is' : 'are'} at risk, which means for ${dollars(RIVAL_BUDGET)} or less with a visit.`;
  return contestTable(context, reader, { caption: 'Your leads at risk', contests: risks.slice(0, TOP.risks), note });
}

/** States in which the reader can afford to get ahead. */
function chancesBlock(context: ReportContext, reader: Player): Block {
  const { now } = context;
  const chances = STATES_BY_NAME.flatMap((state): Contest[] => {
    const rival = leaderToBeat(now, state, reader);
    if (rival === null) return [];
    const missing = missingPopularity(now, state, { id: reader.id, ahead: rival });
    const cost = costOf(now, reader.id, missing);
    return cost.visit <= reader.cash ? [{ state, rival, cost }] : [];
  }).sort(byWorth);
  if (chances.length === 0) {
    return { kind: 'paragraph', text: 'You cannot afford to take any other state alone now.' };
  }
  const note =
    `What it costs you to get ahead if no one else campaigns there: most electoral votes for the money first. ` +
    `${counted(chances.length, 'state')} in all ${chances.length === 1 ? 'is' : 'are'} within your ${dollars(reader.cash)}.`;
  const contests = chances.slice(0, TOP.chances);
  return contestTable(context, reader, { caption: 'States within your reach', contests, note });
}

/** The rival who is closest behind the reader: of the party before the conventions, then the other party's leader. */
function closestRival(now: State, { code }: CountryState, reader: Player): SeatIdentifier | null {
  if (countsOverall(now)) return now.leaders[code][otherParty(reader.party)];
  const rivals = membersOf(now.players, reader.party).filter(({ id }) => id !== reader.id);
  const [closest] = rivals.sort(
    (a, b) => popularityIn(now.popularity, code, b.id) - popularityIn(now.popularity, code, a.id),
  );
  return closest?.id ?? null;
}

/** The leader whom the reader has to beat in a state: for the party's nomination, or later for the party; null if there is none. */
function leaderToBeat(now: State, { code }: CountryState, reader: Player): SeatIdentifier | null {
  const leads = now.leaders[code];
  if (!countsOverall(now)) return leads[reader.party] === reader.id ? null : leads[reader.party];
  return leads.overall === leads[reader.party] ? null : leads.overall;
}

/** Most electoral votes for a dollar first; then the larger states. */
function byWorth(a: Contest, b: Contest): number {
  const worth = b.state.electoralVotes * a.cost.visit - a.state.electoralVotes * b.cost.visit;
  return worth || b.state.electoralVotes - a.state.electoralVotes;
}

function contestTable(
  context: ReportContext,
  reader: Player,
  { caption, contests, note }: { caption: string; contests: readonly Contest[]; note: string },
): Block {
  const popularity = (code: CountryState['code'], id: SeatIdentifier) =>
    grouped(popularityIn(context.now.popularity, code, id));
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
