import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { type Failure, fail, type Result } from '../rules/result.ts';
import { type PlayedScenario, playScenario } from '../rules/scenario.ts';

/** Where a command reads from and writes to. */
export interface Streams {
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
}

/** How a scenario ended: as expected, otherwise than expected, or not a scenario at all. */
type Status = 0 | 1 | 2;

/**
 * Plays scenario files. A file's document is printed indented; with `-`, standard input holds one scenario a
 * line, and one document a line comes out, in order (blank lines are passed over; a line that is no scenario
 * gives `{"error":{"field","message"}}`). What differs or is wrong is named on standard error.
 * @returns the exit status: 0; 1 where an `expect` fails; 2 where something is not a scenario; the worst of all
 */
export async function play(source: string, { stdin, stdout, stderr }: Streams): Promise<number> {
  const out = quietWriter(stdout);
  if (source === '-') return playLines(stdin, out, stderr);
  let text: string;
  try {
    text = await readFile(source, 'utf8');
  } catch (thrown) {
    stderr.write(
      `${source}: cannot be read (${(thrown as NodeJS.ErrnoException).code ?? 'unknown reason'})\n`,
    );
    return 2;
  }
  const result = playText(text);
  if (result.ok) await out.write(`${JSON.stringify(result.value.document, null, 1)}\n`);
  return complain(result, source, stderr);
}

async function playLines(stdin: Readable, out: QuietWriter, stderr: Writable): Promise<number> {
  let worst: Status = 0;
  let number = 0;
  for await (const line of linesOf(stdin)) {
    number += 1;
    if (line.trim() === '') continue;
    const result = playText(line);
    const printed = result.ok ? result.value.document : { error: firstProblem(result) };
    await out.write(`${JSON.stringify(printed)}\n`);
    const status = complain(result, `line ${number}`, stderr);
    if (status > worst) worst = status;
    if (out.closed()) break;
  }
  return worst;
}

function playText(text: string): Result<PlayedScenario> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (thrown) {
    return fail('', 'not-a-scenario', `must be JSON: ${(thrown as SyntaxError).message}`);
  }
  return playScenario(json);
}

/** The field and the message of a failure's one problem. */
function firstProblem({ problems }: Failure): { field: string; message: string } {
  const { field = '', message = '' } = problems[0] ?? {};
  return { field, message };
}

/** Writes what is wrong to standard error and returns the exit status. */
function complain(result: Result<PlayedScenario>, where: string, stderr: Writable): Status {
  if (!result.ok) {
    const { field, message } = firstProblem(result);
    stderr.write(`${where}: ${field === '' ? 'the scenario' : field} ${message}\n`);
    return 2;
  }
  const { difference } = result.value;
  if (difference === null) return 0;
  stderr.write(`${where}: ${difference}\n`);
  return 1;
}

/** The lines of a stream, parted by line feeds only: JSON may hold the other line breaks of Unicode. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  for await (const chunk of stream) {
    const lines = (typeof chunk === 'string' ? chunk : decoder.write(chunk as Buffer)).split('\n');
    for (const line of lines.slice(0, -1)) {
      yield parts.join('') + line;
      parts = [];
    }
    parts.push(lines.at(-1) ?? '');
  }
  const last = parts.join('') + decoder.end();
  if (last !== '') yield last;
}

interface QuietWriter {
  write(text: string): Promise<void>;
  closed(): boolean;
}

/** Writes as fast as the reader takes it; a reader who has gone away (EPIPE) ends the work without a word. */
function quietWriter(stream: Writable): QuietWriter {
  let gone: Error | null = null;
  stream.on('error', (thrown: NodeJS.ErrnoException) => {
    gone = thrown;
  });
  return {
    async write(text) {
      if (gone === null && !stream.write(text)) {
        await Promise.race([once(stream, 'drain'), once(stream, 'close')]).catch(() => undefined);
      }
      if (gone !== null && (gone as NodeJS.ErrnoException).code !== 'EPIPE') throw gone;
    },
    closed: () => gone !== null,
  };
}
