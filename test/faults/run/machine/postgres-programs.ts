import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findBinaries } from '../../../../src/database/embedded/binaries.ts';

/** A command: the program, its arguments, and the user it runs as. */
export type Command = [program: string, args: string[], as: { uid?: number; gid?: number }];

/** The programs of PostgreSQL from the npm package, and how to run them. */
export interface PostgresPrograms {
  initdb: string;
  postgres: string;
  /** The user that PostgreSQL runs as; null for the present one. */
  owner: { uid: number; gid: number } | null;
  /** The command that runs a program as that user. */
  command(program: string, args: string[]): Command;
}

/**
 * Finds the programs. PostgreSQL refuses to run as root, so root runs it as "nobody": plainly, or, if "nobody" may not
 * enter the folders (under /root), with the one capability that lets it.
 * @param folder which the programs must be able to enter
 * @throws if there are none or they do not run
 */
export async function findPrograms(folder: string): Promise<PostgresPrograms> {
  const { initdb, postgres } = await findBinaries();
  if (process.getuid?.() !== 0) {
    return { initdb, postgres, owner: null, command: (program, args) => [program, args, {}] };
  }
  const owner = nobody();
  const ways = [
    (program: string, args: string[]): Command => [program, args, owner],
    (program: string, args: string[]): Command => ['setpriv', [...capability(owner), program, ...args], {}],
  ];
  for (const command of ways) {
    if (runs(command(postgres, ['--version'])) && runs(command('/bin/sh', ['-c', `cd '${folder}'`]))) {
      return { initdb, postgres, owner, command };
    }
  }
  throw new Error(`PostgreSQL does not run as root, and "nobody" cannot run it in ${folder}.`);
}

function nobody(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid = '65534', gid = '65534'] = (line ?? '').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

function capability({ uid, gid }: { uid: number; gid: number }): string[] {
  const capabilities = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    ...capabilities,
    '--securebits=+no_setuid_fixup',
  ];
}

function runs([program, args, as]: Command): boolean {
  return spawnSync(program, args, { ...as, cwd: '/', stdio: 'ignore' }).status === 0;
}
