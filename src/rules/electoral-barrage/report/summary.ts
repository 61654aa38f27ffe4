import { counted, listInWords, numberWord, ordinal } from '../../numbers.ts';
import type { News } from '../../report.ts';
import { nameAndIdentifier } from '../../report-builder.ts';
import { banksInWords } from '../form.ts';
import { outcome } from '../outcome.ts';
import { findPlayer, type Player, type State } from '../state.ts';
import { type ReportContext, strengthInWords } from './context.ts';

/** The turn in a few plain sentences: the body of the mail. Contains no plan and no cards but the reader's. */
export function summarize(context: ReportContext): string[] {
  const { now, reader } = context;
  if (now.turn === 0) return [openingSentence(now), ...youSentences(context), ...dueSentences(context)];
  return [
    ...(now.phase === 'over' ? [winnerSentence(context)] : []),
    ...(now.phase === 'ballots'
      ? ['The rounds are over. Absentee ballots decide the contested states.']
      : []),
    standingSentence(context),
    ...(reader === null ? [] : lastSentences(now, reader)),
    ...youSentences(context),
    ...dueSentences(context),
  ];
}

function openingSentence({ players, rounds }: State): string {
  const count = numberWord(players.length);
  const candidates = `${count.charAt(0).toUpperCase()}${count.slice(1)} candidates run for president`;
  return `${candidates} over ${counted(rounds, 'round')}.`;
}

function winnerSentence(context: ReportContext): string {
  const winner = outcome(context.now)?.winner ?? '';
  return `${nameAndIdentifier(context, winner)} is President-Elect.`;
}

/** The players by votes: `AB has 61 votes in 2 states, CD 0 votes in 0 states.` */
function standingSentence({ now }: ReportContext): string {
  const ranked = now.players.toSorted((a, b) => b.votes - a.votes || b.states - a.states);
  const each = ranked.map((player, i) => `${player.id}${i === 0 ? ' has' : ''} ${strengthInWords(player)}`);
  return `${each.join(', ')}.`;
}

/** What the reader's staffers did in the last round. */
function lastSentences({ last }: State, { id }: Player): string[] {
  const own = (last?.resolutions ?? []).filter(({ player }) => player === id);
  if (own.length === 0) return [];
  const won = own.filter((one) => one.won).length;
  return [`Your staffers made ${counted(own.length, 'attempt')}, and ${won} succeeded.`];
}

function youSentences({ now, reader }: ReportContext): string[] {
  if (reader === null) return [];
  if (now.phase === 'over') {
    const own = outcome(now)?.standings.find(({ id }) => id === reader.id);
    return own === undefined ? [] : [`You finish ${ordinal(own.place)}.`];
  }
  return [
    `You are ${reader.id}, with ${counted(reader.staffers, 'staffer')} and in the bank ${banksInWords(reader)}.`,
  ];
}

function dueSentences({ turn, header, reader, now }: ReportContext): string[] {
  if (turn === null || header.due === null) return [];
  if (reader !== null && !now.owing.includes(reader.id)) return ['You owe no sheet for the recount.'];
  const subject = reader === null ? `The sheets for turn ${turn} are` : `Your sheet for turn ${turn} is`;
  return [`${subject} due ${header.due}.`];
}

/** The front page of the turn; null before the first. The turn in the headline makes it different from all others. */
export function newsOf(context: ReportContext): News | null {
  const { now, before } = context;
  if (before === null) return null;
  if (now.phase === 'over') {
    const winner = outcome(now)?.winner ?? '';
    const lead = findPlayer(now, winner);
    const sentence =
      lead === undefined
        ? ''
        : ` carries ${counted(lead.states, 'state')} with ${counted(lead.votes, 'vote')}.`;
    const ties = now.recount?.ties.length ?? 0;
    return {
      headline: `${context.name(winner)} is President-Elect`,
      sentences: [`${winner}${sentence}`, `${counted(ties, 'state')} fell by the coin.`],
    };
  }
  return { headline: headlineOf(context), sentences: [standingSentence(context), roundSentence(now)] };
}

function headlineOf({ now, name }: ReportContext): string {
  const most = Math.max(...now.players.map(({ votes }) => votes));
  const leading = now.players.filter(({ votes }) => votes === most);
  const when = now.phase === 'ballots' ? 'before the recount' : `after round ${now.round}`;
  if (most === 0) return `No one is ahead ${when}`;
  const names = listInWords(leading.map(({ id }) => name(id)));
  return leading.length === 1 ? `${names} leads ${when}` : `${names} are tied ${when}`;
}

function roundSentence({ last, round }: State): string {
  const resolutions = last?.resolutions ?? [];
  const won = resolutions.filter((one) => one.won).length;
  const taken = resolutions.filter(({ replaced }) => replaced !== null).length;
  return (
    `In round ${round}, ${won} of ${counted(resolutions.length, 'attempt')} succeeded, and ` +
    `${counted(taken, 'token')} changed hands.`
  );
}
