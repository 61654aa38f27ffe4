import type { AppContext } from '../../context.ts';
import type { FormValues } from '../../rules/sheet.ts';
import type { ReadSheet } from '../../rules/sheet-text/read-sheet-text.ts';
import { rawFromForm } from '../../rules/sheet-values.ts';
import { openTurnInWords } from '../game/game-ruleset.ts';
import { openForm, type PlayerSeat } from '../game/player-seat.ts';
import { type Submission, submitSheet } from '../sheets/submit-sheet.ts';
import type { MailAnswer } from './answer.ts';
import type { Done, MailedRequest } from './mailed-request.ts';
import { isBlank, readMailed } from './read-mailed.ts';

/** The most lines around a sheet that the receipt names. */
const MAX_IGNORED = 5;

/** Takes the sheet of the open turn. Its receipt is mailed with it. */
export async function takeSheet(
  ctx: AppContext,
  { own, address, command, text }: MailedRequest,
): Promise<Done> {
  const { game } = own;
  const form = openForm(own);
  if (game.status !== 'running') return overAnswer(own);
  if (address.turn !== game.turn) return staleAnswer(own, address.turn);
  if (form === null)
    return {
      subject: 'no sheet is owed',
      paragraphs: [`Your seat owes no sheet for ${openTurnInWords(game)}.`],
    };
  const read = readMailed(form, text);
  const isMeantBlank = command?.kind === 'blank';
  if (read === null && !isMeantBlank) return notReadAnswer(own);
  const values: FormValues = read?.values ?? {};
  const problems = read?.problems ?? [];
  if (isBlank(values) && problems.length === 0 && !isMeantBlank && form.mayBeBlank !== true)
    return blankAnswer(own);
  const submission = await submitSheet(ctx, {
    ...{ gameId: game.id, seatId: own.seat.id, turn: game.turn },
    ...{ raw: rawFromForm(form, values), channel: 'mail', sentById: address.account.id },
    ...{ final: command?.kind === 'final', problems, ignored: ignoredIn(read) },
  });
  return submissionAnswer(own, submission);
}

function ignoredIn(read: ReadSheet | null): string[] {
  return (read?.ignored ?? []).slice(0, MAX_IGNORED);
}

/** What to answer if a sheet was not stored; null if its receipt says everything. */
export function submissionAnswer(own: PlayerSeat, submission: Submission): Done {
  const subject = 'your sheet was not taken';
  const stands = (version: number | null) =>
    version === null ? 'No earlier version counts.' : `Version ${version} still counts.`;
  switch (submission.kind) {
    case 'standing':
    case 'refused':
      return null;
    case 'not-taken':
      return { subject, paragraphs: [submission.message] };
    case 'too-many':
      return {
        subject,
        paragraphs: [
          `You have sent ${submission.max} versions for this turn. No more are accepted. ${stands(submission.standingVersion)}`,
        ],
      };
    case 'too-long':
      return {
        subject,
        paragraphs: [
          `Your versions for this turn are too long together. ${stands(submission.standingVersion)}`,
        ],
      };
    case 'stale':
      return staleAnswer(own, own.game.turn);
    case 'not-owed':
      return { subject, paragraphs: ['Your seat owes no sheet now.'] };
  }
}

function overAnswer({ game }: PlayerSeat): MailAnswer {
  const paragraphs = [
    game.status === 'over' ? 'This game is over. It takes no more sheets.' : 'This game takes no sheets now.',
  ];
  return { subject: 'your sheet was not taken', paragraphs };
}

function staleAnswer({ game }: PlayerSeat, turn: number): MailAnswer {
  return {
    subject: `turn ${turn} has been processed`,
    paragraphs: [
      `Your e-mail was for turn ${turn}, which has been processed. Nothing was changed. This is the sheet for ${openTurnInWords(game)}: to send it, reply to this e-mail.`,
    ],
    sheet: { kind: 'open' },
  };
}

function notReadAnswer({ game }: PlayerSeat): MailAnswer {
  return {
    subject: 'your e-mail has no sheet',
    paragraphs: [
      `No line of the sheet for ${openTurnInWords(game)} was found in your e-mail, and no command. Nothing was changed.`,
      'If you wanted to write to your GM, use the link at the end of this e-mail. If you wanted to send your sheet, write after the colons below and reply.',
    ],
    guide: true,
    sheet: { kind: 'open' },
  };
}

function blankAnswer({ game }: PlayerSeat): MailAnswer {
  return {
    subject: 'your sheet was blank',
    paragraphs: [
      `Nothing was filled in on your sheet for ${openTurnInWords(game)}, so it was not taken. If you do want to send a blank sheet, reply with BLANK as the first line.`,
    ],
    sheet: { kind: 'open' },
  };
}
