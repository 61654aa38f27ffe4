import { counted, dollars, listInWords } from '../numbers.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { Choice, Field, SheetForm, SheetSection } from '../sheet.ts';
import {
  ADS,
  type AdId,
  ITEMS,
  type Item,
  issuesAmong,
  itemOf,
  LIMITS,
  MAX_FACES,
  MOST_ISSUES,
  PRIMARY_CODES,
  type PrimaryCode,
  primary,
  RANGES,
} from './data.ts';
import { openSheet } from './foresee.ts';
import { votesField } from './form-votes.ts';
import { openParts } from './orders.ts';
import { earningsOf, onesAmong } from './play/dice.ts';
import { availableTo, findPlayer, leftIn, nextPrize, openOrder, type Player, type State } from './state.ts';

/**
 * What the open phase is called on sheets and pages (PS-4.1). Players read "round" where the rule file says "turn": a turn
 * ends with a printout, and with two sheets a round has two of them.
 */
export function phaseName(state: State): string {
  if (state.phase === 'over') return 'The end';
  const round = `Round ${state.turn + 1}`;
  if (state.phase === 'turn') return round;
  return `${round}, ${state.phase === 'roll' ? 're-rolls' : 'spending'}`;
}

/** PS-9.10: the form of a seat's sheet for the open phase; null if the seat owes none. */
export function sheet(state: State, seat: SeatIdentifier): SheetForm | null {
  const player = findPlayer(state, seat);
  if (player === undefined || state.phase === 'over') return null;
  const parts = openParts(state);
  return {
    turn: openSheet(state),
    phase: phaseName(state),
    facts: sheetFacts(state, player),
    sections: [
      ...(parts.includes('roll') ? [rollSection(player)] : []),
      ...(parts.includes('spend') ? spendSections(state, player) : []),
    ],
    // Players who like their dice re-roll nothing.
    ...(state.phase === 'roll' && { mayBeBlank: true }),
  };
}

/** `1: 6, 2: 5`: the dice with their numbers. */
export function diceInWords(dice: readonly number[]): string {
  return dice.map((face, i) => `die ${i + 1} shows ${face}`).join(', ');
}

function sheetFacts(state: State, player: Player): string[] {
  const { votes, money } = earningsOf(player.dice, player.items, { votes: 0, money: 0 });
  const ones = onesAmong(player.dice);
  const unsettled =
    ones === 0 ? '' : `, and ${counted(ones, 'die', 'dice')} that ${ones === 1 ? 'shows' : 'show'} 1`;
  return [
    `Your dice: ${diceInWords(player.dice)}.`,
    `As they lie they earn ${counted(votes, 'vote')} and ${dollars(money)}${unsettled}.`,
    `You have ${dollars(player.funds)}.`,
    `Order of play: ${listInWords(openOrder(state))}.`,
  ];
}

/** PS-4.4: the re-roll part. */
function rollSection(player: Player): SheetSection {
  const choices = player.dice.map((face, i): Choice => {
    return { value: String(i + 1), label: `Die ${i + 1}`, note: `shows ${face}` };
  });
  const reroll: Field = {
    kind: 'ranking',
    name: 'reroll',
    label: 'Dice to re-roll',
    hint: 'All of them are rolled together, once.',
    max: Math.min(LIMITS.reroll, choices.length),
    of: 'choice',
    choices,
    each: 'Die',
    unordered: true,
    numbers: true,
  };
  const hasOrganizer = player.items.includes('organizer');
  return { title: 'Re-rolls', fields: hasOrganizer ? [reroll, secondField()] : [reroll] };
}

function secondField(): Field {
  const [min, max] = RANGES.below;
  return {
    kind: 'rows',
    name: 'second',
    label: 'Second re-roll',
    hint:
      'Made after the first re-roll. Only the first row whose conditions hold is used; 1s count as neither votes nor money ' +
      'in them.',
    max: LIMITS.second,
    ranked: { usual: 2, repeats: true },
    sentence: {
      conditions: {
        votesBelow: 'my dice give fewer than {votesBelow}',
        fundsBelow: 'I would have less than {fundsBelow}',
      },
      actions: ['re-roll every die that shows {each faces}'],
    },
    columns: [
      { kind: 'integer', name: 'votesBelow', label: 'Fewer votes than', min, max, unit: 'votes' },
      { kind: 'integer', name: 'fundsBelow', label: 'Less money than', min, max, unit: 'dollars' },
      { kind: 'text', name: 'faces', label: 'Faces to re-roll', hint: 'Digits, such as 12.', max: MAX_FACES },
    ],
  };
}

/** PS-4.4: the spending part. */
function spendSections(state: State, player: Player): SheetSection[] {
  const ads = ADS.filter((ad) => !player.items.includes(ad));
  return [
    { title: 'The 1s', fields: [onesField()] },
    { title: 'Shopping list', fields: [shopField(state, player)] },
    { title: 'Votes', fields: [votesField(state, player)] },
    { title: 'The rest', fields: [restField()] },
    ...(ads.length === 0 ? [] : [adsSection(ads.map((ad) => rankingField(state, player, ad)))]),
  ];
}

