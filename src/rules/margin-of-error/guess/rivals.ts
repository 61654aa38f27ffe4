import type { GuessChoice, RivalPlan } from '../../guess.ts';
import { otherParty, PARTY_NAMES } from '../../parties.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { Battleground, RegionId } from '../data.ts';
import { opponent } from '../opponent/index.ts';
import { type Action, emptyWeek, type Orders } from '../orders.ts';
import { owingPlayers, type Player, type State } from '../state.ts';
import { PLAYS } from './plays.ts';

const NOTHING: GuessChoice = { plan: 'nothing', label: 'Nothing' };
const REPEAT: GuessChoice = { plan: 'repeat', label: 'Repeat last week' };
const COMPUTER: GuessChoice = { plan: 'computer', label: 'Play like the computer' };
/** No one else sends a sheet: the automatic opponent follows the rules. */
const ALONE: GuessChoice = { plan: 'computer', label: 'Play by the rules' };

/** What the other candidate can be assumed to do on the open turn. */
export function planChoices(state: State, seat: SeatIdentifier): GuessChoice[] {
  const rival = owingPlayers(state).find(({ id }) => id !== seat);
  if (rival === undefined) return [state.players.length === 1 ? ALONE : NOTHING];
  const repeatable = state.phase === 'week' && state.log.some((event) => isOf(rival, event));
  return repeatable ? [NOTHING, REPEAT, COMPUTER] : [NOTHING, COMPUTER];
}

/** What a guess assumes, as the end of a sentence. */
export function basisOf(state: State, plan: RivalPlan): string {
  const dice = `the turn was played ${PLAYS} times with made-up dice`;
  const [player, other] = state.players;
  if (other === undefined && player !== undefined) {
    if (state.phase === 'last-minute') return `${dice}.`;
    const party = PARTY_NAMES[otherParty(player.party)];
    return `${dice}, which also move the automatic opponent of the ${party}.`;
  }
  const assumed: Record<RivalPlan, string> = {
    nothing: 'In all of them, your rival does nothing.',
    repeat: 'In all of them, your rival does what can be repeated of last week, without political capital.',
    computer: 'In all of them, your rival plays as a computer candidate of the standard grade.',
  };
  return `${dice}. ${assumed[plan]}`;
}

/** The sheet that the other candidate is assumed to send. */
export function rivalSheet(state: State, rival: Player, plan: RivalPlan): Orders {
  if (plan === 'computer') return opponent(state, rival.id);
  if (state.phase === 'last-minute') return { stops: [] };
  return plan === 'repeat' ? { ...emptyWeek(), actions: lastActions(state, rival) } : emptyWeek();
}

function isOf(rival: Player, event: State['log'][number]): boolean {
  return 'seat' in event && event.seat === rival.id;
}

/**
 * The rows that a player performed last week, as the log shows them (MOE-6.11). The log does not say how long a row that
 * was skipped would have taken, so it takes one day.
 */
function lastActions(state: State, rival: Player): Action[] {
  return state.log.filter((event) => isOf(rival, event)).flatMap((event) => actionOf(event) ?? []);
}

function actionOf(event: State['log'][number]): Action | null {
  switch (event.kind) {
    case 'media':
    case 'fundraise':
      return { do: event.kind, days: event.days };
    case 'campaign':
      return { do: 'campaign', state: event.state, days: event.days, cover: false };
    case 'vp':
      return { do: 'vp', state: event.state };
    case 'advertise':
      return { do: 'advertise', region: event.region, days: event.days, cover: false };
    case 'skip':
      return skippedAction(event.do, event.where);
    default:
      return null;
  }
}

function skippedAction(kind: 'campaign' | 'vp' | 'advertise', where: string): Action {
  if (kind === 'vp') return { do: 'vp', state: where as Battleground };
  if (kind === 'campaign') return { do: 'campaign', state: where as Battleground, days: 1, cover: false };
  return { do: 'advertise', region: where as RegionId, days: 1, cover: false };
}
