import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ConfigError, configFrom, SETTINGS } from '../../src/config.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Service {
  image?: string;
  build?: string;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  restart?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
}

describe('.env.example', () => {
  const lines = read('.env.example')
    .split('\n')
    .filter((line) => /^[A-Z_]+=/.test(line));
  const given = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));

  test('names every setting, and no other', () => {
    expect(Object.keys(given).sort()).toEqual([...SETTINGS].sort());
  });

  test('gives the defaults', () => {
    expect(configFrom(given)).toEqual(configFrom({}));
  });

  test('HOST=localhost means one address, because the limits of connections are set for one server', () => {
    expect(configFrom({ HOST: 'localhost' }).host).toBe('127.0.0.1');
  });
});

describe('docker-compose.yml', () => {
  const file = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, Service>;
    volumes: object;
  };

  test('gives the server settings that it knows and accepts', () => {
    const environment = file.services.server?.environment ?? {};
    for (const name of Object.keys(environment)) expect(SETTINGS).toContain(name);
    const plain = Object.entries(environment).map(([name, value]) => [
      name,
      String(value)
        .replace(/\$\{POSTGRES_PASSWORD:\?[^}]*\}/g, 'secret')
        .replace(/\$\{\w+:-([^}]*)\}/g, '$1'),
    ]);
    const config = configFrom(Object.fromEntries(plain));
    expect(config).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      smtpUrl: 'smtp://mailpit:1025?tls=optional',
    });
    expect(new URL(config.databaseUrl ?? '').hostname).toBe('database');
  });

  test('runs the built image, which writes to its data folder only, and starts it again if it ends', () => {
    const { server } = file.services;
    expect(server).toMatchObject({ build: '.', read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] });
    expect(server?.restart).toBe('unless-stopped');
    expect(server?.volumes).toEqual([`data:${server?.environment?.DATA_DIR}`]);
    expect(read('Dockerfile')).toContain(`VOLUME ${server?.environment?.DATA_DIR}\n`);
  });

  test('waits for a database that is healthy, and names only volumes that it makes', () => {
    const { server, database } = file.services;
    expect(server?.depends_on?.database?.condition).toBe('service_healthy');
    expect(database?.healthcheck?.test).toBeDefined();
    const named = Object.values(file.services)
      .flatMap((service) => service.volumes ?? [])
      .map((volume) => volume.split(':')[0] as string)
      .filter((volume) => !volume.startsWith('.'));
    expect(Object.keys(file.volumes)).toEqual(expect.arrayContaining(named));
  });
});

describe('settings', () => {
  test.each([
    ['PORT', '99999'],
    ['PUBLIC_URL', 'example.org'],
    ['SMTP_URL', 'http://mail'],
    ['ROLE', 'everything'],
    ['LOG_LEVEL', 'loud'],
    ['TRUSTED_PROXIES', '-1'],
    ['OPERATOR_EMAIL', 'nobody'],
    ['MAIL_IN_PORT', '70000'],
    ['MAIL_IN_DOMAIN', 'letters of mine'],
    ['MAIL_IN_PROTOCOL', 'pop3'],
    ['MAIL_IN_FRONT_SERVERS', '10.0.0.0/8, mail.example.org'],
    ['MAIL_IN_URL', 'pop3://ann:secret@mail.example.org'],
    ['MAIL_IN_URL', 'imaps://mail.example.org/INBOX'],
    ['MAIL_IN_URL', 'imaps://ann:100%@mail.example.org/INBOX'],
    ['MAIL_IN_ADDRESS', 'a.very.long.mailbox@example.org'],
    ['DKIM_SELECTOR', 'two words'],
    ['PORT', '0x50'],
    ['PORT', '1e3'],
    ['BACKUPS_KEPT', '7.5'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => configFrom({ [name]: value })).toThrow(ConfigError);
    expect(() => configFrom({ [name]: value })).toThrow(new RegExp(`^${name} should be`));
  });

  test('of spaces count as blank', () => {
    const { backups, port } = configFrom({ BACKUPS_KEPT: ' ', PORT: '  ' });
    expect([backups.kept, port]).toEqual([7, 8080]);
  });

  test('mail comes in only where a port is named, for the host of the pages by default', () => {
    expect(configFrom({ MAIL_IN_DOMAIN: 'letters.example.org' }).mailIn).toBeNull();
    const told = { MAIL_IN_PORT: '2525', PUBLIC_URL: 'https://games.example.org' };
    const mailIn = {
      ...{ host: '127.0.0.1', port: 2525, domain: 'games.example.org', lmtp: false },
      frontServers: ['127.0.0.0/8', '::1'],
    };
    expect(configFrom(told).mailIn).toEqual(mailIn);
    expect(configFrom({ ...told, MAIL_IN_DOMAIN: 'Letters.Example.org' }).mailIn).toEqual({
      ...mailIn,
      domain: 'letters.example.org',
    });
  });

  test('all addresses for replies begin with the name of the one mailbox, if there is one', () => {
    const url = 'imaps://games:secret@mail.example.org/INBOX';
    const told = { MAIL_IN_URL: url, PUBLIC_URL: 'https://games.example.org' };
    expect(configFrom(told)).toMatchObject({
      ...{ mailIn: null, mailInUrl: url, inbound: { domain: 'games.example.org', mailbox: null } },
    });
    const oneAddress = configFrom({ ...told, MAIL_IN_ADDRESS: 'Games@example.org' });
    expect(oneAddress.inbound).toEqual({ domain: 'example.org', mailbox: 'games' });
    expect(configFrom({ MAIL_IN_ADDRESS: 'games@example.org' }).inbound).toBeNull();
  });

  test('mail is signed for the domain of its sender by default', () => {
    expect(configFrom({ DKIM_SELECTOR: 'key1' }).dkim).toBeNull();
    const told = { DKIM_KEY_FILE: '/keys/dkim.pem', MAIL_FROM: 'Whistlestop <post@Example.org>' };
    expect(configFrom(told).dkim).toEqual({
      ...{ domain: 'example.org', selector: 'whistlestop', keyFile: '/keys/dkim.pem' },
    });
  });

  test('blank lines count as missing', () => {
    expect(configFrom({ PORT: '', SMTP_URL: '' })).toEqual(configFrom({}));
  });
});
