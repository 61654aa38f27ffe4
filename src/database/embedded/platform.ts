// What differs between operating systems, as functions of the platform, so that each can be tested everywhere.

/**
 * Whether two absolute paths, both with symbolic links resolved, name the same folder. PostgreSQL reports its folder with
 * slashes on Windows, too. Windows and macOS do not distinguish upper and lower case.
 */
export function isSameFolder(one: string, other: string, platform = process.platform): boolean {
  return comparable(one, platform) === comparable(other, platform);
}

/**
 * Whether this is the command line of the postmaster of a cluster, as pg_ctl starts it: the program, then its folder.
 * @param command with a space between the arguments; quoted or not, as the system reports it
 */
export function isPostmasterCommand(command: string, cluster: string, platform = process.platform): boolean {
  const line = `${comparable(command, platform)} `;
  const [flag, folder] = [comparable('-D', platform), comparable(cluster, platform)];
  const at = Math.max(line.indexOf(` ${flag} ${folder} `), line.indexOf(` ${flag} "${folder}" `));
  return at !== -1 && /(^|\/)"?postgres(\.exe)?"?\s*$/.test(line.slice(0, at));
}

/** A form in which two texts with paths can be compared. */
function comparable(text: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return text.replaceAll('\\', '/').toLowerCase();
  // macOS stores accents decomposed or not; programs report either.
  if (platform === 'darwin') return text.normalize('NFC').toLowerCase();
  return text;
}

/** The command that prints the command line of a process; null for Linux, which has a file for that. */
export function commandLineQuery(
  pid: number,
  platform = process.platform,
): [program: string, args: string[]] | null {
  if (platform === 'linux') return null;
  if (platform === 'win32') {
    const script = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`;
    return ['powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script]];
  }
  return ['ps', ['-ww', '-o', 'command=', '-p', String(pid)]];
}

/**
 * Refuses a folder that pg_ctl cannot pass on: it writes the path in double quotes into a command for the shell.
 * @throws with a message that says what to do
 */
export function requireUsablePath(folder: string, platform = process.platform): void {
  const [found] = (platform === 'win32' ? /[%^]/ : /["$`\\]/).exec(folder) ?? [];
  if (found === undefined) return;
  throw new Error(
    `PostgreSQL cannot be started in ${folder} because of the character ${found} in its path. Set DATA_DIR to another folder.`,
  );
}
