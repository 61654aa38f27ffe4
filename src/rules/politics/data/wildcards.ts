/** PTG-2.6: what a candidate is asked to do in a show. */
export type ShowKind = 'charade' | 'drawing' | 'stunt' | 'recital' | 'direction';

/** PTG-6.21: whom an effect meets. `front` and `rear` are the first and the last in the race. */
export type Whom = 'self' | 'others' | 'all' | 'front' | 'rear';

/**
 * PTG-2.7, PTG-6.21: one effect of an event. Amounts are in $ millions, millions of popular votes, or electoral votes. The
 * drawer `collects` the amount from each other candidate, `gives` it to each, or is sent to DC.
 */
export type Effect =
  | { kind: 'popular' | 'electoral' | 'cash'; who: Whom; amount: number }
  | { kind: 'collects' | 'gives'; amount: number }
  | { kind: 'to-dc' };

/** PTG-2.6: a Wildcard that asks its drawer for a performance. */
export interface ShowCard {
  id: string;
  kind: ShowKind;
  /** The phrase, the object, the action, or what to do. Secret in part: see PTG-8.6. */
  task: string;
  /** Further forms that count as a right guess. */
  accept: readonly string[];
  /** No word of the text may begin with one of these. */
  taboo: readonly string[];
}

/** PTG-2.7: a Wildcard that takes effect as soon as it is drawn. */
export interface EventCard {
  id: string;
  kind: 'event';
  title: string;
  effects: readonly Effect[];
}

export type Wildcard = ShowCard | EventCard;

function show(
  id: string,
  kind: ShowKind,
  task: string,
  accept: readonly string[] = [],
  taboo: readonly string[] = [],
): ShowCard {
  return { id, kind, task, accept, taboo };
}

function event(id: string, title: string, effects: readonly Effect[]): EventCard {
  return { id, kind: 'event', title, effects };
}

const SHOWS: readonly ShowCard[] = [
  show(
    'W01',
    'charade',
    'filibuster',
    [],
    ['filib', 'senat', 'talk', 'speech', 'speak', 'debat', 'delay', 'word'],
  ),
  show(
    'W02',
    'charade',
    'landslide',
    ['landslide victory'],
    ['land', 'slid', 'victor', 'win', 'won', 'avalanch', 'mud', 'rout'],
  ),
  show(
    'W03',
    'charade',
    'dark horse',
    [],
    ['dark', 'hors', 'surpris', 'outsider', 'candidat', 'race', 'black'],
  ),
  show('W04', 'charade', 'lame duck', [], ['lame', 'duck', 'bird', 'quack', 'term', 'leav', 'limp']),
  show(
    'W05',
    'charade',
    'kissing babies',
    ['kissing a baby', 'kiss babies'],
    ['kiss', 'bab', 'infant', 'child', 'lip', 'smooch', 'newborn'],
  ),
  show(
    'W06',
    'charade',
    'smoke-filled room',
    ['smoky room'],
    ['smok', 'fill', 'room', 'cigar', 'deal', 'boss', 'pipe'],
  ),
  show(
    'W07',
    'charade',
    'throwing your hat in the ring',
    ['hat in the ring', 'throw your hat into the ring'],
    ['throw', 'threw', 'hat', 'ring', 'toss', 'boxing', 'candidat'],
  ),
  show(
    'W08',
    'charade',
    'whistle-stop tour',
    ['whistle stop', 'whistle-stop campaign'],
    ['whistl', 'stop', 'tour', 'train', 'rail', 'station', 'locomot'],
  ),
  show('W09', 'drawing', 'elephant', ['Republican elephant']),
  show('W10', 'drawing', 'donkey', ['mule', 'Democratic donkey']),
  show('W11', 'drawing', 'Capitol', ['US Capitol', 'Capitol dome']),
  show('W12', 'drawing', 'ballot box', ['voting box']),
  show('W13', 'drawing', 'Liberty Bell', []),
  show('W14', 'drawing', 'Statue of Liberty', ['Lady Liberty']),
  show('W15', 'drawing', 'Washington Monument', ['obelisk']),
  show('W16', 'drawing', 'American flag', ['flag', 'US flag', 'Stars and Stripes']),
  show('W17', 'stunt', 'Stand on one leg for a full minute. Which leg, and what was said to you meanwhile?'),
  show('W18', 'stunt', 'Walk twenty steps with a book on your head. Which book, and where did it fall?'),
  show('W19', 'stunt', 'Write "Vote for me" ten times with your other hand. How many can be read?'),
  show(
    'W20',
    'stunt',
    'Throw a crumpled page at a hat from five steps, ten times. Six must go in: give the count.',
  ),
  show('W21', 'stunt', "Hold a candidate's smile before a mirror for two minutes. What cracked it?"),
  show('W22', 'stunt', 'Build a tower of twelve coins with one hand. How many tries?'),
  show(
    'W23',
    'stunt',
    'Shake hands with three people in one day and tell each that they can count on you. What did they say?',
  ),
  show('W24', 'recital', "The beginning of the Constitution's preamble, as a used-car advertisement"),
  show('W25', 'recital', 'The first sentence of the Gettysburg Address, as a weather report'),
  show('W26', 'recital', '"Twinkle, Twinkle, Little Star", as an attack ad'),
  show('W27', 'recital', "The president's oath of office, as a pirate would swear it"),
  show('W28', 'recital', '"Happy Birthday", as a State of the Union address'),
  show('W29', 'recital', '"Mary Had a Little Lamb", as a concession speech'),
  show('W30', 'recital', '"Yankee Doodle", as a legal disclaimer'),
  show(
    'W31',
    'direction',
    'hitting a home run',
    ['home run', 'hit a home run'],
    ['hit', 'home', 'run', 'bat', 'ball', 'base', 'swing', 'pitch'],
  ),
  show(
    'W32',
    'direction',
    'signing a bill',
    ['sign a bill', 'signing a law'],
    ['sign', 'bill', 'pen', 'writ', 'law', 'name', 'document'],
  ),
  show(
    'W33',
    'direction',
    'casting a ballot',
    ['casting a vote', 'voting'],
    ['cast', 'ballot', 'vot', 'box', 'elect', 'poll'],
  ),
  show(
    'W34',
    'direction',
    'swearing the oath of office',
    ['taking the oath', 'oath of office'],
    ['swear', 'swor', 'oath', 'offic', 'bibl', 'book', 'inaug', 'presid'],
  ),
  show(
    'W35',
    'direction',
    'cutting a ribbon',
    ['cut a ribbon', 'ribbon cutting'],
    ['cut', 'ribbon', 'scissor', 'snip', 'tape', 'open'],
  ),
  show(
    'W36',
    'direction',
    'conducting an orchestra',
    ['conductor', 'conducting'],
    ['conduct', 'orchest', 'music', 'band', 'baton', 'maestro'],
  ),
  show(
    'W37',
    'direction',
    'shaking hands',
    ['shake hands', 'handshake'],
    ['shak', 'shook', 'handshak', 'greet', 'hello', 'meet', 'grip'],
  ),
  show(
    'W38',
    'direction',
    'milking a cow',
    ['milk a cow', 'milking'],
    ['milk', 'cow', 'udder', 'farm', 'bucket', 'pail', 'teat'],
  ),
];

