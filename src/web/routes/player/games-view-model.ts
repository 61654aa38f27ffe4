import type { GameStatus } from '../../../database/generated/client.ts';
import type { GameCard } from '../../../games/game/game-card.ts';
import type { ReclaimableSeat } from '../../../games/game/player-games-rows.ts';
import type {
  GameLine,
  InvitationLine,
  ListedGame,
  PlayerGames,
} from '../../../games/game/player-games-view.ts';
import type { PlayerPage } from '../../../games/game/player-view.ts';
import type { GmContact } from '../../../games/messages/messages-view.ts';
import { asksSharedQuestions } from '../../../games/questions/solved-questions.ts';
import { writeToGmLinks, writeToGmPath } from '../../rendering/conversation-view.ts';
import type { ReaderDates } from '../../rendering/reader-dates.ts';
import { questionsPath, sheetPath } from '../../turn-sheet/addresses.ts';

/* What the templates player/games.eta and player/game.eta print. */

export interface LinkView {
  address: string;
  label: string;
}

/** A game in the list of a player's games. */
export interface GameLineView {
  number: string;
  title: string;
  address: string;
  /** The ruleset, the turn and the seat, in sentences. */
  about: string;
  /** How the player's sheet stands; '' if none is owed. */
  sheetStatus: string;
  /** What follows from it, in sentences. */
  details: string[];
  /** The link to new letters; null if there are none. */
  letters: LinkView | null;
  /** The link to new messages from the GM; null if there are none. */
  messages: LinkView | null;
  /** The links to the sheet and to the printout; the first one is the main one. */
  actions: LinkView[];
  /** Whether the player has not sent a sheet that is owed. */
  isOpen: boolean;
}

/** A game to which the player was invited. */
export interface InvitationView {
  number: string;
  title: string;
  address: string;
  about: string;
}

/** A seat that the computer plays for the player. */
export interface KeptSeatView {
  number: string;
  title: string;
  address: string;
  about: string;
  /** Says that others can take the seat over; '' if they cannot. */
  offered: string;
  reclaimAddress: string;
}

/** A label with a value: `Due date`, `Mon, Mar 15, 2027, …`. */
export interface FactView {
  label: string;
  value: string;
}

/** A line in the list of the games that someone plays. */
export function gameLineView(one: ListedGame, dates: ReaderDates): GameLineView {
  const { game } = one;
  const address = `/my/games/${game.number}`;
  return {
    number: game.number,
    title: game.title,
    address,
    about: aboutGame(one),
    sheetStatus: one.owes ? `${sheetStatusText(one)}.` : '',
    details: one.owes ? owedDetails(one, dates) : [],
    letters:
      one.newLetters > 0 ? { address: `${address}/letters`, label: newText(one.newLetters, 'letter') } : null,
    messages:
      one.newMessages > 0
        ? { address: writeToGmPath(game.number), label: `${newText(one.newMessages, 'message')} from the GM` }
        : null,
    actions: one.owes
      ? [sheetLink(one), { address: `${address}/turns/${game.turn}`, label: `Printout ${game.turn}` }]
      : [],
    isOpen: one.owes && one.standingVersion === null,
  };
}

/** A line in the list of invitations. */
export function invitationView({ game, seat }: InvitationLine, dates: ReaderDates): InvitationView {
  const you = `${game.gm.name} has given you the seat [${seat.identifier}] ${seat.name}.`;
  const turn = game.status === 'running' ? ` Turn ${game.turn} is open.` : ` ${IDLE[game.status](game)}`;
  const due = game.due && !game.pausedAt ? ` Its sheets are due ${dates.due(game.due)}.` : '';
  return {
    number: game.number,
    title: game.title,
    address: `/my/games/${game.number}`,
    about: `${game.ruleset.title}. ${you}${turn}${due}`,
  };
}

/** The links to the pages before and after a page of the player's games. */
export function pageLinks({
  page,
  hasMore,
}: Pick<PlayerGames, 'page' | 'hasMore'>): (LinkView & { rel: 'prev' | 'next' })[] {
  return [
    ...(page > 1
      ? [{ address: `/my/games?page=${page - 1}`, label: 'Previous page', rel: 'prev' as const }]
      : []),
    ...(hasMore ? [{ address: `/my/games?page=${page + 1}`, label: 'Next page', rel: 'next' as const }] : []),
  ];
}

function aboutGame({ game, seat, owes }: GameLine): string {
  const you = `You are [${seat.identifier}] ${seat.name}.`;
  if (!owes) return `${game.ruleset.title}. ${you} ${IDLE[game.status](game)}`;
  const phase = game.phase === null ? '' : `: ${game.phase}`;
  return `${game.ruleset.title}, turn ${game.turn}${phase}. ${you}`;
}

/** Why no sheet is needed from a seat. */
const IDLE: Record<GameStatus, (game: GameCard) => string> = {
  forming: () => 'The game has not begun.',
  running: (game) => `Turn ${game.turn}: no sheet is needed from you.`,
  over: () => 'The game is over.',
  abandoned: () => 'The GM has abandoned the game.',
};

