import http from 'node:http';
import https from 'node:https';
import { type BlockList, isIP, type LookupFunction } from 'node:net';
import { isIn, isPublic } from './networks.ts';
import { hostOf, machineAddresses, publicAddresses } from './own-addresses.ts';
import { resolveName } from './resolve-name.ts';

/*
 * The one place from which the server calls an address that a person typed. Nothing that such an address can say makes it
 * reach a machine that is not on the public internet, or itself: the addresses of a name are checked at the moment of
 * connecting, all of them, and the connection goes to one of those that were checked.
 */

/** Milliseconds for the whole call, from the name to the end of the answer. */
const TIME_LIMIT = 10_000;

/** Bytes of an answer that are read. It is not kept: only its status counts. */
const MAX_ANSWER = 64 * 1024;

const MAX_HEADERS = 16 * 1024;

/** Answers that come before the answer itself, such as 103 Early Hints. A server that has something to say needs few. */
const MAX_INFORMATION = 10;

/** Ports of services that do not speak HTTPS begin below this one; of those, only 443 is called. */
const FIRST_FREE_PORT = 1024;

/** Why a call was not made, or got no answer. `private`: the address is not public, or leads to this server itself. */
export type CallFailure =
  | 'private'
  | 'notHttps'
  | 'port'
  | 'unknownHost'
  | 'tls'
  | 'timeout'
  | 'tooLarge'
  | 'connection';

/** What came of a call. A redirect is an answer like any other: it is never followed. */
export type CallOutcome =
  | { kind: 'answered'; status: number; retryAfter: number | null }
  | { kind: 'failed'; why: CallFailure };

/** What is sent. */
export interface Call {
  url: URL;
  body: string;
  headers: Readonly<Record<string, string>>;
  /** Networks that may be called although they are not public, also without encryption: the operator's own machines. */
  allowed: BlockList;
  /** The server's own public address, which it does not call. */
  publicUrl: string;
  /** Milliseconds; for tests. */
  timeLimit?: number;
  /** DNS servers instead of those of this machine, such as `127.0.0.1:5300`; for tests. */
  dnsServers?: readonly string[];
}

class Forbidden extends Error {
  readonly why: CallFailure;
  constructor(why: CallFailure) {
    super(why);
    this.why = why;
  }
}

/** Sends a POST request with a body of JSON. It never throws: what goes wrong is the outcome. */
export async function callAddress(call: Call): Promise<CallOutcome> {
  const signal = AbortSignal.timeout(call.timeLimit ?? TIME_LIMIT);
  try {
    checkAtSight(call);
    return await Promise.race([checkAndSend(call, signal), abortOf(signal)]);
  } catch (error) {
    return { kind: 'failed', why: signal.aborted ? 'timeout' : failureOf(error) };
  }
}

/** Why an address may not be called, as far as it can be told without a look at the names of the internet; null if it may. */
export function forbiddenAtSight(call: Pick<Call, 'url' | 'allowed'>): CallFailure | null {
  try {
    checkAtSight(call);
    return null;
  } catch (error) {
    return failureOf(error);
  }
}

/** Refuses an address that is forbidden as it stands: no name has to be looked up for it. */
function checkAtSight({ url, allowed }: Pick<Call, 'url' | 'allowed'>): void {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Forbidden('notHttps');
  const address = hostOf(url);
  if (isIP(address) !== 0) checkNetworks(url, [address], allowed);
}

/** @throws Forbidden unless all the addresses of a host may be called in this way, and none is this server's own */
async function checkAddresses({ url, allowed, publicUrl }: Call, addresses: string[]): Promise<void> {
  checkNetworks(url, addresses, allowed);
  const others = addresses.filter((address) => !isIn(allowed, address));
  if (others.length === 0) return;
  const own = await publicAddresses(publicUrl);
  if (others.some((address) => own.has(address))) throw new Forbidden('private');
}

