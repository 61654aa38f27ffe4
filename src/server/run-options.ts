import { parseArgs } from 'node:util';

/** What the command line says about a process, besides the settings. */
export interface ProcessOptions {
  role?: string;
  name?: string;
}

/** The settings that the options of a command stand for. */
export function settingsOf({ role, name }: ProcessOptions): Record<string, string> {
  return { ...(role !== undefined && { ROLE: role }), ...(name !== undefined && { PROCESS_NAME: name }) };
}

/** Reads the options after `npm start --`: `--role` and `--name`. @throws if there is another one; the message names it */
export function startOptions(args: readonly string[]): Record<string, string> {
  const options = { role: { type: 'string' }, name: { type: 'string' } } as const;
  return settingsOf(parseArgs({ args: [...args], options }).values);
}
