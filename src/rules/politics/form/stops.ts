import type { Column, GivenRow, SheetSection } from '../../sheet.ts';
import { FEE, FLIGHT, MOST_AMOUNT, REST } from '../data/amounts.ts';
import { reach } from '../data/map.ts';
import { money, pointsInWords } from '../report/words.ts';
import type { Player, State, StopRoll } from '../state.ts';
import { STATE_CHOICES } from './answers.ts';

const MOST_CHIPS = 6;

/** PTG-4.6: the coming stops, each with its roll; nothing if the dice have not been rolled, as on advance orders. */
export function stopsSection({ settings }: State, player: Player): SheetSection[] {
  if (player.rolls.length === 0) return [];
  const section: SheetSection = {
    title: 'Your stops',
    hint: `Walk exactly as many steps as you rolled. A flight costs ${money(FLIGHT)} and brings no question. A stop left blank: you stay where you are and are asked nothing. In DC that is a rest, which pays ${money(REST)}. A government question costs ${money(FEE)}. Offers are in millions.`,
    fields: [
      {
        kind: 'rows',
        name: 'stops',
        label: 'Stops',
        max: settings.stops,
        positional: true,
        given: player.rolls.map((roll, i) => givenStop(player, roll, i)),
        rareTitle: 'If another candidate holds the chip',
        sentence: {
          onlyWith: {
            to: { column: 'move', values: ['roll', 'fly'] },
            // Who stays in DC rests there, and is asked nothing.
            question: { column: 'move', values: player.at === 'DC' ? ['roll'] : ['roll', 'stay'] },
            otherwise: { column: 'question', values: ['government'] },
            offerCash: { column: 'question', values: ['government'] },
            offerVotes: { column: 'question', values: ['government'] },
            offerChips: { column: 'question', values: ['government'] },
          },
          conditions: {},
          actions: ['{move} to {to}', '{move}'],
          additions: {
            question: 'ask for {question}',
            otherwise: 'or for {otherwise} if you cannot get the chip',
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
  return {
    label,
    note,
    words: [`From ${at} ${pointsInWords(points)} reaches ${reach(at, points).join(', ')}.`],
  };
}

function stopColumns(): Column[] {
  const amount = { kind: 'integer', min: 0, max: MOST_AMOUNT, ifBlank: 0 } as const;
  return [
    {
      kind: 'choice',
      name: 'move',
      label: 'Move',
      choices: [
        { value: 'roll', label: 'Walk', phrase: 'walk' },
        { value: 'fly', label: 'Fly', phrase: 'fly' },
        { value: 'stay', label: 'Stay', note: 'in AK, HI, or DC', phrase: 'stay' },
      ],
      blank: '—',
      implied: 'roll',
    },
    { kind: 'state', name: 'to', label: 'To', choices: STATE_CHOICES, blank: '—' },
    {
      kind: 'choice',
      name: 'question',
      label: 'Question',
      choices: [
        { value: 'general', label: 'General', note: 'cash', phrase: 'a general question' },
        { value: 'state', label: 'State', note: 'votes', phrase: 'a state question' },
        { value: 'government', label: 'Government', note: 'the chip', phrase: 'a government question' },
      ],
      blank: 'General · cash',
    },
    {
      kind: 'choice',
      name: 'otherwise',
      label: 'Otherwise',
      hint: 'What you are asked if you cannot get the chip.',
      rare: true,
      choices: [
        { value: 'general', label: 'General', phrase: 'a general question' },
        { value: 'state', label: 'State', phrase: 'a state question' },
      ],
      blank: 'State',
    },
    { ...amount, name: 'offerCash', label: 'Offer: cash', unit: 'dollars', rare: true },
    {
      ...amount,
      name: 'offerVotes',
      label: 'Offer: votes',

      unit: 'number',
      rare: true,
    },
    {
      kind: 'text',
      name: 'offerChips',
      label: 'Offer: chips',
      hint: 'Postal codes, such as NM OK.',
      rare: true,
      max: MOST_CHIPS * 3,
      words: MOST_CHIPS,
    },
  ];
}
