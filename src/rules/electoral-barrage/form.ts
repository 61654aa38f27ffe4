import type { StateCode } from '../country.ts';
import { counted, listInWords } from '../numbers.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { Choice, Field, SheetForm, SheetSection } from '../sheet.ts';
import { CHARACTERS, type CharacterCode, withSmallArticle } from './characters.ts';
import { BLANK, BOARD_STATES, boardState, FREE_BALLOTS, LIMITS, RANGES, STATES_BY_VOTES } from './data.ts';
import { adAreaColumn, otherChoices, planField } from './form-plan.ts';
import { choosesCharacter, contestedBy } from './orders.ts';
import { findPlayer, inRoundOrder, type Player, type State } from './state.ts';

/** What the open turn is called on sheets and pages. */
export function phaseName(state: State): string {
  if (state.phase === 'over') return 'The end';
  return state.phase === 'ballots' ? 'The recount' : `Round ${state.round + 1} of ${state.rounds}`;
}

/** EB-9.13: the form of a seat's sheet for the open turn; null if the seat owes none. */
export function sheet(state: State, seat: SeatIdentifier): SheetForm | null {
  const player = findPlayer(state, seat);
  if (player === undefined || !state.owing.includes(seat)) return null;
  const isRound = state.phase === 'round';
  return {
    turn: state.turn + 1,
    phase: phaseName(state),
    facts: isRound ? roundFacts(state, player) : recountFacts(state, player),
    sections: isRound ? roundSections(state, player) : recountSections(state, player),
  };
}

/** The characters that a player may have in the open turn. */
export function possibleCharacters({ character, dealt }: Player): CharacterCode[] {
  return character === null ? dealt : [character];
}

function roundFacts(state: State, player: Player): string[] {
  const order = inRoundOrder(state.players, state.round + 1).map(({ id }) => id);
  const cards = possibleCharacters(player).map((code) => CHARACTERS[code].title);
  const you =
    player.character === null
      ? `Your cards: ${listInWords(cards)}.`
      : `You play ${withSmallArticle(cards[0] ?? '')}.`;
  return [
    player.character === null ? you : `${you} ${CHARACTERS[player.character].ability}`,
    `You have ${counted(player.staffers, 'staffer')}.`,
    banksSentence(player),
    `The order of play this round is ${order.join(', ')}.`,
  ];
}

function banksSentence(player: Player): string {
  const banks = banksInWords(player);
  return banks === null ? 'You have no tokens and no ballots in the bank.' : `In the bank: ${banks}.`;
}

/** `2 town hall tokens and 1 absentee ballot`; null if there is nothing in the banks. */
export function banksInWords({ town, ads, ballots }: Player): string | null {
  const held = [
    ...(town === 0 ? [] : [counted(town, 'town hall token')]),
    ...(ads === 0 ? [] : [counted(ads, 'attack-ads token')]),
    ...(ballots === 0 ? [] : [counted(ballots, 'absentee ballot')]),
  ];
  return held.length === 0 ? null : listInWords(held);
}

function recountFacts(state: State, player: Player): string[] {
  const tied = STATES_BY_VOTES.filter(({ code }) => contestedBy(state, player.id).includes(code));
  const free = player.character === 'war-hero' ? `, and ${FREE_BALLOTS} free ones for blue states` : '';
  return [
    `You have ${counted(player.ballots, 'absentee ballot')}${free}.`,
    `You are tied in ${listInWords(tied.map(({ code, votes }) => `${code} (${counted(votes, 'vote')})`))}.`,
    'Ballots that you do not place go to these states in this order.',
  ];
}

function roundSections(state: State, player: Player): SheetSection[] {
  const character = choosesCharacter(state, player) ? [characterSection(player)] : [];
  return [
    ...character,
    {
      title: 'Campaign plan',
      hint: `One row for each of your ${counted(player.staffers, 'staffer')}, best first, and a few more: full areas are passed over.`,
      fields: [planField(state, player)],
    },
    { title: 'Standing instructions', fields: [afterField(), targetsField(state, player)] },
    ...adsSections(state, player),
    ...abilitySections(player),
    pressSection(),
  ];
}

function characterSection({ dealt }: Player): SheetSection {
  const choices = dealt.map((code): Choice => {
    const { title, ability } = CHARACTERS[code];
    return { value: code, label: title, note: ability };
  });
  return {
    title: 'Your candidate',
    fields: [
      {
        kind: 'choice',
        name: 'character',
        label: 'Character',
        hint: 'Your character for the whole game. The other card is out.',
        choices,
        blank: `The first card: ${choices[0]?.label ?? ''}`,
      },
    ],
  };
}

