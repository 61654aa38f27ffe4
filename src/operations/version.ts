import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** The version of Whistlestop: `1.4.0`. */
export async function whistlestopVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
