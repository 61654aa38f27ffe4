import { expect, test } from 'vitest';
import { commandIn, splitCommand, unclearCommand } from '../../../src/games/mailed-sheets/commands.ts';

const FIVE = { kind: 'advance', turn: 5, withdraw: false };
const STANDING = { kind: 'standing', withdraw: false };

test.each([
  ...[
    'ADVANCE 5',
    'Advance orders 5',
    'Advance orders for turn 5',
    'ADVANCE TURN 5',
    'ADVANCE #5',
    'ADVANCE5',
  ],
  ...['ADVANCE 5,', '(ADVANCE 5)', '- ADVANCE 5 -', '_ADVANCE 5_', 'advance 5 orders', '> “Advance 5”:'],
])('%j is a command for turn 5', (words) => {
  expect(commandIn(words)).toEqual(FIVE);
});

test.each([
  'STANDING',
  'Standing orders',
  'STANDING ORDERS:',
  '[STANDING]',
  '_Standing orders._',
  '• standing',
])('%j is a command for standing orders', (words) => {
  expect(commandIn(words)).toEqual(STANDING);
});

test('orders for another turn can be withdrawn', () => {
  expect(commandIn('Advance orders for turn 5 none')).toEqual({ ...FIVE, withdraw: true });
  expect(commandIn('STANDING ORDERS CANCEL')).toEqual({ ...STANDING, withdraw: true });
});

test.each([
  'We are standing',
  'Outstanding',
  'Advance',
  'Standing 5',
  'Help me',
  'Final round',
  'Advance 55555',
])('%j is no command', (words) => {
  expect(commandIn(words)).toBeNull();
});

test.each([
  ...['ADVANCE 5', 'Re: ADVANCE 5', 'R: Advance 5', 'RES: ADVANCE 5', 'Odp.: advance 5', 'Re：ADVANCE 5'],
  ...['回复：ADVANCE 5', '[EXTERNAL] ADVANCE 5', 'Re: [EY-1] AW[2]: ADVANCE 5'],
])('the subject %j is a command', (subject) => {
  expect(splitCommand(subject, 'Gifts: 5')).toEqual({ command: FIVE, rest: 'Gifts: 5' });
  expect(unclearCommand(subject, 'Gifts: 5')).toBeNull();
});

test('a command with a colon in the subject is one', () => {
  expect(splitCommand('FINAL:', '').command).toEqual({ kind: 'final' });
});

const LONG = 'Advance orders for turn 5, please keep these until it is open';

test.each([
  ['', 'ADVANCE\nGifts: 5', 'ADVANCE'],
  ['', '\n Advance orders, please \nGifts: 5', 'Advance orders, please'],
  ['', 'Standing orders for the rest:\nGifts: 5', 'Standing orders for the rest:'],
  ['Re: Advance turn five', 'Gifts: 5', 'Advance turn five'],
  ['FINAL', 'Advance orders for turn five, please\nGifts: 5', 'Advance orders for turn five, please'],
  ['', 'Advanced orders for turn 5\nGifts: 5', 'Advanced orders for turn 5'],
  ['', 'My standing orders:\nGifts: 5', 'My standing orders:'],
  ['', `${LONG}\nGifts: 5`, LONG],
])('it is unclear what is meant by subject %j and text %j', (subject, text, found) => {
  expect(unclearCommand(subject, text)).toBe(found);
});

test.each([
  ['Re: EY-1, turn 1: your printout', 'Gifts: 5'],
  ['', 'Gifts: 5\nStanding orders, please'],
  ['', 'Standing here on the last day before the convention, I send you this:\nGifts: 5'],
  ['', 'Advancement: 5'],
  ['', 'My standing is bad, sorry!\nGifts: 5'],
])('nothing is unclear in subject %j and text %j', (subject, text) => {
  expect(unclearCommand(subject, text)).toBeNull();
});
