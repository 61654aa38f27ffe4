import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { type PlayedCase, playCase } from '../rules/case-file.ts';
import { type Failure, fail, type Result } from '../rules/result.ts';

/** Where `play` reads from and writes to. */
export interface Streams {
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
}

/** 0 if every expectation is met, 1 if one is not, 2 if the text is not a scenario. */
type Status = 0 | 1 | 2;

/**
 * `whistlestop play FILE`: plays a scenario or a test case and prints the resulting document as indented JSON. With `-`,
 * standard input contains one scenario per line, and the output has one document per line in the same order. Blank lines are skipped; a
 * line that is not a scenario gives `{"error":{"field","message"}}`. Differences and errors go to standard error.
 * @returns the exit status: 0, 1 if an `expect` is not met, or 2 if something is not a scenario; the highest of all lines
 */
export async function play(source: string, { stdin, stdout, stderr }: Streams): Promise<number> {
  const out = createWriter(stdout);
  if (source === '-') return playLines(stdin, out, stderr);
  let text: string;
  try {
    text = await readFile(source, 'utf8');
  } catch (thrown) {
    stderr.write(
      `${source} cannot be read (${(thrown as NodeJS.ErrnoException).code ?? 'unknown reason'}). Check its name and permissions.\n`,
    );
    return 2;
  }
  const result = playText(text);
  if (result.ok) await out.write(`${JSON.stringify(result.value.document, null, 1)}\n`);
  return reportResult(result, source, stderr);
}

async function playLines(stdin: Readable, out: LineWriter, stderr: Writable): Promise<number> {
  let worst: Status = 0;
  let number = 0;
  for await (const line of readLines(stdin)) {
    number += 1;
    if (line.trim() === '') continue;
    const result = playText(line);
    const printed = result.ok ? result.value.document : { error: firstProblem(result) };
    await out.write(`${JSON.stringify(printed)}\n`);
    const status = reportResult(result, `line ${number}`, stderr);
    if (status > worst) worst = status;
    if (out.closed()) break;
  }
  return worst;
}

function playText(text: string): Result<PlayedCase> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (thrown) {
    return fail('', 'not-a-scenario', `must be JSON: ${(thrown as SyntaxError).message}`);
  }
  return playCase(json);
}

/** The field and the message of a failure's one problem. */
function firstProblem({ problems }: Failure): { field: string; message: string } {
  const { field = '', message = '' } = problems[0] ?? {};
  return { field, message };
}

/** Prints what is wrong to standard error and returns the exit status. */
function reportResult(result: Result<PlayedCase>, where: string, stderr: Writable): Status {
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

/** Reads lines separated by line feeds only, because JSON may contain Unicode's other line breaks. */
async function* readLines(stream: Readable): AsyncGenerator<string> {
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

interface LineWriter {
  write(text: string): Promise<void>;
  closed(): boolean;
}

/** Writes as fast as the reader reads. If the reader closes the pipe (EPIPE), writing stops without an error. */
function createWriter(stream: Writable): LineWriter {
  let closedBy: Error | null = null;
  stream.on('error', (thrown: NodeJS.ErrnoException) => {
    closedBy = thrown;
  });
  return {
    async write(text) {
      if (closedBy === null && !stream.write(text)) {
        await Promise.race([once(stream, 'drain'), once(stream, 'close')]).catch(() => undefined);
      }
      if (closedBy !== null && (closedBy as NodeJS.ErrnoException).code !== 'EPIPE') throw closedBy;
    },
    closed: () => closedBy !== null,
  };
}
