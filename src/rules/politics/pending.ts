import type { SeatIdentifier } from '../ruleset.ts';
import type { Asked, Offer, Pending, Player, State } from './state.ts';

/** PTG-4.3: the labels of a candidate's pending questions, in order of stops. */
export function labelsOf({ pending }: Pick<Player, 'pending'>): string[] {
  return pending.flatMap(({ asked }) => asked.map(({ label }) => label));
}

/** An offer that a candidate has made for a chip; its label is that of its first question. */
export interface OpenOffer {
  by: SeatIdentifier;
  label: string;
  pending: Pending;
  offer: Offer;
}

/** PTG-4.3: the offers made to a candidate, by bidders in order, then by stops. */
export function offersTo(state: State, seat: SeatIdentifier): OpenOffer[] {
  return allOffers(state).filter(({ offer }) => offer.to === seat);
}

/** PTG-4.3: all pending offers, by bidders in order, then by stops. */
export function allOffers({ players, order }: Pick<State, 'players' | 'order'>): OpenOffer[] {
  const bidders = order.map((id) => players.find((player) => player.id === id) as Player);
  return bidders.flatMap(({ id, pending }) =>
    pending.flatMap((one): OpenOffer[] => {
      const { label } = one.asked[0] as Asked;
      return one.offer ? [{ by: id, label, pending: one, offer: one.offer }] : [];
    }),
  );
}

/** A question that this turn's sheets answer. */
export interface OpenQuestion {
  by: SeatIdentifier;
  pending: Pending;
  asked: Asked;
}

/** PTG-4.3: all pending questions, by candidates in order, then by stops. */
export function openQuestions({ players, order }: Pick<State, 'players' | 'order'>): OpenQuestion[] {
  const asked = order.map((id) => players.find((player) => player.id === id) as Player);
  return asked.flatMap(({ id, pending }) =>
    pending.flatMap((one) => one.asked.map((question) => ({ by: id, pending: one, asked: question }))),
  );
}
