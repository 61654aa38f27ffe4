import {
  diceFor,
  type ItemId,
  issuesAmong,
  itemOf,
  LIMITS,
  MOST_ISSUES,
  PRIMARY_CODES,
  STAFF_CIRCLES,
} from '../data.ts';
import { blankOrders, type Orders, openParts, type SecondRow, type VoteRow, type Where } from '../orders.ts';
import { availableTo, isAvailable, type Player, type State } from '../state.ts';
import { type Character, ORDINARY } from './character.ts';
import { byPrize, byScore, isLate, priceOf, usefulIssues } from './scores.ts';

/**
 * Section 13: the good opponent's sheet, as a character plays it. With two sheets a turn, the part of the open phase
 * (PS-13.6).
 */
export function goodOrders(state: State, player: Player, character: Character = ORDINARY): Orders {
  const parts = openParts(state);
  const list = shoppingList(state, player, character);
  const ranking = byScore(state, player, character);
  return {
    ...blankOrders(),
    ...(parts.includes('roll') ? rollPart(player, list) : {}),
    ...(parts.includes('spend')
      ? {
          ...{
            ones: 'votes',
            rest: 'auto',
            shop: list.map(shopRow),
            votes: voteRows(state, player, character),
          },
          ...{ radio: ranking, television: ranking, debate: ranking },
        }
      : {}),
  };
}

/** The permanent staff that a character wants, in order (PS-13.2). */
const STAFF: Record<Character['shopping'], readonly ItemId[]> = {
  staff: ['organizer', 'spokesperson', 'manager'],
  issues: ['organizer', 'spokesperson', 'manager'],
  'no-manager': ['organizer', 'spokesperson'],
};

/** PS-13.2: the shopping list. */
export function shoppingList(state: State, player: Player, { shopping }: Character = ORDINARY): ItemId[] {
  const { items } = player;
  const issues = usefulIssues(state, player).slice(0, Math.max(0, MOST_ISSUES - issuesAmong(items)));
  const staff = STAFF[shopping];
  const all: ItemId[] = [
    ...(shopping === 'issues' ? [...issues, ...staff] : [...staff, ...issues]),
    ...(['debate', 'television', 'radio'] as const),
  ];
  const late = isLate(state);
  const canMark = availableTo(state.places, player).length > 0;
  return all.filter((id) => {
    if (items.includes(id)) return false;
    const { kind } = itemOf(id);
    return kind === 'lasting' ? !late : kind === 'issue' || canMark;
  });
}

/** A row without conditions. */
export function shopRow(item: ItemId): NonNullable<Orders['shop'][number]> {
  return { item, keep: null, votesFrom: null, votesTo: null, ifOpen: null };
}

/** PS-13.3: the faces that the player re-rolls. */
export function badFaces(player: Player, list: readonly ItemId[]): number[] {
  const voteBonus = player.items.includes('spokesperson') ? 2 : 0;
  const moneyBonus = player.items.includes('finance-chair') ? 1 : 0;
  const needsMoney = priceOf(list) > player.funds;
  const worthOf = (face: number) => {
    if (face >= 5) return 2 * (face - 3) + voteBonus;
    if (face === 1) return 2 + voteBonus;
    return needsMoney ? face + moneyBonus : 0;
  };
  const faces = [1, 2, 3, 4, 5, 6];
  const sum = faces.reduce((total, face) => total + worthOf(face), 0);
  return faces.filter((face) => 6 * worthOf(face) < sum);
}

/** PS-13.3: the re-rolls. */
function rollPart(player: Player, list: readonly ItemId[]): Pick<Orders, 'reroll' | 'second'> {
  const bad = badFaces(player, list);
  const reroll = player.dice.flatMap((face, i) => (bad.includes(face) ? [i + 1] : []));
  const hasSecond = player.items.includes('organizer') && bad.length > 0;
  const row: SecondRow = { votesBelow: null, fundsBelow: null, faces: bad.join('') };
  return { reroll, second: hasSecond ? [row] : [] };
}

/** A row with nothing but a place and a number. */
export function voteRow(where: Where, { marks = null, whole = false }: Partial<VoteRow> = {}): VoteRow {
  return { where, marks, whole, place: null };
}

/** PS-13.5: the cheap states where only the first player wins anything. */
const CHEAP = ['SC', 'NV'] as const;

/** PS-13.5: the rows of votes. */
function voteRows(state: State, player: Player, character: Character): VoteRow[] {
  const dice = diceFor(player.staff);
  const states = byScore(state, player, character).map((code) => voteRow(code));
  const first =
    isLate(state) || dice === 5
      ? byPrize(state, player)
          .slice(0, 5)
          .map((code) => voteRow(code, { whole: true }))
      : growing(state, player, character.patience);
  return [...first, ...states].slice(0, LIMITS.votes);
}

/** PS-13.5: staff up to four dice (or three), the cheap states, then staff up to five. */
function growing({ places }: State, player: Player, patience: Character['patience']): VoteRow[] {
  const cheap = PRIMARY_CODES.filter(
    (code) => (CHEAP as readonly string[]).includes(code) && isAvailable(places, player, code),
  );
  return [
    ...(diceFor(player.staff) < patience
      ? [voteRow('STAFF', { marks: TRACK_TOTAL[patience] - player.staff })]
      : []),
    ...cheap.map((code) => voteRow(code)),
    voteRow('STAFF', { marks: STAFF_CIRCLES - player.staff }),
  ];
}

/** PS-2.3: the track totals of the third and the fourth die. */
const TRACK_TOTAL: Record<Character['patience'], number> = { 3: 5, 4: 9 };
