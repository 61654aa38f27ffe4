import { readFile } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { type DkimKey, dkimKeyProblem } from '../mail/delivery/dkim.ts';
import { StartError } from './start-error.ts';

/** Reads the key that outgoing mail is signed with; null if the settings name none. @throws StartError if it cannot be used */
export async function readDkimKey({ dkim }: Pick<Config, 'dkim'>): Promise<DkimKey | null> {
  if (dkim === null) return null;
  const { keyFile, domain, selector } = dkim;
  const privateKey = await readFile(keyFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`DKIM_KEY_FILE is ${keyFile}, which cannot be read (${error.code}).`, error.code);
  });
  const problem = dkimKeyProblem(privateKey);
  if (problem !== null) throw new StartError(`DKIM_KEY_FILE is ${keyFile}, which ${problem}.`);
  return { domain, selector, privateKey };
}
