import { counted, numberWord, ordinal } from '../../numbers.ts';
import { nameAndIdentifier } from '../../report-builder.ts';
import { banksInWords } from '../form.ts';
import { outcome } from '../outcome.ts';
import type { State } from '../state.ts';
import type { ReportContext } from './context.ts';
import { chanceSentences, lastRoundSentences } from './position.ts';

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
    ...(reader === null ? [] : [...lastRoundSentences(now, reader), ...chanceSentences(now, reader)]),
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

/** The players by votes: `AB has 61 electoral votes, CD 20.` */
function standingSentence({ now }: ReportContext): string {
  const ranked = now.players.toSorted((a, b) => b.votes - a.votes || b.states - a.states);
  const each = ranked.map(
    ({ id, votes }, i) => `${id} ${i === 0 ? `has ${counted(votes, 'electoral vote')}` : votes}`,
  );
  return `${each.join(', ')}.`;
}

function youSentences({ now, reader }: ReportContext): string[] {
  if (reader === null) return [];
  if (now.phase === 'over') {
    const own = outcome(now)?.standings.find(({ id }) => id === reader.id);
    return own === undefined ? [] : [`You finish ${ordinal(own.place)}.`];
  }
  const banks = banksInWords(reader);
  const bank = banks === null ? 'nothing in the bank' : `${banks} in the bank`;
  return [`You are ${reader.id}, with ${counted(reader.staffers, 'staffer')} and ${bank}.`];
}

function dueSentences({ turn, header, reader, now }: ReportContext): string[] {
  if (turn === null || header.due === null) return [];
  if (reader !== null && !now.owing.includes(reader.id)) return ['You owe no sheet for the recount.'];
  const subject = reader === null ? `The sheets for turn ${turn} are` : `Your sheet for turn ${turn} is`;
  return [`${subject} due ${header.due}.`];
}