/** EB-9.13: only with attack-ads tokens in the bank. */
function adsSections(state: State, { id, ads }: Player): SheetSection[] {
  if (ads === 0) return [];
  const [least, most] = RANGES.adsMost;
  return [
    {
      title: 'Attack ads',
      hint: 'One row for each token, best first. Each removes a rival’s staffer before anything is resolved. A row needs a player, an area, or both.',
      fields: [
        {
          kind: 'rows',
          name: 'ads',
          label: 'Attack ads',
          max: LIMITS.ads,
          ranked: { usual: Math.min(LIMITS.ads, ads), repeats: true },
          columns: [
            {
              kind: 'choice',
              name: 'seat',
              label: 'Whose staffer',
              hint: 'Blank is any player.',
              choices: otherChoices(state, id),
              blank: '—',
            },
            adAreaColumn(),
          ],
        },
        {
          kind: 'integer',
          name: 'adsMost',
          label: 'Most tokens to redeem',
          hint: `You have ${counted(ads, 'token')}. Leave blank for no limit.`,
          min: least,
          max: most,
          unit: 'tokens',
        },
      ],
    },
  ];
}

function afterField(): Field {
  const [min, max] = RANGES.after;
  return {
    kind: 'integer',
    name: 'after',
    label: 'Tokens after a miss',
    hint: 'Most town hall tokens to spend to rescue one missed state roll.',
    min,
    max,
    unit: 'tokens',
    ifBlank: BLANK.after,
  };
}

function targetsField(state: State, { id }: Player): Field {
  const choices = otherChoices(state, id);
  return {
    kind: 'ranking',
    name: 'targets',
    label: 'Rivals to hit first',
    hint: 'If you rank no one, the rivals with the most votes come first.',
    max: Math.min(LIMITS.targets, choices.length),
    of: 'choice',
    choices,
    each: 'Rival',
  };
}

/** EB-4.2: the fields that only the Banker and the Scientist have. */
function abilitySections(player: Player): SheetSection[] {
  const characters = possibleCharacters(player);
  const fields: Field[] = [];
  const [min, max] = RANGES.double;
  if (characters.includes('banker')) {
    const hint = 'The Banker only: the go in which you place two staffers; 0 for never.';
    fields.push({
      kind: 'integer',
      name: 'double',
      label: 'Double go',
      hint,
      min,
      max,
      unit: 'number',
      ifBlank: BLANK.double,
    });
  }
  if (characters.includes('scientist')) {
    fields.push({
      kind: 'ranking',
      name: 'followUp',
      label: 'Follow-up states',
      hint: 'The Scientist only: where to try first after winning a red state.',
      max: LIMITS.followUp,
      of: 'state',
      choices: BOARD_STATES.filter((state) => state.class === 'red').map(({ code }) => stateChoice(code)),
      each: 'State',
    });
  }
  return fields.length === 0 ? [] : [{ title: 'Your ability', fields }];
}

function pressSection(): SheetSection {
  const hint = `One line of at most ${LIMITS.press} characters, printed with your identifier.`;
  return {
    title: 'Press',
    fields: [{ kind: 'text', name: 'press', label: 'Press line', hint, max: LIMITS.press }],
  };
}

function stateChoice(code: StateCode): Choice {
  const { name, votes } = boardState(code);
  return { value: code, label: name, note: counted(votes, 'vote') };
}

/** EB-4.3: the recount sheet. */
function recountSections(state: State, { id }: Player): SheetSection[] {
  const contested = contestedBy(state, id);
  const tied = STATES_BY_VOTES.filter(({ code }) => contested.includes(code));
  const [min, max] = RANGES.most;
  // No state is listed twice.
  const rows = Math.min(LIMITS.ballots, tied.length);
  const ballots: Field = {
    kind: 'rows',
    name: 'ballots',
    label: 'Absentee ballots',
    hint: 'Where your ballots go, best first. Other states follow by electoral votes.',
    max: rows,
    ranked: { usual: rows, repeats: false },
    prefilled: tied.slice(0, rows).map(({ code }) => ({ state: code })),
    columns: [
      {
        kind: 'state',
        name: 'state',
        label: 'State',
        choices: tied.map(({ code }) => stateChoice(code)),
        blank: '—',
      },
      {
        kind: 'integer',
        name: 'most',
        label: 'Most',
        hint: 'The most ballots there. Blank is no limit, 0 is never.',
        min,
        max,
        unit: 'tokens',
      },
    ],
  };
  return [{ title: 'Absentee ballots', fields: [ballots] }, pressSection()];
}
