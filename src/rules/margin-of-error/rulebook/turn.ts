import { dollars } from '../../numbers.ts';
import { items, parts, rule, section } from '../../rulebook-builder.ts';
import { AD_PRICE, BLITZ_AD_PRICE, INTERNET_FUNDS, STOP_PRICE } from '../data.ts';
import {
  coverExample,
  gaffeExample,
  homeExample,
  missingExample,
  moneyExample,
  safeExample,
} from './examples.ts';
import { automaticRule } from './opponent.ts';
import { finalVoteRule, lastMinuteRule, logRule, twoPlayersRule } from './two-players.ts';

const movingRules = [
  rule(
    'MOE-6.1',
    'Moving a poll',
    'A success moves the poll toward your side by its squares, but not beyond the end of the track.',
    'Safety protects a state: if it is safe for the other side, you can pull it no farther than to the first square on which it is ' +
      'not safe (D+3 or R+3). That holds for stops, ads, endorsements, last-minute stops and the automatic opponent. It does not ' +
      'hold for your stops and ads in the week of your Defining Speech, or for the final vote.',
    safeExample,
  ),
  rule(
    'MOE-6.2',
    'Gaffes',
    'A gaffe moves the poll away from your side: two squares for doubles, four for triples. Safety protects only against the other ' +
      'side, so a gaffe moves even a state that is safe for you. A gaffe on the air moves every state of the region.',
    gaffeExample,
  ),
  rule(
    'MOE-6.3',
    'Home states',
    'In the home state of the other party, the squares of your successful stops are halved and rounded down before the poll ' +
      'moves. That holds for the candidate, the running mate, last-minute stops, and the automatic opponent’s stops in your home ' +
      'state. Ads, endorsements, gaffes and the final vote are never halved.',
    homeExample,
  ),
];

const rowRules = [
  rule(
    'MOE-6.4',
    'Rolling for a stop or an ad',
    parts(
      'MOE-6.4',
      'Roll one die for each day that you paid for.',
      'If two or three dice show the same number, the row is marked to be covered, and a piece of your list of covers is left, then ' +
        'the next piece is spent and one of these dice is set aside. This is repeated as long as all of that is true. A piece is ' +
        'spent even if the gaffe would have moved nothing.',
      'If three dice still show the same number, it is a gaffe of four squares; if two do, one of two squares.',
      'If not, the dice that are left and the media bonus make the total, and MOE-2.9 says how many squares it is worth.',
    ),
    coverExample,
  ),
  rule(
    'MOE-6.5',
    'Playing a row',
    items(
      'Media: from now on, your bonus is that of your media days (MOE-2.11). Before that, it is −1.',
      'Fundraise: roll one die, add the bonus for the days (MOE-2.10), and take that many dollars.',
      `Campaign: you pay ${dollars(STOP_PRICE)} for each day, as far as your cash goes. Without any cash, the stop is skipped. Before the roll, you may ` +
        'get a token: if the state is small, you have no token of it, and you are not winning it. Then roll (MOE-6.4), and the ' +
        'poll moves.',
      'Running mate: roll one die and subtract 1, whatever your media days are. The squares follow from MOE-2.9. It costs nothing, ' +
        'cannot be a gaffe, and brings no token.',
      `Advertise: you pay ${dollars(AD_PRICE)} for each day (${dollars(BLITZ_AD_PRICE)} in the week of Media Blitz), as far as your cash goes. If you cannot pay for one day, ` +
        'the ad is skipped. Roll once (MOE-6.4). Every state of the region moves by the same squares, top to bottom. An ad brings ' +
        'no token.',
    ),
    'Days that you cannot pay for are lost.',
    moneyExample,
  ),
  rule(
    'MOE-6.6',
    'A week alone',
    parts(
      'MOE-6.6',
      'If no sheet came, or it was refused, you raise funds for three days and do nothing else. An empty sheet that you did send does ' +
        'nothing at all.',
      `Your political capital is spent. Internet Funds brings ${dollars(INTERNET_FUNDS)}. Endorsements moves each state you named one square. The other three ` +
        'take effect later in the week.',
      'Your rows are played in the order of MOE-4.4.',
      'The automatic opponent plays (MOE-6.7).',
      'The week is over. Days and media bonus do not carry over.',
    ),
    missingExample,
  ),
];

/** Section 6: how a turn is played. */
export const turnSection = section('MOE-6', 'How a turn is played', {
  rules: [...movingRules, ...rowRules, automaticRule, twoPlayersRule, lastMinuteRule, finalVoteRule, logRule],
});