const EVENTS: readonly EventCard[] = [
  event('W39', 'Hot microphone: you said it, and they heard it', [
    { kind: 'popular', who: 'self', amount: -10 },
  ]),
  event('W40', 'You win the debate', [{ kind: 'popular', who: 'self', amount: 10 }]),
  event('W41', 'Recount', [{ kind: 'electoral', who: 'self', amount: -12 }]),
  event('W42', 'Campaign-finance fine', [{ kind: 'cash', who: 'self', amount: -5 }]),
  event('W43', 'A super PAC discovers you', [{ kind: 'cash', who: 'self', amount: 10 }]),
  event('W44', 'Snowed in at National Airport', [{ kind: 'to-dc' }]),
  event('W45', 'October surprise for the front-runner', [{ kind: 'popular', who: 'front', amount: -10 }]),
  event('W46', 'A newspaper endorses you, and its owner writes a check', [
    { kind: 'popular', who: 'self', amount: 5 },
    { kind: 'cash', who: 'self', amount: 5 },
  ]),
  event('W47', 'Leaked e-mails', [
    { kind: 'popular', who: 'self', amount: -5 },
    { kind: 'popular', who: 'others', amount: 2 },
  ]),
  event('W48', 'Dinner at a thousand dollars a plate', [{ kind: 'collects', amount: 1 }]),
  event('W49', 'Matching funds', [{ kind: 'cash', who: 'all', amount: 3 }]),
  event('W50', 'Faithless electors', [{ kind: 'electoral', who: 'self', amount: -5 }]),
  event('W51', 'The voting machines are looked into', [{ kind: 'electoral', who: 'front', amount: -6 }]),
  event('W52', 'Everybody loves an underdog', [{ kind: 'popular', who: 'rear', amount: 10 }]),
  event('W53', 'Old loans are called in', [{ kind: 'gives', amount: 1 }]),
  event('W54', 'Your bus tour is a sensation', [{ kind: 'popular', who: 'self', amount: 15 }]),
];

/** PTG-2.6, PTG-2.7: all Wildcards by number. */
export const WILDCARDS: readonly Wildcard[] = [...SHOWS, ...EVENTS];

/** PTG-3.2: the cards of the deck with the option `events`. */
export const EVENT_CARDS: readonly EventCard[] = EVENTS;

const byId = new Map(WILDCARDS.map((card) => [card.id, card]));
const showsById = new Map(SHOWS.map((card) => [card.id, card]));

/** The Wildcard with this id; undefined if there is none. */
export function findWildcard(id: string): Wildcard | undefined {
  return byId.get(id);
}

/** The card of a show. Throws if the id is not that of one: the shows of a state always have such cards. */
export function showCard(id: string): ShowCard {
  const found = showsById.get(id);
  if (!found) throw new Error(`Wildcard ${id} is no show.`);
  return found;
}

/** PTG-6.15: whether a show succeeds if somebody guesses it; the others are judged by their audience. */
export function isGuessed(kind: ShowKind): boolean {
  return kind === 'charade' || kind === 'drawing' || kind === 'direction';
}
