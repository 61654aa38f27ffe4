import dgram from 'node:dgram';
import { lookup } from 'node:dns/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callAddress } from '../../src/outgoing/call-address.ts';
import { isPublic, networks } from '../../src/outgoing/networks.ts';
import { machineAddresses, publicAddresses } from '../../src/outgoing/own-addresses.ts';

/* Calls to addresses that people type. The servers that they must not reach really listen on this machine. */

let hits: string[] = [];
let port: number;
let port6: number;
const servers: http.Server[] = [];

function answerRequest(request: http.IncomingMessage, answer: http.ServerResponse): void {
  hits.push(`${request.method} ${request.url}`);
  if (request.url === '/redirect') return void answer.writeHead(302, { location: '/target' }).end();
  if (request.url === '/slow') return;
  if (request.url === '/large') return void answer.end(Buffer.alloc(1_000_000));
  if (request.url === '/hints') {
    const hints = setInterval(() => answer.writeProcessing(), 1);
    return void request.socket.once('close', () => clearInterval(hints));
  }
  if (request.url === '/upgrade') {
    return void request.socket.end(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
  }
  if (request.url === '/nothing') return void request.socket.destroy();
  if (request.url === '/half') {
    answer.writeHead(200, { 'content-length': '100' });
    answer.write('half');
    return void setTimeout(() => request.socket.destroy(), 50);
  }
  if (request.url === '/later') return void answer.writeHead(429, { 'retry-after': '30' }).end();
  request.resume().on('end', () => answer.writeHead(204).end());
}

async function listen(host: string): Promise<number> {
  const server = http.createServer(answerRequest);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  port = await listen('0.0.0.0');
  port6 = await listen('::1');
});
beforeEach(() => {
  hits = [];
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const call = (
  address: string,
  allowed: string[] = [],
  timeLimit = 3_000,
  publicUrl = 'https://93.184.215.99',
) =>
  callAddress({
    ...{ url: new URL(address), body: '{"a":1}', headers: {}, allowed: networks(allowed) },
    ...{ timeLimit, publicUrl },
  });

describe('an address of a private network', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0x7f.1:PORT/',
    'http://127.1:PORT/',
    'http://0.0.0.0:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://[::1]:PORT6/',
    'http://[0:0:0:0:0:0:0:1]:PORT6/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[::127.0.0.1]:PORT/',
    'http://[64:ff9b::127.0.0.1]:PORT/',
    'http://localhost:PORT/',
    'https://localhost:PORT/',
    'http://LOCALHOST:PORT/',
    `http://${os.hostname()}:PORT/`,
  ])('%s is refused before anything is sent', async (address) => {
    const outcome = await call(address.replace('PORT6', String(port6)).replace('PORT', String(port)));
    expect(outcome).toEqual({ kind: 'failed', why: 'private' });
    expect(hits).toEqual([]);
  });

  test('is called if the operator has allowed the network, and no other', async () => {
    const answered = { kind: 'answered', status: 204, retryAfter: null };
    expect(await call(`http://127.0.0.1:${port}/hook`, ['127.0.0.0/8'])).toEqual(answered);
    expect(await call(`http://[::1]:${port6}/hook`, ['::1'])).toEqual(answered);
    expect(await call(`http://localhost:${port}/hook`, ['127.0.0.0/8', '::1/128'])).toEqual(answered);
    expect(hits).toEqual(['POST /hook', 'POST /hook', 'POST /hook']);
    expect(await call(`http://127.0.0.1:${port}/hook`, ['10.0.0.0/8'])).toMatchObject({ why: 'private' });
    // A name is refused as a whole if one of its addresses is not allowed.
    expect(await call(`http://10.0.0.1:${port}/hook`, ['127.0.0.0/8'])).toMatchObject({ why: 'private' });
    expect(hits).toHaveLength(3);
  });
});

