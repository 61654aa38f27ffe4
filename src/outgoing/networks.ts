import { BlockList, isIP, isIPv4 } from 'node:net';

/* Which addresses the server calls when a person types one: those of the public internet, and no others. */

/** IPv4 networks that are not public, or not one machine (IANA, Special-Purpose Address Registry; multicast; reserved). */
const NOT_PUBLIC_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...[
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
  ],
  ...['192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];

/** The only IPv6 addresses that are in public use. IPv4 addresses in the form of IPv6 ones are not among them. */
const PUBLIC_V6 = ['2000::/3'];

/** Parts of it that are not public, or lead to IPv4 addresses: Teredo and others, documentation, 6to4. */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const notPublicV4 = networks(NOT_PUBLIC_V4);
const publicV6 = networks(PUBLIC_V6);
const notPublicV6 = networks(NOT_PUBLIC_V6);

/**
 * Networks by their addresses: `127.0.0.0/8`, `fd00::/8`, or one machine: `192.168.1.7`.
 * @throws RangeError for a text that is not a network
 */
export function networks(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [address = '', length, ...rest] = text.split('/');
    const longest = isIPv4(address) ? 32 : 128;
    const prefix = length === undefined ? longest : /^\d{1,3}$/.test(length) ? Number(length) : -1;
    const isNetwork = isIP(address) !== 0 && rest.length === 0 && prefix >= 0 && prefix <= longest;
    if (!isNetwork) throw new RangeError(`${text} is not a network such as 127.0.0.0/8.`);
    list.addSubnet(address, prefix, familyOf(address));
  }
  return list;
}

/** Whether an IP address is in one of the networks. */
export function isIn(list: BlockList, address: string): boolean {
  return list.check(address, familyOf(address));
}

/** Whether an IP address is one of the public internet. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !isIn(notPublicV4, address);
  return isIn(publicV6, address) && !isIn(notPublicV6, address);
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
