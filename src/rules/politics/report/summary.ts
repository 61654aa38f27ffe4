import { counted, listInWords, numberWord, ordinal } from '../../numbers.ts';
import { nameAndIdentifier } from '../../report-builder.ts';
import { outcome } from '../outcome.ts';
import { seatsOwing } from '../owing.ts';
import type { Player, Speed, State } from '../state.ts';
import { salesOf } from './answers.ts';
import { openQuestions, type ReportContext } from './context.ts';
import { rankedPlayers } from './race.ts';
import { capitalized, cashInWords, chipsInWords, popularVotes } from './words.ts';

/** The turn in a few plain sentences: the body of the mail. Contains nothing that its reader may not see. */
export function summarize(context: ReportContext): string[] {
  const { now, reader } = context;
  if (now.phase === 'home') return [openingSentence(now), ...dueSentences(context)];
  return [
    ...endSentences(context),
    standingSentence(now),
    ...chipSentences(now),
    ...adviceSentences(now),
    ...(reader === null ? [] : youSentences(now, reader)),
    ...dueSentences(context),
  ];
}

function openingSentence({ players, settings }: State): string {
  const count = capitalized(numberWord(players.length));
  return `${count} candidates run for president, for ${counted(settings.turnLimit, 'campaign turn')} at most.`;
}

function endSentences(context: ReportContext): string[] {
  const { phase, runoff, speed } = context.now;
  if (phase === 'over')
    return [`${nameAndIdentifier(context, outcome(context.now)?.winner ?? '')} is president.`];
  if (phase === 'runoff') return [`${listInWords(runoff?.candidates ?? [])} meet in a runoff.`];
  if (phase === 'speed' && speed !== null) return [speedSentence(speed)];
  return phase === 'closing' ? ['The last stops are made. The closing sheet answers their questions.'] : [];
}

/** PTG-6.23: which round is open, and between whom. */
function speedSentence({ ladder, round, set, pair, answers }: Speed): string {
  const rounds = ladder.length - 1;
  if (Object.keys(answers).length === 0) {
    if (rounds === 1) return `Speed Play decides between ${listInWords([...pair])}.`;
    return `Speed Play decides in ${numberWord(rounds)} rounds: ${listInWords([...pair])} meet first.`;
  }
  return `${listInWords([...pair])} are tied in round ${round} of Speed Play and answer set ${set} of its questions.`;
}

/** `AB has 61 electoral votes, CD 20.` */
function standingSentence(now: State): string {
  if (now.players.every(({ electoral }) => electoral === 0)) return 'No one has an electoral vote yet.';
  const each = rankedPlayers(now).map(
    ({ id, electoral }, i) => `${id} ${i === 0 ? `has ${counted(electoral, 'electoral vote')}` : electoral}`,
  );
  return `${each.join(', ')}.`;
}

/** The chips that came to a candidate in the last processing and stayed there, candidate by candidate. */
function chipSentences({ log, phase, order, chips }: State): string[] {
  if (phase === 'over') return [];
  const won = order.flatMap((id) => {
    const codes = log.flatMap((entry) =>
      entry.type === 'chip' && entry.to === id && chips[entry.state] === id ? [entry.state] : [],
    );
    return codes.length === 0 ? [] : [`${chipsInWords([...new Set(codes)])} to ${id}`];
  });
  return won.length === 0 ? [] : [`Chips won: ${won.join('; ')}.`];
}

function adviceSentences(now: State): string[] {
  return salesOf(now)
    .filter(({ right }) => !right)
    .map(({ by, from, question }) => `${from} sold ${by} bad advice on ${question}.`);
}

function youSentences(now: State, reader: Player): string[] {
  if (now.phase === 'over') {
    const own = outcome(now)?.standings.find(({ id }) => id === reader.id);
    return own === undefined ? [] : [`You finish ${ordinal(own.place)}.`];
  }
  const questions = openQuestions(now).filter(({ player }) => player.id === reader.id);
  const tasks = now.shows.filter(({ by, stage }) => by === reader.id && stage === 'task');
  const todo = [
    ...(questions.length === 0 ? [] : [`${counted(questions.length, 'question')} to answer`]),
    ...(tasks.length === 0 ? [] : [`${counted(tasks.length, 'task')} to perform`]),
  ];
  return [
    `You have ${cashInWords(reader.cash)} and ${popularVotes(reader.popular)}.`,
    ...(todo.length === 0 ? [] : [`You have ${listInWords(todo)}.`]),
  ];
}

function dueSentences({ turn, header, reader, now }: ReportContext): string[] {
  if (turn === null || header.due === null) return [];
  if (reader !== null && !seatsOwing(now).includes(reader.id)) return ['You owe no sheet this time.'];
  const subject = reader === null ? `The sheets for turn ${turn} are` : `Your sheet for turn ${turn} is`;
  return [`${subject} due ${header.due}.`];
}
