import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { configFrom, SETTINGS } from '../../src/config.ts';
import { smtpTarget } from '../../src/mail/delivery/smtp-encryption.ts';
import { readStages, restOf } from './dockerfile.ts';

/** docker-compose.yml starts nothing that is open to others by default. */

interface Service {
  image?: string;
  build?: string;
  user?: string;
  read_only?: boolean;
  privileged?: boolean;
  cap_add?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  networks?: string[];
  network_mode?: string;
  profiles?: string[];
  command?: string[];
  mem_limit?: string;
  memswap_limit?: string;
  pids_limit?: string;
  restart?: string;
  logging?: { options?: Record<string, string> };
}

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const text = read('docker-compose.yml');
const file = parse(text, { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
};
const services = Object.entries(file.services);
/** The services that only the profile starts. */
const wide = services.filter(([, { profiles }]) => profiles?.includes('wide'));

describe.each(services)('the service %s', (_name, service) => {
  test('does not run as root', () => {
    if (service.build === undefined) return expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(service.user ?? '').not.toMatch(/^(0|root)\b/);
    const [user = 'root'] = restOf(readStages(path.join(root, 'Dockerfile')).at(-1) as never, 'USER');
    expect(user).not.toMatch(/^(0|root)\b/);
  });

  test('comes back by itself, and its log does not grow forever', () => {
    expect(service.restart).toBe('unless-stopped');
    expect(service.logging?.options).toMatchObject({ 'max-size': expect.any(String) });
  });

  test('has no capabilities, cannot get any, and cannot write to its image', () => {
    expect(service).toMatchObject({
      ...{ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
    });
    expect(service.cap_add ?? service.privileged ?? service.network_mode).toBeUndefined();
  });

  test('has limits of memory, without swap, and of processes, which .env can change', () => {
    const limits = { memory: service.mem_limit ?? '', pids: service.pids_limit ?? '' };
    expect(limits.memory).toMatch(/^\$\{(DATABASE|MAILPIT|SERVER)_MEMORY:-\d+[mg]\}$/);
    expect(service.memswap_limit).toBe(limits.memory);
    expect(limits.pids).toMatch(/^\$\{(DATABASE|MAILPIT|SERVER)_PIDS:-\d+\}$/);
    for (const [, setting, standard] of Object.values(limits).map(
      (limit) => /\{(\w+):-(\w+)\}/.exec(limit) ?? [],
    ))
      expect(read('.env.example')).toContain(`\n# ${setting}=${standard}\n`);
  });

  test('listens on this machine only', () => {
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});

test('no password has a default, and Compose says what is missing', () => {
  const secrets: string[] = text.match(/\$\{\w*(PASSWORD|SECRET|TOKEN)\w*[^}]*\}/g) ?? [];
  // Blank, there are no metrics.
  const passwords = secrets.filter((secret) => !secret.includes('METRICS_TOKEN:-}'));
  expect(passwords).toHaveLength(2);
  for (const password of passwords)
    expect(password).toMatch(/^\$\{POSTGRES_PASSWORD:\?Set POSTGRES_PASSWORD in \.env/);
  expect(read('.env.example')).toMatch(/^# POSTGRES_PASSWORD=$/m);
});

test('every setting of .env reaches the server, or is fixed there', () => {
  const passed = Object.keys(file.services.server?.environment ?? {});
  // The image fixes where backups go and which parts run; the ports inside are not anyone's choice.
  const fixed = ['BACKUP_DIR', 'HEALTH_PORT', 'PROCESS_NAME', 'ROLE'];
  expect(SETTINGS.filter((name) => !passed.includes(name)).sort()).toEqual(fixed);
});

test('only the server reaches the database, which reaches nothing outside', () => {
  const networks = file.services.database?.networks ?? [];
  expect(networks).toHaveLength(1);
  for (const name of networks) expect(file.networks[name]).toEqual({ internal: true });
  const others = services.filter(([, service]) => service.networks?.some((name) => networks.includes(name)));
  const servers = ['server', ...wide.map(([name]) => name)];
  expect(others.map(([name]) => name).sort()).toEqual(['database', ...servers].sort());
  expect(file.services.database?.ports).toBeUndefined();
});

describe('the profile wide', () => {
  test('has two processes with pages and three with workers, which differ from the server in nothing else', () => {
    const roles = wide.map(([, { environment }]) => environment?.ROLE);
    expect(roles).toEqual(['web', 'web', 'worker', 'worker', 'worker']);
    const { ports: _, ...server } = file.services.server as Service;
    for (const [name, { ports: __, profiles, environment, ...service }] of wide) {
      const { ROLE, PROCESS_NAME, ...settings } = environment ?? {};
      expect(profiles).toEqual(['wide']);
      expect(PROCESS_NAME).toBe(name);
      expect({ ...service, environment: settings }).toEqual(server);
      expect(configFrom({ ROLE, PROCESS_NAME }).processName).toBe(name);
    }
  });

  test('has no more connections to the database than it allows', () => {
    // What DATABASE_CONNECTIONS does not count: health checks, and the connections of the queue.
    const needed = wide.map(([, { environment }]) => {
      const { databaseConnections } = configFrom({});
      return databaseConnections + (environment?.ROLE === 'web' ? 2 : 22);
    });
    const [, allowed] = /max_connections=(\d+)/.exec(file.services.database?.command?.join(' ') ?? '') ?? [];
    // PostgreSQL keeps three for its superuser.
    expect(needed.reduce((sum, n) => sum + n)).toBeLessThanOrEqual(Number(allowed) - 3);
    // Each connection is a process, and PostgreSQL has some more of its own.
    const [, pids] = /:-(\d+)/.exec(file.services.database?.pids_limit ?? '') ?? [];
    expect(Number(pids)).toBeGreaterThanOrEqual(Number(allowed) + 50);
  });

  test('uses each port of the machine once, and none of those of the server', () => {
    const ports = services.flatMap(([, service]) => service.ports ?? []).map((port) => port.split(':')[1]);
    expect(new Set(ports).size).toBe(ports.length);
    for (const [name, { ports: own }] of wide)
      expect(own?.length, name).toBe(/^web|worker-1/.test(name) ? 1 : 0);
  });
});

test('images of others have a version, so that no start brings in another one', () => {
  const images = services.flatMap(([, { image = '', build }]) => (build === undefined ? [image] : []));
  expect(images).toHaveLength(2);
  for (const image of images) expect(image).toMatch(/^[\w./-]+:v?\d+[\w.]*$/);
});

test('only mail to the test mailbox may be sent without encryption', () => {
  const setting = file.services.server?.environment?.SMTP_URL ?? '';
  const standard = /^\$\{SMTP_URL:-(.*)\}$/.exec(setting)?.[1] ?? '';
  expect(new URL(standard).hostname).toBe('mailpit');
  expect(smtpTarget(standard).requireTls).toBe(false);
  expect(text.match(/tls=optional/g)).toHaveLength(1);
});