/** @throws Forbidden unless all the addresses of a host may be called in this way, as far as this machine knows by itself */
function checkNetworks(url: URL, addresses: readonly string[], allowed: BlockList): void {
  const others = addresses.filter((address) => !isIn(allowed, address));
  if (others.length === 0) return;
  const own = machineAddresses();
  if (others.some((address) => !isPublic(address) || own.has(address))) throw new Forbidden('private');
  if (url.protocol !== 'https:') throw new Forbidden('notHttps');
  const port = url.port === '' ? 443 : Number(url.port);
  if (port !== 443 && port < FIRST_FREE_PORT) throw new Forbidden('port');
}

/** Looks a name up for a connection, and lets it through only if all its addresses may be called. */
function checkedLookup(call: Call, signal: AbortSignal): LookupFunction {
  const { dnsServers } = call;
  return (hostname, options, callback) => {
    resolveName(hostname, { signal, ...(dnsServers && { servers: dnsServers }) })
      .then(async (addresses) => {
        await checkAddresses(call, addresses);
        return addresses.map((address) => ({ address, family: isIP(address) }));
      })
      .then(
        (found) => {
          if (options.all === true) return callback(null, found);
          callback(null, found[0]?.address ?? '', found[0]?.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      );
  };
}

/** Sends the call unless its address, as it stands, leads to this server: no name is looked up for the connection then. */
async function checkAndSend(call: Call, signal: AbortSignal): Promise<CallOutcome> {
  const address = hostOf(call.url);
  if (isIP(address) !== 0) await checkAddresses(call, [address]);
  return send(call, signal);
}

/** Rejects when the signal aborts, so that a call ends in its time whatever its connection does. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function send(call: Call, signal: AbortSignal): Promise<CallOutcome> {
  const { url, body } = call;
  const client = url.protocol === 'https:' ? https : http;
  const headers = {
    ...call.headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Whistlestop',
  };
  return new Promise((resolve, reject) => {
    const options = {
      ...{ method: 'POST', headers, signal, lookup: checkedLookup(call, signal), maxHeaderSize: MAX_HEADERS },
      // Each call has a connection of its own: none is used again whose address was checked for another call.
      agent: false as const,
    };
    let answered = false;
    const request = client.request(url, options, (answer) => {
      answered = true;
      const outcome: CallOutcome = {
        ...{ kind: 'answered', status: answer.statusCode ?? 0 },
        retryAfter: secondsOf(answer.headers['retry-after']),
      };
      let size = 0;
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_ANSWER) answer.destroy(new Forbidden('tooLarge'));
      });
      answer.on('end', () => resolve(outcome));
      answer.on('error', reject);
      answer.on('close', () => reject(new Error('the answer broke off')));
    });
    request.on('error', reject);
    let hints = 0;
    request.on('information', () => {
      hints += 1;
      if (hints > MAX_INFORMATION) request.destroy(new Forbidden('tooLarge'));
    });
    // An answer that begins another protocol has neither a response nor an error.
    request.on('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new Error('the answer changed the protocol'));
    });
    // However the connection ends, the call ends, too.
    request.on('close', () => {
      if (!answered) reject(new Error('the connection closed without an answer'));
    });
    request.end(body);
  });
}

function secondsOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,5}$/.test(header) ? Number(header) : null;
}

/** What DNS says if it has no address for a name: there is none, or the servers of its domain do not work. */
const UNKNOWN_HOST = new Set([
  ...['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EREFUSED', 'EFORMERR', 'EBADRESP', 'EBADNAME'],
  ...['ETIMEOUT', 'ENOTIMP', 'ECANCELLED'],
]);

function failureOf(error: unknown): CallFailure {
  if (error instanceof Forbidden) return error.why;
  const code = String((error as NodeJS.ErrnoException).code ?? '');
  if (UNKNOWN_HOST.has(code)) return 'unknownHost';
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code) ? 'tls' : 'connection';
}
