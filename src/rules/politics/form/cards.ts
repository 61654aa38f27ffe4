import { STATES } from '../../country.ts';
import { counted } from '../../numbers.ts';
import type { Choice, SheetSection } from '../../sheet.ts';
import { CAPITAL } from '../data/amounts.ts';
import { gerrymander } from '../data/gerrymanders.ts';
import { bundleInWords } from '../report/words.ts';
import type { Player, State } from '../state.ts';

const MOST_HOMES = 8;
const MOST_CARDS = 2;

/** `G05 Bayou Boundary: give LA (8), NM (5), and 5 million votes; get TX (40).` */
export function cardInWords(id: string): string {
  return `${id} ${gerrymander(id).title}: ${termsOf(id)}.`;
}

/** PTG-2.5: what a card needs and what it brings. */
function termsOf(id: string): string {
  const { needed, reward, levy } = gerrymander(id);
  const more = levy ? ', and up to $2 million from each other candidate' : '';
  return `give ${bundleInWords(needed)}; get ${bundleInWords(reward)}${more}`;
}

function cardChoice(id: string): Choice {
  return { value: id, label: `${id} ${gerrymander(id).title}`, note: termsOf(id) };
}

/** PTG-4.5: the cards to play. */
export function cardsSection({ phase }: State, { cards }: Player): SheetSection {
  return {
    title: 'Gerrymander cards',
    hint: `Played after answers and shows${phase === 'campaign' ? ', before stops' : ''}.`,
    fields: [
      {
        kind: 'ranking',
        name: 'gerrymander',
        label: 'Cards to play',
        hint: 'In this order, if you then have what they need.',
        max: Math.min(MOST_CARDS, cards.length),
        of: 'choice',
        choices: cards.map(cardChoice),
        each: 'Card',
      },
    ],
  };
}

/** PTG-4.4: the home states, best first, and the card to give back. */
export function homeSections({ players }: State, { cards }: Player): SheetSection[] {
  const choices = STATES.filter(({ code }) => code !== CAPITAL).map(
    ({ code, name, electoralVotes }): Choice => ({
      value: code,
      label: name,
      note: counted(electoralVotes, 'vote'),
    }),
  );
  const [last = ''] = cards.slice(-1);
  return [
    {
      title: 'Home state',
      hint: 'You begin in the first of these that is still free, or else in the largest free state.',
      fields: [
        {
          kind: 'ranking',
          name: 'homes',
          label: 'Home states, best first',
          hint: `No two candidates begin in the same state, so ${players.length} states are always enough.`,
          max: MOST_HOMES,
          of: 'state',
          choices,
          each: 'State',
        },
      ],
    },
    {
      title: 'Gerrymander cards',
      fields: [
        {
          kind: 'choice',
          name: 'discard',
          label: 'Card to give back',
          hint: 'You keep the other two.',
          choices: cards.map(cardChoice),
          blank: `The third: ${last}`,
        },
      ],
    },
  ];
}
