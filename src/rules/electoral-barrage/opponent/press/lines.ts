import type { PressLines } from '../../../press-lines.ts';

/** What a press line of a computer candidate can be about. */
export type Topic = 'announcement' | 'ahead' | 'behind' | 'won' | 'lost' | 'lastRound' | 'recount';

/**
 * The lines by topic. `{state}` is a state that the candidate won or lost. A topic of a single turn has at least three
 * openings, enough for eight seats; a topic of any round has ten, enough for twelve rounds.
 */
export const LINES: Record<Topic, PressLines> = {
  announcement: {
    openings: ['Good morning, America.', 'My bus is full.', 'Staffers, unpack.', 'Here I come.'],
    closings: [
      'I am running, and I have comfortable shoes.',
      'I would like to be your president.',
      'We start with coffee and a map.',
      'Nobody sleeps until November.',
    ],
  },
  ahead: {
    openings: [
      'The map looks good.',
      'We are in front.',
      'A fine round.',
      'Keep going.',
      'My staff is tireless.',
      'Do not slow down.',
      'The dice like us.',
      'Thank you all.',
      'More stars, please.',
      'What a week.',
    ],
    closings: [
      'We knock on every door twice.',
      'I still carry my own bags.',
      'Nobody here is unpacking yet.',
      'The buttons are nearly gone.',
      'I trust voters more than dice.',
      'Lunch is on me.',
      'One more state, then one more.',
      'I promise to stay modest.',
      'My shoes need new soles.',
      'Someone please feed the bus driver.',
    ],
  },
  behind: {
    openings: [
      'It is early yet.',
      'We like a steep hill.',
      'Call us the underdog.',
      'Slow and steady.',
      'Bad dice, good mood.',
      'I have seen worse maps.',
      'The last word is not spoken.',
      'Wait for it.',
      'Luck turns.',
      'We are warming up.',
    ],
    closings: [
      'Ask the tortoise how it ended.',
      'I have only begun to wave.',
      'My mother says I will win.',
      'Somebody has to make it exciting.',
      'We bring our own dice next time.',
      'I know every motel by name.',
      'My staff has a plan. I have pie.',
      'Watch the states nobody watches.',
      'The best speech is in my pocket.',
      'A token here, a token there.',
    ],
  },
  won: {
    openings: [
      'Thank you, {state}!',
      '{state} said yes.',
      'I love {state}.',
      'Hats off to {state}.',
      '{state} is with us.',
      'What a night in {state}.',
      'Dear {state}: thank you.',
      '{state} made my week.',
      'Hello, {state}.',
      'A star in {state}!',
    ],
    closings: [
      'We plan to stay.',
      'Who is next?',
      'The pie was great.',
      'My staff is dancing.',
      'I owe you one.',
      'Now for its neighbors.',
      'I will be back.',
      'The banner stays up.',
      'Hip, hip, hooray.',
      'We earned it.',
    ],
  },
  lost: {
    openings: [
      '{state} has left us.',
      'We lost {state}.',
      'I miss {state} already.',
      '{state} looked elsewhere.',
      'About {state}:',
      'Dear {state}, why?',
      'No luck in {state}.',
      '{state} slipped away.',
      'Someone took {state}.',
      'Poor {state}.',
    ],
    closings: [
      'We will call again.',
      'My door is open.',
      'It was a fair fight.',
      'I take it as advice.',
      'Ask me next week.',
      'There are others.',
      'I am not sulking.',
      'The bus turns around.',
      'We keep the key.',
      'That was only a loan.',
    ],
  },
  lastRound: {
    openings: ['Last stop, everybody.', 'The last round.', 'One more push.', 'Now it counts.'],
    closings: [
      'Bring a friend, and your friend’s friend.',
      'Thank you for every handshake.',
      'I would be honored to serve.',
      'My staff may sleep tomorrow.',
    ],
  },
  recount: {
    openings: ['Count slowly.', 'Open the envelopes.', 'Every ballot counts.', 'I can wait.'],
    closings: [
      'I brought sandwiches.',
      'My lucky coin is ready.',
      'The voters have spoken, softly.',
      'May the best envelope win.',
    ],
  },
};
