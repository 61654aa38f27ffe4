import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('watchdog-process.ts', import.meta.url));

async function watched(kind: 'blocked' | 'idle', ...args: string[]) {
  const child = spawn(process.execPath, [...args, '--import', './src/typescript.js', script, kind]);
  const [exit, words] = [once(child, 'exit'), text(child.stderr)];
  await once(child.stdout, 'data');
  return { child, exit, words };
}

test('a process whose main loop is blocked is killed, and says why', async () => {
  const { exit, words } = await watched('blocked');
  expect(await exit).toEqual([null, 'SIGKILL']);
  expect(await words).toContain('the server ends: it has been blocked for 1 seconds');
}, 30_000);

test('a process that was only suspended goes on, and ends by itself', async () => {
  const { child, exit } = await watched('idle');
  child.kill('SIGSTOP');
  await sleep(2_500);
  child.kill('SIGCONT');
  expect(await exit).toEqual([0, null]);
}, 30_000);

test('a process with a debugger is left alone', async () => {
  const { child, exit } = await watched('blocked', '--inspect=0');
  await sleep(2_500);
  expect(child.exitCode ?? child.signalCode).toBeNull();
  child.kill('SIGKILL');
  await exit;
}, 30_000);
