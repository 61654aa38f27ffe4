import { type StateCode, stateOf } from '../../country.ts';
import { counted, listInWords, ordinal } from '../../numbers.ts';
import type { Block, Cell, ElectoralMap, MapMark, ReportSection, Table } from '../../report.ts';
import { findGerrymander, type Gerrymander } from '../data/gerrymanders.ts';
import { reach } from '../data/map.ts';
import { findPlayer, type Player, type State } from '../state.ts';
import { captionedTable, colorOf, plainTable, type ReportContext, tokensOf } from './context.ts';
import { ledgerOf, ledgerTable } from './ledger.ts';
import { bundleInWords, chipInWords, chipsInWords, money, popularVotes } from './words.ts';

/** PTG-9.3: the reader's ledger, Gerrymander cards, rolls, and what is in reach. */
export function youSection(context: ReportContext): ReportSection | null {
  const { reader, before, now } = context;
  if (reader === null) return null;
  const earlier = before === null ? undefined : findPlayer(before, reader.id);
  const blocks: Block[] = [
    ...(earlier === undefined || ledgerOf(now.log, reader.id).length === 0
      ? []
      : [ledgerTable(earlier, reader, now.log)]),
    ...(hasHand(now) ? [handTable(now, reader), ...idleCards(now, reader)] : []),
    ...rollBlocks(now, reader),
  ];
  return blocks.length === 0
    ? null
    : { id: 'you', title: `${context.name(reader.id)} for president`, newPage: false, shared: false, blocks };
}

function hasHand({ phase }: State): boolean {
  return phase === 'home' || phase === 'campaign' || phase === 'closing';
}

/** The reader's cards: what each needs, and once there are chips, what is missing and where it is. */
function handTable(state: State, player: Player): Table {
  const isHome = state.phase === 'home';
  const rows = player.cards.flatMap((id): Cell[][] => {
    const card = findGerrymander(id);
    if (card === undefined) return [];
    const missing = missingFor(state, player, card);
    const lacks = missing.length === 0 ? { text: 'nothing', strong: true } : missing.join('; ');
    return [
      [
        { text: `${card.id} ${card.title}`, strong: true },
        bundleInWords(card.needed),
        ...(isHome ? [] : [lacks]),
        rewardInWords(state, player, card),
      ],
    ];
  });
  const labels = ['Card', 'Needs', ...(isHome ? [] : ['Missing']), 'Brings'];
  return captionedTable('Your Gerrymander cards', labels, rows);
}

/** PTG-6.11: cards that were ordered but could not be played. The others must not see them: they are still in the hand (PTG-8.6). */
function idleCards({ log }: State, { id }: Player): Block[] {
  const idle = log.flatMap((entry) =>
    entry.type === 'gerrymander' && entry.by === id && !entry.done ? [entry.card] : [],
  );
  if (idle.length === 0) return [];
  return [
    { kind: 'paragraph', text: `Not played, because something needed was missing: ${listInWords(idle)}.` },
  ];
}

/** What a candidate lacks for a card, with the holders of chips: `NM (5): unclaimed`, `TX (40): CD`, `$3 million`. */
function missingFor(state: State, player: Player, { needed }: Gerrymander): string[] {
  const chips = needed.chips.filter((code) => state.chips[code] !== player.id);
  return [
    ...chips.map((code) => `${chipInWords(code)}: ${state.chips[code] ?? 'unclaimed'}`),
    ...(player.cash < needed.cash ? [money(needed.cash - player.cash)] : []),
    ...(player.popular < needed.votes ? [popularVotes(needed.votes - player.popular)] : []),
  ];
}

function rewardInWords({ chips }: State, { id }: Player, { reward, levy }: Gerrymander): string {
  const holders = reward.chips.flatMap((code) => {
    const holder = chips[code];
    return holder === null ? [] : [`${code} ${holder === id ? 'is yours' : `from ${holder}`}`];
  });
  const taken = holders.length === 0 ? '' : ` (${listInWords(holders)})`;
  return `${bundleInWords(reward)}${levy ? ', and up to $2 million from each other candidate' : ''}${taken}`;
}

/** The rolls, and what the first one reaches. */
function rollBlocks(state: State, player: Player): Block[] {
  if (player.rolls.length === 0 || player.at === null) return [];
  const rolls = player.rolls.map((roll, i): Cell[] => [
    `Stop ${i + 1}`,
    roll === null ? 'lost' : { text: roll.map((face) => `[${face}]`).join(''), dice: roll },
    roll === null ? '–' : String(roll[0] + roll[1]),
    stopInWords(state, player, i),
  ]);
  const [first] = player.rolls;
  const blocks: Block[] = [plainTable('Your rolls', ['', 'Dice', 'Points>', ''], rolls)];
  if (!first || player.debts.length > 0) return blocks;
  const states = reach(player.at, first[0] + first[1]);
  return [...blocks, reachTable(state, player, states), reachMap(state, player, states)];
}

function stopInWords({ order }: State, { id, at, debts, rolls }: Player, index: number): string {
  if (rolls[index] === null) return 'You do not move.';
  if (debts.length > 0) return 'You move only once your debts are paid.';
  if (index > 0) return 'From where your first stop leads.';
  return `From ${at === null ? '' : stateOf(at).name}. You are ${ordinal(order.indexOf(id) + 1)} in the order of the turn.`;
}

/** The states in reach, by the holders of their chips. */
function reachTable(state: State, player: Player, states: readonly StateCode[]): Table {
  const rows = holdersIn(state, player).flatMap((holder): Cell[][] => {
    const held = states.filter((code) => state.chips[code] === holder);
    if (held.length === 0) return [];
    const label = holder === null ? 'Unclaimed' : holder === player.id ? `${holder} (you)` : holder;
    return [[{ text: label, strong: true }, chipsInWords(held)]];
  });
  const caption = `In reach of your first stop: ${counted(states.length, 'state')}`;
  return captionedTable(caption, ['Chip', 'States (electoral votes)'], rows);
}

function holdersIn({ order }: State, { id }: Player): (string | null)[] {
  return [null, ...order.filter((seat) => seat !== id), id];
}

/** PTG-9.3: the map of the reach. */
function reachMap(state: State, player: Player, states: readonly StateCode[]): ElectoralMap {
  const holders = holdersIn(state, player).filter((holder) =>
    states.some((code) => state.chips[code] === holder),
  );
  return {
    kind: 'map',
    caption: 'The states in reach of your first stop, in the colors of their holders; all others are gray',
    others: 'gray',
    aside: true,
    states: Object.fromEntries(states.map((code) => [code, markInReach(state, code)])),
    legend: holders.map((holder) => ({
      tone: holder === null ? 'white' : colorOf(state, holder),
      strength: 3,
      text: holder === null ? 'unclaimed' : holder === player.id ? `${holder} (you)` : holder,
    })),
    tokens: tokensOf(state).filter(({ label }) => label === player.id),
  };
}

function markInReach(state: State, code: StateCode): MapMark {
  const holder = state.chips[code];
  const votes = String(stateOf(code).electoralVotes);
  return {
    tone: holder === null ? 'white' : colorOf(state, holder),
    strength: 3,
    label: holder === null ? votes : `${holder} ${votes}`,
    words: `in reach, ${holder === null ? 'unclaimed' : `held by ${holder}`}`,
  };
}