describe('the address of the server itself', () => {
  // A public address of no machine here: without the check, the call would be made and get no answer.
  const own = 'https://93.184.215.14';

  test.each([`${own}/`, `${own}:8443/admin`])('%s is not called', async (address) => {
    expect(await call(address, [], 1_000, own)).toEqual({ kind: 'failed', why: 'private' });
  });

  test('is called if the operator has allowed it', async () => {
    const outcome = await call(`${own}/`, ['93.184.215.0/24'], 300, own);
    expect(outcome).not.toEqual({ kind: 'failed', why: 'private' });
  });

  test('may have a name that cannot be looked up: other addresses are called still', async () => {
    const outcome = await call(`${own}/`, [], 300, 'https://no-such-host.invalid');
    expect(outcome).not.toEqual({ kind: 'failed', why: 'private' });
  });

  test('is what its name leads to, and every address of its machine', async () => {
    expect(await publicAddresses('http://127.0.0.1:8080')).toEqual(new Set(['127.0.0.1']));
    expect([...(await publicAddresses('https://[2606:4700::1111]'))]).toEqual(['2606:4700::1111']);
    expect([...(await publicAddresses('http://localhost'))]).toContain('127.0.0.1');
    expect([...machineAddresses()]).toContain('127.0.0.1');
    const address = (text: string) => [{ address: text } as os.NetworkInterfaceInfo];
    const interfaces = { eth0: address('93.184.215.14'), eth1: address('2606:4700::1111') };
    expect([...machineAddresses(interfaces)]).toEqual(['93.184.215.14', '2606:4700::1111']);
  });
});

describe('a name', () => {
  /** Sockets that are DNS servers. */
  const sockets: dgram.Socket[] = [];
  let asked = 0;

  /** A DNS server that has these addresses for every name; without them, it never answers. Returns its address. */
  async function dnsServer(addresses: { a: string[]; aaaa: string[] } | null): Promise<string> {
    const socket = dgram.createSocket('udp4');
    sockets.push(socket);
    socket.on('message', (query, from) => {
      asked += 1;
      if (addresses !== null) socket.send(dnsAnswer(query, addresses), from.port, from.address);
    });
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return `127.0.0.1:${socket.address().port}`;
  }

  /** The answer to a DNS query (RFC 1035, 4.1): the question again, and a record for each address. */
  function dnsAnswer(query: Buffer, { a, aaaa }: { a: string[]; aaaa: string[] }): Buffer {
    const end = query.indexOf(0, 12) + 5;
    const isFour = query.readUInt16BE(end - 4) === 1;
    const data = isFour
      ? a.map((one) => Buffer.from(one.split('.').map(Number)))
      : aaaa.map((one) => Buffer.from(one.replaceAll(':', ''), 'hex'));
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(data.length, 6);
    head.writeUInt16BE(0, 8);
    head.writeUInt16BE(0, 10);
    const records = data.map((bytes) =>
      Buffer.concat([Buffer.from([0xc0, 12, 0, isFour ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, bytes.length]), bytes]),
    );
    return Buffer.concat([head, query.subarray(12, end), ...records]);
  }

  const callName = (dnsServers: string[], allowed: string[], timeLimit = 3_000) =>
    callAddress({
      ...{ url: new URL(`http://hook.example.org:${port}/hook`), body: '{}', headers: {} },
      ...{ allowed: networks(allowed), timeLimit, dnsServers, publicUrl: 'https://whistlestop.test' },
    });

  afterAll(() => {
    for (const socket of sockets) socket.close();
  });

  test('is called at the address that was checked', async () => {
    const server = await dnsServer({ a: ['127.0.0.1'], aaaa: [] });
    expect(await callName([server], ['127.0.0.0/8'])).toMatchObject({ kind: 'answered', status: 204 });
    expect(hits).toEqual(['POST /hook']);
  });

  test.each([
    ['the only one', ['127.0.0.1'], []],
    ['the second one', ['93.184.215.14', '127.0.0.1'], []],
    ['one of IPv6', ['93.184.215.14'], ['0000:0000:0000:0000:0000:0000:0000:0001']],
  ])('is refused if one of its addresses is not public: %s', async (_which, a, aaaa) => {
    const server = await dnsServer({ a, aaaa });
    expect(await callName([server], [])).toEqual({ kind: 'failed', why: 'private' });
    expect(hits).toEqual([]);
  });

  test('whose DNS server never answers keeps no other name from being found', async () => {
    const silent = await dnsServer(null);
    asked = 0;
    const begun = performance.now();
    // More than libuv has threads.
    const calls = Array.from({ length: 12 }, () => callName([silent], [], 1_500));
    await expect.poll(() => asked).toBeGreaterThanOrEqual(24);
    await lookup('localhost');
    expect(performance.now() - begun).toBeLessThan(1_400);
    expect(await Promise.all(calls)).toEqual(calls.map(() => ({ kind: 'failed', why: 'timeout' })));
    // Without a limit of the call, the lookup ends by itself.
    expect(await callName([silent], [], 9_000)).toEqual({ kind: 'failed', why: 'unknownHost' });
    expect(performance.now() - begun).toBeLessThan(8_000);
  }, 20_000);
});

