/** What a press release of a computer candidate can be about. */
export type Topic =
  | 'announcement'
  | 'won'
  | 'lost'
  | 'wrong'
  | 'rejected'
  | 'success'
  | 'failure'
  | 'rested'
  | 'ahead'
  | 'behind'
  | 'closing'
  | 'runoff'
  | 'speed';

/**
 * The first halves of press releases. `{state}` is the state where it happened. A topic about which many candidates can
 * speak in one turn has seven openings, and they begin with different ones.
 */
export const OPENINGS: Record<Topic, readonly string[]> = {
  announcement: [
    'I am running for president.',
    'My name will be on the ballot.',
    'Yes, I am a candidate.',
    'The exploratory committee has explored enough.',
    'My hat is in the ring, and I would like it back in November.',
    'People keep asking, so: yes.',
    'I have decided to serve, and to travel a lot first.',
  ],
  won: [
    '{state} is ours!',
    'Thank you, {state}.',
    'We got {state}, and it fits.',
    'I have always believed in {state}, especially today.',
    '{state} has excellent taste.',
    'Somebody frame that chip from {state}.',
    'We now have {state}, and I have the mug to prove it.',
  ],
  lost: [
    '{state} and I have grown apart.',
    'We no longer have {state}.',
    '{state} is with somebody else now.',
    'I wish {state} all the best.',
    'Please take down my poster in {state}.',
    'I had {state} right here a minute ago.',
    '{state} asked for some space.',
  ],
  wrong: [
    'I answered a question in {state} with great confidence.',
    'The people of {state} corrected me politely.',
    'My answer in {state} was right in spirit.',
    '{state} asked, and I guessed.',
    'I have bought a book about {state}.',
    'In {state} I was told to phone a teacher.',
    'My fourth-grade report card has surfaced in {state}.',
  ],
  rejected: [
    'My offer for {state} was called “adorable.”',
    'The answer about {state} was no.',
    'I asked nicely for {state}.',
    'Somebody loves {state} more than money.',
    '{state} is not for sale, it turns out.',
    'I was laughed out of a meeting about {state}.',
    'My check for {state} came back with a smiley face.',
  ],
  success: [
    'My performance was a hit.',
    'You liked the show!',
    'The reviews are in, and I read them twice.',
    'I have been told that I can act.',
    'That show went better than rehearsal.',
    'The applause lasted several seconds.',
    'Somebody understood my art.',
  ],
  failure: [
    'My performance has closed.',
    'The show did not go as planned.',
    'Nobody understood my art.',
    'I have read the reviews.',
    'I will not be giving an encore.',
    'The audience was small, and then smaller.',
    'In rehearsal it was very moving.',
  ],
  rested: [
    'We raised some money in Washington.',
    'I spent a day in Washington, and Washington paid.',
    'The donors were kind.',
    'I ate a very expensive chicken in Washington.',
    'Our treasurer is smiling again.',
    'I shook hands until the checks came out.',
    'Washington is lovely when somebody else pays.',
  ],
  ahead: [
    'Nobody has more electoral votes than we do.',
    'We are on top.',
    'I like this map.',
    'I have asked the mapmaker for a larger print.',
    'The view from the front is fine.',
    'We lead, and I am being very humble about it.',
    'Keep counting, please.',
  ],
  behind: [
    'We are saving the best for last.',
    'Somebody has to chase the leader.',
    'We have them right where they want us.',
    'I have seen the map, and it was rude.',
    'Our campaign is peaking later than yours.',
    'I read the electoral count upside down, and we are winning.',
    'Every comeback needs a beginning.',
  ],
  closing: [
    'The road ends here.',
    'That was the last stop.',
    'The bus is parked.',
    'I have returned the rental car.',
    'No more rest areas for me.',
    'My odometer and I are done.',
    'From here on we only think.',
  ],
  runoff: ['A runoff it is.', 'Ten questions, one White House.', 'I have sharpened both my pencils.'],
  speed: [
    'Five quick questions? Fine.',
    'I have set my watch.',
    'Speed Play suits me.',
    'I write fast, and sometimes legibly.',
    'Nobody told me there would be a test.',
    'My pencil is warm.',
    'Short questions, long faces.',
  ],
};
