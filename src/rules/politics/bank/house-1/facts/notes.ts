import type { StateCode } from '../../../../country.ts';

/** Lines printed with the solution of a question about a state. */
export interface StateNotes {
  readonly capital?: string;
  readonly nickname?: string;
  readonly highest?: string;
}

/** Short lines of interest. Most facts have none. */
export const NOTES: Readonly<Partial<Record<StateCode, StateNotes>>> = {
  AK: { capital: 'No road leads there from outside.' },
  CA: { highest: 'The highest point of the 48 contiguous states.' },
  CO: {
    capital: 'Named for James W. Denver, a governor of the Kansas Territory.',
    highest: 'The highest peak of the Rocky Mountains.',
  },
  FL: { highest: 'No other state has so low a highest point.' },
  HI: { highest: 'Measured from the sea floor, it is taller than Mount Everest.' },
  IN: { nickname: 'No one knows for certain where the word Hoosier comes from.' },
  LA: { capital: 'French for "red stick."' },
  MD: { capital: 'The Continental Congress met there in 1783 and 1784.' },
  ME: { highest: 'The Appalachian Trail ends there.' },
  MO: {
    capital: 'Named for Thomas Jefferson.',
    nickname: 'Congressman Willard Vandiver made the phrase famous in 1899.',
  },
  MS: { capital: 'Named for Andrew Jackson.' },
  NC: { capital: 'Named for Sir Walter Raleigh.', nickname: 'Its pine forests supplied ships with tar.' },
  ND: {
    capital: 'Named for Otto von Bismarck.',
    nickname: 'After the International Peace Garden on the border with Canada.',
  },
  NE: { capital: 'Named for Abraham Lincoln.' },
  NH: { highest: 'Known for its fierce weather.' },
  NM: { capital: 'Spaniards founded it before the Pilgrims came to Plymouth.' },
  NV: { capital: 'Named for Kit Carson.', nickname: 'After the ore of the Comstock Lode.' },
  NY: { highest: 'Theodore Roosevelt was hiking there when he heard that President McKinley was dying.' },
  OK: { nickname: 'Sooners went in before the legal start of the land rush of 1889.' },
  OR: { highest: 'A volcano.', nickname: 'A beaver is on the back of its flag.' },
  PA: { nickname: 'A keystone is the middle stone of an arch.' },
  RI: { capital: 'Roger Williams founded it in 1636.' },
  SD: { capital: 'It is pronounced like the word "peer."' },
  TX: { capital: 'Named for Stephen F. Austin.', nickname: 'After the single star of its flag.' },
  UT: { nickname: 'The beehive stands for hard work. It is on the flag.' },
  WA: { highest: 'A volcano.' },
  WI: { capital: 'Named for James Madison.', nickname: 'Early miners of lead were called badgers.' },
  WY: { nickname: 'Women there won the vote in 1869, when it was a territory.' },
};
