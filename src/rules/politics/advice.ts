import type { SeatIdentifier } from '../ruleset.ts';
import type { Advice } from '../sheet.ts';
import { CAPITAL, FEE, FLIGHT } from './data/amounts.ts';
import { type Bundle, gerrymander } from './data/gerrymanders.ts';
import { type ShowKind, showCard } from './data/wildcards.ts';
import type { Orders, StopRow } from './orders.ts';
import { hasAll } from './play/gerrymander.ts';
import { bundleInWords, cashInWords, money } from './report/words.ts';
import { type Player, playerOf, type State } from './state.ts';

/**
 * PTG-4.10: advice on a legal sheet. Codes: `no-answer`, `no-performance`, `blank-stop`, `own-chip`, `held-chip`,
 * `offer-without-government`, `low-cash`, `card-not-ready`.
 */
export function advice(state: State, seat: SeatIdentifier, orders: Orders): Advice[] {
  if (state.phase !== 'campaign' && state.phase !== 'closing') return [];
  const player = playerOf(state, seat);
  return [
    ...adviseAnswers(player, orders),
    ...adviseShows(state, player, orders),
    ...adviseCards(state, player, orders),
    ...(state.phase === 'campaign' ? adviseStops(state, player, orders) : []),
    ...adviseCash(state, player, orders),
  ];
}

function adviseAnswers({ pending }: Player, { answers }: Orders): Advice[] {
  return pending
    .flatMap(({ asked }) => asked)
    .filter(({ label }) => answers.every(({ question }) => question !== label))
    .map(({ label }) => {
      const message = `You do not answer question ${label}.`;
      return { field: 'answers', code: 'no-answer', message };
    });
}

/** PTG-6.15: what a task costs that nobody performs. */
export const PENALTIES: Readonly<Record<ShowKind, string>> = {
  charade: 'you lose 5 million popular votes',
  stunt: 'you lose 5 million popular votes',
  drawing: 'you pay $1 million to each other candidate',
  recital: 'you pay $1 million to each other candidate',
  direction: 'you pay $2 million to the bank',
};

function adviseShows({ shows }: State, { id }: Player, { performances }: Orders): Advice[] {
  return shows
    .filter(({ by, stage }) => by === id && stage === 'task')
    .filter(({ number }) => performances.every(({ show }) => show !== number))
    .map(({ number, card }) => {
      const message = `You do not perform show ${number}: ${PENALTIES[showCard(card).kind]}.`;
      return { field: 'performances', code: 'no-performance', message };
    });
}

function adviseCards(state: State, player: Player, orders: Orders): Advice[] {
  return orders.gerrymander.flatMap((id, i) => {
    const { title, needed } = gerrymander(id);
    if (hasAll({ state }, player, needed)) return [];
    const lacks = bundleInWords(lackedOf(state, player, needed));
    const message = `For ${id} ${title} you still need ${lacks}. The card is played only if you get this first.`;
    return [{ field: `gerrymander[${i}]`, code: 'card-not-ready', message }];
  });
}

/** What the player does not have now of what a card needs. */
function lackedOf({ chips }: State, { id, cash, popular }: Player, needed: Bundle): Bundle {
  return {
    chips: needed.chips.filter((code) => chips[code] !== id),
    cash: Math.max(0, needed.cash - cash),
    votes: Math.max(0, needed.votes - popular),
  };
}

/** A stop of the sheet with the place that it leads to; null if that is not known. */
interface PlacedStop {
  row: StopRow | null;
  place: Player['at'];
}

/** PTG-5.5: where the sheet itself leads to, stop by stop. */
function placedStops({ at, rolls }: Player, { stops }: Orders): PlacedStop[] {
  let place = at;
  return rolls.map((_, i) => {
    const row = stops[i] ?? null;
    place = row?.to ?? place;
    return { row, place };
  });
}

function adviseStops(state: State, player: Player, orders: Orders): Advice[] {
  return placedStops(player, orders).flatMap(({ row, place }, i) => {
    const field = `stops[${i}]`;
    if (row !== null) return adviseOffer(state, player, { row, place }, field);
    if (player.rolls[i] === null || place === CAPITAL) return [];
    const message = `You leave stop ${i + 1} blank: you stay where you are and are asked nothing.`;
    return [{ field, code: 'blank-stop', message }];
  });
}

/** PTG-6.19: whether a government question is asked at a stop, as far as the sheet says. */
function asksGovernment({ row, place }: PlacedStop): boolean {
  return row?.question === 'government' && row.move !== 'fly' && place !== CAPITAL;
}

function adviseOffer(
  { chips }: State,
  { id }: Player,
  stop: PlacedStop & { row: StopRow },
  field: string,
): Advice[] {
  const { row, place } = stop;
  const hasOffer = row.offerCash > 0 || row.offerVotes > 0 || row.offerChips.length > 0;
  if (!asksGovernment(stop)) {
    if (!hasOffer) return [];
    const message = 'An offer counts with a government question only.';
    return [{ field: `${field}.offerCash`, code: 'offer-without-government', message }];
  }
  const holder = place === null ? null : chips[place];
  if (holder === null) return [];
  if (holder === id) {
    const message = `You hold the chip of ${place} already, so you are asked a ${row.otherwise} question.`;
    return [{ field: `${field}.question`, code: 'own-chip', message }];
  }
  if (hasOffer) return [];
  const message = `${holder} holds the chip of ${place}. Without an offer you are asked a ${row.otherwise} question.`;
  return [{ field: `${field}.question`, code: 'held-chip', message }];
}

/** Cash now against the fees, flights and offers ordered; what this turn's answers bring is not counted. */
function adviseCash({ chips }: State, player: Player, orders: Orders): Advice[] {
  const cost = placedStops(player, orders).reduce((sum, stop) => {
    const { row, place } = stop;
    if (row?.move === 'fly') return sum + FLIGHT;
    if (row === null || !asksGovernment(stop)) return sum;
    const holder = place === null ? null : chips[place];
    if (holder === player.id) return sum;
    return sum + FEE + (holder === null ? 0 : row.offerCash);
  }, 0);
  if (cost <= player.cash) return [];
  const message = `Your stops cost up to ${money(cost)}, and you have ${cashInWords(player.cash)} now. Right answers on this sheet can still bring more.`;
  return [{ field: 'stops', code: 'low-cash', message }];
}