/** The states of the ads. Ads that no list names are placed automatically, so most sheets leave this blank (PS-6.9). */
function adsSection(fields: Field[]): SheetSection {
  const [first] = fields;
  const title = fields.length === 1 && first !== undefined ? `Where the ${first.label} goes` : 'Where ads go';
  return { title, hint: 'Only for ads on your shopping list.', rare: true, fields };
}

function onesField(): Field {
  return {
    kind: 'choice',
    name: 'ones',
    label: 'Take 1s as',
    choices: [
      { value: 'votes', label: 'Votes' },
      { value: 'money', label: 'Money' },
      { value: 'buy', label: 'As much money as the shopping list can use' },
      { value: 'finish', label: 'Votes where they finish a state or a die, else money' },
    ],
    blank: 'Votes',
  };
}

/** Whether a player can still buy an item (PS-2.4, PS-2.5). */
export function canBuy({ items }: Player, { id, kind }: Item): boolean {
  return !items.includes(id) && (kind !== 'issue' || issuesAmong(items) < MOST_ISSUES);
}

/** What an item does, in a few words (PS-2.4). */
export function effectOf({ id, kind, marks, most, states }: Item): string {
  if (kind === 'ad') return `${counted(marks, 'mark')} in each of ${most} states`;
  if (kind === 'issue') return `${counted(marks, 'mark')} in each of ${states.join(', ')}`;
  if (id === 'organizer') return 'a second re-roll every round';
  if (id === 'manager') return '2 more votes every round';
  return id === 'spokesperson' ? 'each vote die earns 1 vote more' : 'each money die earns $1 more';
}

function shopField(state: State, player: Player): Field {
  const [min, max] = RANGES.limit;
  const items = ITEMS.filter((item) => canBuy(player, item)).map((item): Choice => {
    const phrase = item.kind === 'issue' ? `the issue ${item.name}` : `the ${item.name}`;
    return {
      value: item.id,
      label: item.name,
      phrase,
      short: dollars(item.price),
      note: `${dollars(item.price)}, ${effectOf(item)}`,
    };
  });
  return {
    kind: 'rows',
    name: 'shop',
    label: 'Shopping list',
    hint: `Tried from the top. You have ${dollars(player.funds)} before this round’s dice. Keep: buy only if that much is left.`,
    max: LIMITS.shop,
    ranked: { usual: 3, repeats: true },
    sentence: {
      conditions: {
        votesFrom: 'I have at least {votesFrom}',
        votesTo: 'I have at most {votesTo}',
        ifOpen: '{ifOpen} is still open to me',
      },
      actions: ['buy {item}'],
      additions: { keep: 'but keep {keep}' },
    },
    columns: [
      { kind: 'choice', name: 'item', label: 'Item', choices: items, blank: 'nothing' },
      {
        kind: 'integer',
        name: 'keep',
        label: 'Keep',
        min,
        max,
        unit: 'dollars',
      },
      {
        kind: 'integer',
        name: 'votesFrom',
        label: 'Votes from',
        hint: 'Only with so many votes.',
        rare: true,
        min,
        max,
        unit: 'votes',
      },
      {
        kind: 'integer',
        name: 'votesTo',
        label: 'Votes to',
        hint: 'Only with at most so many.',
        rare: true,
        min,
        max,
        unit: 'votes',
      },
      {
        kind: 'state',
        name: 'ifOpen',
        label: 'If open',
        hint: 'Only if you can still mark this state.',
        rare: true,
        choices: availableTo(state.places, player).map((code) => stateChoice(state, player, code)),
        blank: 'any case',
      },
    ],
  };
}

/** A state with what the player has left there and its next prize. */
export function stateChoice(state: State, player: Player, code: PrimaryCode): Choice {
  const note = `${leftIn(player, code)} left, next prize ${nextPrize(state.places, code)}`;
  return {
    value: code,
    label: primary(code).name,
    note,
    short: `${leftIn(player, code)} left, wins ${nextPrize(state.places, code)}`,
  };
}

function rankingField(state: State, player: Player, ad: AdId): Field {
  const item = itemOf(ad);
  const available = availableTo(state.places, player);
  const choices = PRIMARY_CODES.filter((code) => available.includes(code));
  return {
    kind: 'ranking',
    name: ad,
    label: item.name,
    hint: `${counted(item.marks, 'mark')} in each of the first ${item.most} that you can still mark. Blank: chosen automatically.`,
    max: LIMITS[ad],
    of: 'state',
    choices: choices.map((code) => stateChoice(state, player, code)),
    each: 'State',
  };
}

function restField(): Field {
  return {
    kind: 'choice',
    name: 'rest',
    label: 'The rest',
    hint: 'Marks that your lists leave over; automatically means fewest circles left first.',
    choices: [
      { value: 'auto', label: 'Place automatically' },
      { value: 'none', label: 'Let them lapse' },
    ],
    blank: 'Place automatically',
  };
}
