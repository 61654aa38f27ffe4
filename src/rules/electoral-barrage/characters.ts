import type { PieceColor } from '../report.ts';

/** EB-2.4: the codes of the characters, in the order that matters. */
export const CHARACTER_CODES = [
  'banker',
  'nerd',
  'ivy-leaguer',
  'blue-collar',
  'entrepreneur',
  'scientist',
  'movie-star',
  'war-hero',
] as const;

export type CharacterCode = (typeof CHARACTER_CODES)[number];

/** A character card: title, color of its pieces, and the ability in one sentence. */
export interface CharacterCard {
  title: string;
  color: PieceColor;
  ability: string;
}

/** EB-2.4: the cards. */
export const CHARACTERS: Readonly<Record<CharacterCode, CharacterCard>> = {
  banker: {
    title: 'The Banker',
    color: 'orange',
    ability: 'Once a round, places two staffers in one go instead of one.',
  },
  nerd: { title: 'The Nerd', color: 'yellow', ability: 'Once a round, adds 1 to a roll in a state.' },
  'ivy-leaguer': {
    title: 'The Ivy Leaguer',
    color: 'blue',
    ability: 'Once a round, turns a 1 on the die into a 6, anywhere.',
  },
  'blue-collar': {
    title: 'The Blue-Collar Worker',
    color: 'white',
    ability: 'Alone may use the third place in staffer recruitment.',
  },
  entrepreneur: {
    title: 'The Entrepreneur',
    color: 'red',
    ability: 'Once a round, rolls again in a state.',
  },
  scientist: {
    title: 'The Scientist',
    color: 'black',
    ability: 'Once a round, after winning a red state, at once tries a red neighbor without tokens.',
  },
  'movie-star': {
    title: 'The Movie Star',
    color: 'purple',
    ability: 'Wins every red state tried, without a roll.',
  },
  'war-hero': {
    title: 'The War Hero',
    color: 'green',
    ability: 'Has 3 free absentee ballots at the end, for blue states only.',
  },
};

/** Whether a text is the code of a character, in small letters. */
export function isCharacterCode(code: string): code is CharacterCode {
  return (CHARACTER_CODES as readonly string[]).includes(code);
}

/** `the Nerd`, within a sentence. */
export function withSmallArticle(title: string): string {
  return title.replace('The ', 'the ');
}

/** `The Nerd`. */
export function titleOf(character: CharacterCode): string {
  return CHARACTERS[character].title;
}
