import { lookup } from 'node:dns/promises';
import os from 'node:os';

/*
 * The addresses at which this server itself can be reached. What it calls at them may be open to its own machine only: other
 * services behind the same firewall or router, or pages that trust the machine's own address.
 */

/** The addresses of this machine, as its network interfaces have them. */
export function machineAddresses(interfaces = os.networkInterfaces()): Set<string> {
  return new Set(
    Object.values(interfaces)
      .flatMap((one) => one ?? [])
      .map(({ address }) => address),
  );
}

/**
 * The addresses to which the server's public address leads. A machine behind a router or a reverse proxy does not have them
 * itself. None if the name cannot be looked up now.
 */
export async function publicAddresses(publicUrl: string): Promise<Set<string>> {
  const host = hostOf(new URL(publicUrl));
  const found = await lookup(host, { all: true }).catch(() => []);
  return new Set(found.map(({ address }) => address));
}

/** The host of an address. URLs have it in one form only: 2130706433 and 0177.0.0.1 have become 127.0.0.1. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}
