import { createFairTurns, type Turn } from '../../fair-turns.ts';
import { runIsolated } from '../../isolation/run-isolated.ts';
import { fail, type Result } from '../../rules/result.ts';
import { type FilledPdf, MAX_PDF_BYTES } from './filled-pdf.ts';

/** A sheet of ours takes a fraction of a second, and less than half of the memory. */
const READING = {
  module: new URL('parse-with-limits.ts', import.meta.url),
  heap: 160,
  memory: 512,
  time: 5_000,
};

/** How many PDFs may wait, as each is held in memory. */
const MAX_WAITING = 20;

/** Too many PDFs wait. */
class TooMany extends Error {}

/**
 * One after the other: a PDF that takes as much as it can takes no more than one core, and its memory only once. People take
 * turns, so that some with many PDFs of that kind do not keep others waiting.
 */
const inTurn = createFairTurns({ waiting: MAX_WAITING, busy: () => new TooMany() });

/** Whose turn it is if nothing is said about it. */
const ANYONE: Turn = { of: '' };

/**
 * Reads a PDF in a process of its own: one that is made to take forever, or all memory, stops nothing else. Problems, at '':
 * those of `parseFilledPdf`, `too-large`, `too-complex`, `busy`.
 * @param turn for whom it is read
 * @throws the reason of the signal of the turn if it aborts before the PDF is read
 */
export async function readFilledPdf(pdf: Uint8Array, turn: Turn = ANYONE): Promise<Result<FilledPdf>> {
  if (pdf.length > MAX_PDF_BYTES) {
    const size = MAX_PDF_BYTES / 1024 / 1024;
    return fail('', 'too-large', `This file is too large. The PDF of a sheet has less than ${size} MB.`);
  }
  return inTurn(turn, () => inProcess(pdf)).catch((error: unknown) => {
    if (error instanceof TooMany) return BUSY;
    throw error;
  });
}

async function inProcess(pdf: Uint8Array): Promise<Result<FilledPdf>> {
  // A machine that cannot start a process now may do so in a minute.
  const read = await runIsolated<Result<FilledPdf>>(READING, new Uint8Array(pdf)).catch(() => undefined);
  if (read === undefined) return BUSY;
  return read === null ? GIVEN_UP : read.value;
}

const BUSY = fail('', 'busy', 'Too many PDFs are being read at the moment. Try again in a minute.');

const GIVEN_UP = fail(
  '',
  'too-complex',
  'This PDF could not be read: it is not a sheet as it was printed. Download the printout again, and fill it in.',
);
