import type { PressLines } from '../../../press-lines.ts';

/** What a press release of a computer candidate can be about. */
export type Topic =
  | 'announcement'
  | 'primaryAhead'
  | 'primaryBehind'
  | 'conventionAhead'
  | 'conventionBehind'
  | 'nominee'
  | 'runningMate'
  | 'passedOver'
  | 'generalAhead'
  | 'generalBehind'
  | 'lastAhead'
  | 'lastBehind'
  | 'won'
  | 'lost';

/**
 * The lines by topic. `{home}` is the candidate's home state, `{state}` a state that it won or lost. A topic of a single
 * turn has at least four openings, enough for twelve seats; a topic of any turn has eight, enough for five turns.
 */
export const LINES: Record<Topic, PressLines> = {
  announcement: {
    openings: ['Hello from {home}!', '{home} sent me.', 'We start in {home}.', 'A word from {home}:'],
    closings: [
      'I am running, and I packed light.',
      'My hat is in the ring. Mind the brim.',
      'I would like to be your president.',
      'The train leaves today. Hop on.',
    ],
  },
  primaryAhead: {
    openings: ['The crowds are growing.', 'Good news from the trail.', 'We are in front.', 'A fine week.'],
    closings: [
      'So is my supply of buttons.',
      'My shoes need new soles already.',
      'Nobody here is unpacking yet.',
      'I thank everyone who shook my hand.',
    ],
  },
  primaryBehind: {
    openings: ['It is early yet.', 'We like a steep hill.', 'Call us the underdog.', 'Slow and steady.'],
    closings: [
      'Ask the tortoise how it ended.',
      'I have only begun to wave.',
      'The best speech is still in my pocket.',
      'My mother says I will win.',
    ],
  },
  conventionAhead: {
    openings: [
      'See you at the convention.',
      'Delegates, good evening.',
      'The hall is booked.',
      'Almost there.',
    ],
    closings: [
      'Please save me a balloon.',
      'I have written a short speech. Honest.',
      'Count twice, cheer once.',
      'I will try not to cry on stage.',
    ],
  },
  conventionBehind: {
    openings: [
      'Delegates love a surprise.',
      'One ballot is never enough.',
      'Keep the door open.',
      'Listen closely.',
    ],
    closings: [
      'I bring sandwiches to the second ballot.',
      'I am everybody’s second choice.',
      'The band knows my song, just in case.',
      'I still believe in this party.',
    ],
  },
  nominee: {
    openings: ['I accept.', 'What a convention!', 'Thank you, delegates.', 'The ticket is set.'],
    closings: [
      'Now for the other forty-nine states.',
      'My rivals were kind. Now they are colleagues.',
      'Let us win this one together.',
      'There is confetti in my coffee.',
    ],
  },
  runningMate: {
    openings: [
      'Second on the ticket!',
      'Two names, one banner.',
      'I said yes.',
      'Proud to be the other half.',
    ],
    closings: [
      'I get the window seat on the train.',
      'I will carry the bags and some states.',
      'We balance each other nicely.',
      'My job is to smile and to work.',
    ],
  },
  passedOver: {
    openings: [
      'The delegates have spoken.',
      'No hard feelings.',
      'My hat goes to the winner.',
      'We are one party.',
    ],
    closings: [
      'I will campaign as if it were me.',
      'I kept the buttons for next time.',
      'Now everybody pulls the same way.',
      'There is work to do, so I go on.',
    ],
  },
  generalAhead: {
    openings: [
      'The map looks friendly.',
      'Our side is ahead.',
      'Do not slow down now.',
      'The wind is with us.',
    ],
    closings: [
      'I trust voters more than polls.',
      'One more stop, then one more.',
      'Keep your umbrellas handy anyway.',
      'We knock on every door twice.',
    ],
  },
  generalBehind: {
    openings: [
      'The map can change.',
      'Close races are fun.',
      'We have seen worse maps.',
      'Trailing? Perhaps.',
    ],
    closings: [
      'I brought a bigger eraser.',
      'A train can catch up at night.',
      'Undecided voters, I like your style.',
      'Watch the states nobody watches.',
    ],
  },
  lastAhead: {
    openings: ['Vote early.', 'Last stop, everybody.', 'The finish line is in sight.', 'One more day.'],
    closings: [
      'Then have some pie. You earned it.',
      'I would be honored to serve.',
      'Thank you for every handshake.',
      'Please do not leave it to your neighbor.',
    ],
  },
  lastBehind: {
    openings: ['It is not over.', 'Surprise the experts.', 'Every vote counts.', 'The last lap is ours.'],
    closings: [
      'Bring a friend, and your friend’s friend.',
      'I have never felt more awake.',
      'I ask for your vote, and for your cousin’s.',
      'History is fond of late trains.',
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
      '{state}, you made my week.',
      'Dear {state}: thank you.',
    ],
    closings: [
      'I will be back.',
      'Who is next?',
      'I saved the banner.',
      'The pie was great.',
      'We only said hello.',
      'My staff is dancing.',
      'I owe you one.',
      'Now for its neighbors.',
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
    ],
    closings: [
      'We will call again.',
      'My door is open.',
      'It was a fair fight.',
      'I take it as advice.',
      'Ask me next week.',
      'There are others.',
      'I am not sulking.',
      'On with the tour.',
    ],
  },
};
