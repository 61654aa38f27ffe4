import { STATES, stateOf } from '../country.ts';
import { counted, dollars, grouped, numberWord } from '../numbers.ts';
import { PARTY_MEMBER } from '../parties.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { Choice, Field, SheetForm, SheetSection } from '../sheet.ts';
import { CONVENTION_TURN, LIMITS, phaseName } from './data.ts';
import { runningMates } from './orders.ts';
import { findPlayer, type Player, type State } from './state.ts';

/** All 51 states, each with its electoral votes and donation number. */
const STATE_CHOICES: Choice[] = STATES.map(({ code, name, electoralVotes, donation }) => ({
  value: code,
  label: name,
  note: `${electoralVotes} votes, ${dollars(donation)}`,
}));

/** The form of a seat's sheet for the open turn (EY-4.2); null if the seat owes none. */
export function sheet(state: State, seat: SeatIdentifier): SheetForm | null {
  const player = findPlayer(state, seat);
  if (player === undefined || state.phase === 'over') return null;
  const turn = state.turn + 1;
  const ability = grouped(player.ability);
  return {
    turn,
    phase: capitalized(phaseName(turn)),
    facts: [
      `You are a ${PARTY_MEMBER[player.party]}. Your home state is ${stateOf(player.home).name}.`,
      `Campaign funds: ${dollars(player.cash)}`,
      `Campaign ability: ${ability}. In a state that you also visit on a trip this turn, each dollar gains ${ability} popularity; elsewhere it gains 1.`,
      'You cannot spend money raised this turn until next turn.',
      votesInWords(turn),
    ],
    sections: [
      ...(turn === CONVENTION_TURN ? runningMateSection(state, player) : []),
      { title: 'Fundraising', fields: [tripsField()] },
      { title: 'Campaigning', fields: [campaignField(player)] },
      { title: 'Press', fields: [pressField()] },
    ],
  };
}

/** Whose the electoral votes of a state are on a turn (section 8 of the rules). */
function votesInWords(turn: number): string {
  return turn <= CONVENTION_TURN
    ? 'Until the conventions, a state’s electoral votes are yours if you lead your party there. After them, they are yours only if you lead overall, ahead of the other party’s leader, too.'
    : 'A state’s electoral votes are yours if you lead overall: your party, and ahead of the other party’s leader. In the general election they count for your party.';
}

/** EY-4.2: on turn 3 only, and only if there is another member of the party. */
function runningMateSection(state: State, player: Player): SheetSection[] {
  // Without names: a seat can have another player than at the beginning, and printouts list who has which.
  const choices = runningMates(state, player).map(({ id, party, votes }) => ({
    value: id,
    label: id,
    note: `${PARTY_MEMBER[party]}, ${counted(votes, 'vote')}`,
  }));
  if (choices.length === 0) return [];
  const field: Field = {
    kind: 'choice',
    name: 'runningMate',
    label: 'Running mate',
    hint: 'The member of your party who runs for vice president with you if you are nominated. If your party wins the election, you finish 1st and your running mate 2nd.',
    choices,
    blank: 'No one: second place at the convention runs with you',
  };
  return [{ title: 'The convention', fields: [field] }];
}

function tripsField(): Field {
  return {
    kind: 'ranking',
    name: 'fundraising',
    label: 'Fundraising trips',
    hint: `Up to ${numberWord(LIMITS.trips)} different states. A state raises the dollars listed beside it, shared equally by all candidates who go there this turn.`,
    max: LIMITS.trips,
    of: 'state',
    choices: STATE_CHOICES,
    each: 'Trip',
  };
}

function campaignField(player: Player): Field {
  return {
    kind: 'rows',
    name: 'campaign',
    label: 'Campaign money',
    hint: `Up to ${numberWord(LIMITS.campaign)} different states, at most ${dollars(player.cash)} in all.`,
    max: LIMITS.campaign,
    columns: [
      { kind: 'state', name: 'state', label: 'State', choices: STATE_CHOICES, blank: 'No state' },
      { kind: 'integer', name: 'spend', label: 'Amount', min: 1, max: player.cash, unit: 'dollars' },
    ],
  };
}

function pressField(): Field {
  return {
    kind: 'text',
    name: 'press',
    label: 'Press release',
    hint: `One line of at most ${LIMITS.press} characters, printed with your identifier.`,
    max: LIMITS.press,
  };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
