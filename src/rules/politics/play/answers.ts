import type { StateCode } from '../../country.ts';
import { questionOf } from '../bank/index.ts';
import { CAPITAL, FEE, REWARDS } from '../data/amounts.ts';
import type { Letter, Reward } from '../log.ts';
import type { AdviceRow, HelpRow } from '../orders.ts';
import { type Asked, type Offer, type Pending, type Player, playerOf } from '../state.ts';
import { changePopular, type Desk, inOrder, moveChip, ordersOf, record } from './desk.ts';
import { receive, spend } from './money.ts';

const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D'];

/** PTG-6.14: the answers to the questions of the last stops, with offers and help. */
export function answerQuestions(desk: Desk): void {
  const { state } = desk;
  for (let stop = 1; stop <= state.settings.stops; stop += 1) {
    for (const player of inOrder(desk)) {
      const pending = player.pending.find((one) => one.stop === stop);
      if (pending) answerOne(desk, player, pending);
    }
  }
  for (const player of state.players) player.pending = [];
}

function answerOne(desk: Desk, player: Player, pending: Pending): void {
  const accepted = pending.offer ? settleOffer(desk, player, pending, pending.offer) : null;
  const fails = pending.offer !== null && accepted === null;
  const asked = pending.asked[fails ? 1 : 0] as Asked;
  const own = ordersOf(desk, player.id).answers.find(({ question }) => question === asked.label);
  const answer = buyHelp(desk, player, asked.label, accepted) ?? own?.answer ?? null;
  const question = questionOf(desk.state.settings, asked.id);
  const right = answer !== null && asked.choices[LETTERS.indexOf(answer)] === question.answer;
  const reward = right ? rewardOf(desk, asked, pending, accepted) : null;
  const { label, kind, id } = asked;
  const what = { by: player.id, question: label, kind, state: pending.state, id };
  record(desk, { type: 'answer', ...what, answer, right, reward });
  if (!right) return;
  if (accepted && kind === 'government') closeDeal(desk, player, pending.state, accepted);
  else if (reward === 'chip') moveChip(desk, pending.state, player.id, 'answer');
  else if (reward === 'cash') receive(desk, player, REWARDS[question.level], 'answer');
  else changePopular(desk, player, REWARDS[question.level], 'answer');
  if (kind === 'government' && ordersOf(desk, player.id).claimDC && desk.state.chips[CAPITAL] === null) {
    moveChip(desk, CAPITAL, player.id, 'capital');
  }
}

/** PTG-6.14, step 1: the offer if it is accepted, for which the fee is paid now; null if it is rejected or void. */
function settleOffer(desk: Desk, player: Player, pending: Pending, offer: Offer): Offer | null {
  const label = pending.asked[0]?.label ?? '';
  const isAccepted = ordersOf(desk, offer.to).accept.includes(label);
  const stands = desk.state.chips[pending.state] === offer.to && canGive(desk, player, offer, FEE);
  const result = !isAccepted ? 'rejected' : stands ? 'accepted' : 'void';
  record(desk, { type: 'offer', by: player.id, to: offer.to, state: pending.state, result });
  if (result !== 'accepted') return null;
  spend(desk, player, 'bank', FEE, 'fee');
  return offer;
}

/** Whether a candidate has what it offers, and besides some cash in $ millions. */
export function canGive(
  desk: Desk,
  player: Player,
  { cash, votes, chips }: Omit<Offer, 'to'>,
  besides: number,
): boolean {
  const has = player.cash >= cash + besides && player.popular >= votes;
  return has && chips.every((code) => desk.state.chips[code] === player.id);
}

/** PTG-6.14, step 3: pays for the first help that can be had, and returns the answer that it gives. */
function buyHelp(desk: Desk, player: Player, label: string, accepted: Offer | null): Letter | null {
  for (const row of ordersOf(desk, player.id).help) {
    if (row.question !== label) continue;
    const advice = ordersOf(desk, row.from).advice.find(({ question }) => question === label);
    if (!advice || !isWithin(advice, row) || !canPay(desk, player, advice, accepted)) continue;
    record(desk, { type: 'help', by: player.id, from: row.from, question: label });
    spend(desk, player, row.from, advice.cash, 'help');
    changePopular(desk, player, -advice.votes, 'help');
    changePopular(desk, playerOf(desk.state, row.from), advice.votes, 'help');
    if (advice.chip !== null) moveChip(desk, advice.chip, row.from, 'help');
    return advice.answer;
  }
  return null;
}

/** PTG-6.14, step 3: no part of the price is more than the row allows. */
function isWithin(price: AdviceRow, most: HelpRow): boolean {
  const isChipAllowed = price.chip === null || price.chip === most.chip;
  return price.cash <= most.cash && price.votes <= most.votes && isChipAllowed;
}

/** PTG-6.14, step 3: whether the candidate has the price besides what an accepted offer promises. */
function canPay(desk: Desk, player: Player, price: AdviceRow, accepted: Offer | null): boolean {
  const promised = accepted ?? { cash: 0, votes: 0, chips: [] as StateCode[] };
  if (player.cash < price.cash + promised.cash || player.popular < price.votes + promised.votes) return false;
  const { chip } = price;
  return chip === null || (desk.state.chips[chip] === player.id && !promised.chips.includes(chip));
}

/** PTG-6.14, step 5: what a right answer earns. */
function rewardOf(desk: Desk, asked: Asked, pending: Pending, accepted: Offer | null): Reward {
  const kind = asked.kind === 'government' ? pending.otherwise : asked.kind;
  if (asked.kind === 'government' && (accepted || desk.state.chips[pending.state] === null)) return 'chip';
  return kind === 'general' ? 'cash' : 'popular';
}

/** PTG-6.14, step 5: what was offered goes to the holder, and the chip comes. */
function closeDeal(desk: Desk, player: Player, code: StateCode, offer: Offer): void {
  const holder = playerOf(desk.state, offer.to);
  spend(desk, player, holder.id, offer.cash, 'deal');
  changePopular(desk, player, -offer.votes, 'deal');
  changePopular(desk, holder, offer.votes, 'deal');
  for (const chip of offer.chips) moveChip(desk, chip, holder.id, 'deal');
  moveChip(desk, code, player.id, 'deal');
}
