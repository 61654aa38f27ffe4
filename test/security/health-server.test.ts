import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createHealth } from '../../src/operations/health.ts';
import { startHealthServer } from '../../src/operations/health-server.ts';

/* A worker without pages answers anyone who reaches its port. */

test('the health pages of a worker tell strangers which checks have failed, and nothing that the checks say', async () => {
  const lines: string[] = [];
  const write = (line: unknown, _encoding: unknown, done: () => void) => {
    lines.push(String(line));
    done();
  };
  const log = pino({ level: 'info' }, new Writable({ write }));
  const health = createHealth(log, 3_600_000);
  health.add({ name: 'disk', run: async () => ({ level: 'down', message: '/srv/secret-folder is full.' }) });
  await health.check();
  const server = await startHealthServer({
    ...{ host: '127.0.0.1', port: 0, health, log },
    routes: (app) =>
      app.get('/broken', async () => {
        throw new Error('postgresql://secret-address');
      }),
  });
  try {
    const ready = await fetch(`${server.address}/ready`);
    expect(ready.status).toBe(503);
    expect(ready.headers.get('cache-control')).toBe('no-store');
    expect(ready.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await ready.json()).toEqual({ status: 'not ready', reasons: [{ check: 'disk', level: 'down' }] });
    const broken = await fetch(`${server.address}/broken`);
    expect(broken.status).toBe(500);
    expect(await broken.text()).not.toContain('secret');
    expect(lines.join('')).toContain('secret-address');
  } finally {
    await server.close();
    await health.close();
  }
});
