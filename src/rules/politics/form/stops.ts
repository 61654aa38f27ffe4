import type { Column, GivenRow, SheetSection } from '../../sheet.ts';
import { FEE, FLIGHT, MOST_AMOUNT, REST } from '../data/amounts.ts';
import { reach } from '../data/map.ts';
import { money } from '../report/words.ts';
import type { Player, State, StopRoll } from '../state.ts';
import { STATE_CHOICES } from './answers.ts';

const MOST_CHIPS = 6;

/** PTG-4.6: the coming stops, each with its roll; nothing if the dice have not been rolled, as on advance orders. */
export function stopsSection({ settings }: State, player: Player): SheetSection[] {
  if (player.rolls.length === 0) return [];
  const section: SheetSection = {
    title: 'Your stops',
    hint: `A stop left blank: you stay where you are. In DC that is a rest, which pays ${money(REST)}. Offers, in millions, are for a chip that another holds.`,
    fields: [
      {
        kind: 'rows',
        name: 'stops',
        label: 'Stops',
        max: settings.stops,
        positional: true,
        given: player.rolls.map((roll, i) => givenStop(player, roll, i)),
        sentence: {
          onlyWith: {
            to: { column: 'move', values: ['roll', 'fly'] },
            question: { column: 'move', values: ['roll', 'stay'] },
            otherwise: { column: 'question', values: ['government'] },
            offerCash: { column: 'question', values: ['government'] },
            offerVotes: { column: 'question', values: ['government'] },
            offerChips: { column: 'question', values: ['government'] },
          },
          conditions: {},
          actions: ['{move} to {to}', '{move}'],
          additions: {
            question: 'ask for {question}',
            otherwise: 'or for {otherwise} if the chip is not to be had',
            offerCash: 'offer {offerCash} million for the chip',
            offerVotes: 'offer {offerVotes} million votes for it',
            offerChips: 'offer {offerChips} for it',
          },
        },
        columns: stopColumns(),
      },
    ],
  };
  return [section];
}

/** PTG-9.3, PTG-9.13: the roll of a stop, and for the first one the states in reach. */
function givenStop({ at }: Player, roll: StopRoll, index: number): GivenRow {
  const label = `Stop ${index + 1}`;
  if (roll === null) return { label, note: 'lost', columns: [] };
  const points = roll[0] + roll[1];
  const note = `you rolled ${roll[0]} and ${roll[1]}`;
  if (index > 0 || at === null) return { label, note };
  return { label, note, words: [`From ${at} a ${points} reaches ${reach(at, points).join(', ')}.`] };
}

function stopColumns(): Column[] {
  const amount = { kind: 'integer', min: 0, max: MOST_AMOUNT, ifBlank: 0 } as const;
  return [
    {
      kind: 'choice',
      name: 'move',
      label: 'Move',
      choices: [
        { value: 'roll', label: 'Walk', note: 'exactly as many steps as you rolled', phrase: 'walk' },
        { value: 'fly', label: 'Fly', note: `${money(FLIGHT)}, no question`, phrase: 'fly' },
        { value: 'stay', label: 'Stay', note: 'a question in AK or HI, a rest in DC', phrase: 'stay' },
      ],
      blank: 'no move',
    },
    { kind: 'state', name: 'to', label: 'To', choices: STATE_CHOICES, blank: '—' },
    {
      kind: 'choice',
      name: 'question',
      label: 'Question',
      choices: [
        { value: 'general', label: 'General', note: 'pays cash', phrase: 'a general question' },
        { value: 'state', label: 'State', note: 'pays popular votes', phrase: 'a state question' },
        {
          value: 'government',
          label: 'Government',
          note: `${money(FEE)}, wins the chip`,
          phrase: 'a government question',
        },
      ],
      blank: 'General',
    },
    {
      kind: 'choice',
      name: 'otherwise',
      label: 'Otherwise',
      hint: 'What to be asked if the chip is not to be had.',
      choices: [
        { value: 'general', label: 'General', phrase: 'a general question' },
        { value: 'state', label: 'State', phrase: 'a state question' },
      ],
      blank: 'State',
    },
    { ...amount, name: 'offerCash', label: 'Offer: cash', unit: 'dollars' },
    { ...amount, name: 'offerVotes', label: 'Offer: votes', unit: 'number' },
    {
      kind: 'text',
      name: 'offerChips',
      label: 'Offer: chips',
      hint: 'Postal codes, such as NM OK.',
      max: MOST_CHIPS * 3,
      words: MOST_CHIPS,
    },
  ];
}
