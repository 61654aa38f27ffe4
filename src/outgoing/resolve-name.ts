import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/*
 * The addresses of a name that a person typed. The lookup of the operating system, which everything else in the process uses,
 * has only a few threads, and a name whose servers do not answer holds one for many seconds: with some such names, the
 * database and the mail server would not be found. So these names are asked for with a resolver of their own, which needs no
 * threads. It knows DNS and nothing else, so the hosts file is read here; search domains and mDNS are not used.
 */

/** Milliseconds for each DNS server, and how many times it is asked. */
const ASKING = { timeout: 3_000, tries: 1 };

const HOSTS_FILE = '/etc/hosts';

/**
 * All IPv4 and IPv6 addresses of a name: those in the hosts file if it is there, otherwise those in DNS.
 * @param options.servers DNS servers instead of those of this machine, for tests
 * @throws the error of DNS if there is none; the reason of the signal if it aborts
 */
export async function resolveName(
  name: string,
  { signal, servers }: { signal: AbortSignal; servers?: readonly string[] },
): Promise<string[]> {
  const known = await inHostsFile(name.replace(/\.$/, '').toLowerCase());
  if (known.length > 0) return known;
  signal.throwIfAborted();
  const resolver = new Resolver(ASKING);
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    signal.throwIfAborted();
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    const [failed] = found.filter((one) => one.status === 'rejected');
    if (addresses.length === 0) throw failed?.reason ?? new Error('no address');
    return addresses;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** The addresses of a name in the hosts file, which has an address and its names on each line. */
async function inHostsFile(name: string): Promise<string[]> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return isIP(address) !== 0 && names.includes(name) ? [address] : [];
  });
}