describe('a call', () => {
  const own = ['127.0.0.0/8'];

  test('does not follow a redirect', async () => {
    expect(await call(`http://127.0.0.1:${port}/redirect`, own)).toMatchObject({ status: 302 });
    expect(hits).toEqual(['POST /redirect']);
  });

  test('ends after its time, and when the answer is too long', async () => {
    expect(await call(`http://127.0.0.1:${port}/slow`, own, 200)).toEqual({ kind: 'failed', why: 'timeout' });
    expect(await call(`http://127.0.0.1:${port}/large`, own)).toEqual({ kind: 'failed', why: 'tooLarge' });
    expect(await call(`http://127.0.0.1:${port}/hints`, own)).toEqual({ kind: 'failed', why: 'tooLarge' });
  });

  test.each(['/upgrade', '/nothing', '/half'])('ends when the answer is no answer: %s', async (path) => {
    const outcome = await call(`http://127.0.0.1:${port}${path}`, own);
    expect(outcome).toEqual({ kind: 'failed', why: 'connection' });
  });

  test('tells when a service wants to be asked later', async () => {
    expect(await call(`http://127.0.0.1:${port}/later`, own)).toMatchObject({ status: 429, retryAfter: 30 });
  });

  test('says what went wrong', async () => {
    expect(await call('https://no-such-host.invalid/')).toEqual({ kind: 'failed', why: 'unknownHost' });
    expect(await call(`https://127.0.0.1:${port}/`, own)).toEqual({ kind: 'failed', why: 'tls' });
    expect(await call('http://127.0.0.1:1/', own)).toEqual({ kind: 'failed', why: 'connection' });
    expect(await call('ftp://127.0.0.1/', own)).toEqual({ kind: 'failed', why: 'notHttps' });
  });

  test('to the public internet is encrypted, and not to the port of another service', async () => {
    expect(await call('http://93.184.215.14/')).toEqual({ kind: 'failed', why: 'notHttps' });
    expect(await call('https://93.184.215.14:25/')).toEqual({ kind: 'failed', why: 'port' });
  });
});

describe('public addresses', () => {
  test.each(['1.1.1.1', '93.184.215.14', '2606:4700::1111', '2a00:1450::1'])('%s is one', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  test.each([
    ...['10.1.2.3', '100.64.0.1', '169.254.169.254', '172.31.255.255', '192.168.0.1', '198.18.0.1'],
    ...['224.0.0.1', '255.255.255.255', '192.0.0.192', '203.0.113.5'],
    ...['::', '::1', '::ffff:1.1.1.1', '64:ff9b::1.1.1.1', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1'],
    ...['2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', '100::1'],
  ])('%s is none', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  test('networks are read, and nothing else', () => {
    for (const text of ['', 'localhost', '127.0.0.0/33', '127.0.0.0/', '127.0.0.0/8/8', '::1/129', '10/8']) {
      expect(() => networks([text])).toThrow(RangeError);
    }
  });
});