function owedDetails(one: GameLine, dates: ReaderDates) {
  const { game, finalOrders } = one;
  const standingOrders = playsStandingOrders(one)
    ? ['Your standing orders are played if you send no sheet.']
    : [];
  if (game.pausedAt) return [...standingOrders, 'The GM has paused the game.'];
  const early = finalOrders?.earlyProcessingAt;
  if (early) return [...standingOrders, `All orders are final: the turn is processed ${dates.due(early)}.`];
  return [...standingOrders, game.due ? `Due ${dates.due(game.due)}.` : 'No due date is set.'];
}

function sheetLink({ game, standingVersion }: GameLine): LinkView {
  const label = standingVersion === null ? 'Fill in the sheet' : 'Change the sheet';
  return { address: sheetPath(game.number), label };
}

/** How the sheet of the open turn stands. */
function sheetStatusText({ owes, standingVersion, hiddenSheetStands }: GameLine): string {
  if (!owes) return 'No sheet is needed from you';
  if (hiddenSheetStands) return 'Not sent yet; a sheet that you did not send counts until then';
  return standingVersion === null ? 'Not sent yet' : `Version ${standingVersion} counts`;
}

/** Whether standing orders are played if no sheet comes. */
function playsStandingOrders(one: GameLine): boolean {
  return one.standingVersion === null && !one.hiddenSheetStands && one.hasStandingOrders;
}

function newText(count: number, what: string): string {
  return count === 1 ? `A new ${what}` : `${count} new ${what}s`;
}

export function keptSeatView({ game, seat, offered }: ReclaimableSeat): KeptSeatView {
  return {
    number: game.number,
    title: game.title,
    address: `/games/${game.number}`,
    about: `${game.ruleset.title}, turn ${game.turn}. The computer plays [${seat.identifier}] ${seat.name} for you. Reclaim the seat to send a sheet of your own for the open turn.`,
    offered: offered ? 'The seat is offered to others. You can reclaim it until someone takes it over.' : '',
    reclaimAddress: `/games/${game.number}/reclaim`,
  };
}

/** The facts at the top of the player's page of a game. */
export function gameFacts(page: PlayerPage, dates: ReaderDates): FactView[] {
  const { game, seat } = page;
  const you = { label: 'You are', value: `[${seat.identifier}] ${seat.name}` };
  const gm = { label: 'GM', value: game.gm.name };
  if (game.status !== 'running') return [you, { label: 'Status', value: STATUSES[game.status] }, gm];
  const phase = game.phase === null ? '' : `: ${game.phase}`;
  const due = game.pausedAt ? 'paused by the GM' : game.due ? dates.due(game.due) : 'not set';
  const standingOrders =
    page.owes && !page.isKept && playsStandingOrders(page)
      ? '; your standing orders are played if you send no sheet'
      : '';
  return [
    you,
    { label: 'Turn', value: `${game.turn}${phase}` },
    { label: 'Due date', value: due },
    { label: 'Your sheet', value: `${sheetStatusText(page)}${standingOrders}` },
    gm,
  ];
}

const STATUSES: Record<Exclude<GameStatus, 'running'>, string> = {
  forming: 'Taking players; it has not begun',
  over: 'Over',
  abandoned: 'Abandoned by the GM',
};

/** The links below the facts. The first one is the main one if a sheet is owed. */
export function gameLinks(
  page: PlayerPage,
  letters: { shown: boolean; fresh: number },
  gm: GmContact,
): (LinkView & { isMain: boolean })[] {
  const { number, status, ruleset } = page.game;
  const fresh = letters.fresh > 0 ? ` (${letters.fresh} new)` : '';
  return [
    ...(page.owes ? [{ ...sheetLink(page), isMain: true }] : []),
    ...(letters.shown
      ? [{ address: `/my/games/${number}/letters`, label: `Letters${fresh}`, isMain: false }]
      : []),
    ...writeToGmLinks(number, gm).map(({ href, label }) => ({ address: href, label, isMain: false })),
    ...(asksSharedQuestions(ruleset.id) && page.printouts.length > 1
      ? [{ address: questionsPath(number), label: 'Dispute a question', isMain: false }]
      : []),
    { address: `/games/${number}`, label: 'Public page', isMain: false },
    ...(status === 'over'
      ? [{ address: `/games/${number}/verify`, label: 'Check the dice and every turn', isMain: false }]
      : []),
  ];
}

/** The list of the player's printouts. */
export function printoutLines(page: PlayerPage): LinkView[] {
  const { game, printouts } = page;
  const lastTurn = printouts[0]?.turn;
  return printouts.map(({ turn }) => ({
    address: `/my/games/${game.number}/turns/${turn}`,
    label: turn === lastTurn && game.status === 'over' ? 'Final printout' : `Before turn ${turn}`,
  }));
}
