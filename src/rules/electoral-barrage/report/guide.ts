import { counted } from '../../numbers.ts';
import type { ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { areaName, CLASSES, neededIn, placesIn, SPECIAL_CODES, STAFFERS, type StateClass } from '../data.ts';
import type { ReportContext } from './context.ts';

/** What a success in each special area brings. */
const SUCCESS = {
  RECRUIT: `one more staffer from the next round on, ${STAFFERS.most} at most`,
  TOWN: 'a town hall token',
  ADS: 'an attack-ads token',
  BALLOT: 'an absentee ballot',
} as const;

/** EB-9.10: the voter's guide: what each roll needs, and the rules in three lines. */
export function guideSection({ now }: ReportContext): ReportSection | null {
  if (now.phase !== 'round') return null;
  const kinds: StateClass[] = ['red', 'blue', 'white'];
  const states = kinds.map((kind) => {
    const { stars, need } = CLASSES[kind];
    return [`${kind} state`, counted(stars, 'star'), needInWords(need), 'a token on a star'];
  });
  const areas = SPECIAL_CODES.map((area) => [
    `${areaName(area)} (${area})`,
    counted(placesIn(area, now.players.length, false), 'place'),
    needInWords(neededIn(area)),
    SUCCESS[area],
  ]);
  return sharedSection('guide', 'Voter’s guide', [
    {
      kind: 'table',
      caption: 'What a roll needs',
      showCaption: false,
      columns: ['Area', 'Size', 'Roll', 'Success'].map((label) => ({ label, align: 'left' as const })),
      rows: [...states, ...areas],
    },
    {
      kind: 'paragraph',
      text:
        'Town hall tokens: +2 each before a roll in a state, +1 each after a miss. If all stars of a state are yours, you ' +
        'defend: +1, and a success sends home a rival’s staffer.',
    },
    {
      kind: 'paragraph',
      text:
        'A free star is filled first. In a full state, your token replaces a rival’s. Attack ads are played before anything ' +
        'is resolved.',
    },
    {
      kind: 'paragraph',
      text: 'The player with the most tokens in a state carries it. Absentee ballots break ties at the end, then the coin.',
    },
  ]);
}

/** `4 or more (50%)`. */
function needInWords(need: number): string {
  return `${need} or more (${Math.round(((7 - need) * 100) / 6)}%)`;
}
