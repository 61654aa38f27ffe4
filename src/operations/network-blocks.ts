import { isIPv4 } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';

/**
 * The block of networks that an IP address is in: the /24 of an IPv4 address (256 addresses, the least that a provider
 * announces), or the first bits of an IPv6 address.
 * @param ipv6Bits how many bits: 48 for the networks of one customer, 32 for those of one provider
 */
export function blockOf(address: string, ipv6Bits: 32 | 48): string {
  const network = normalizeIP(address, ipv6Bits);
  return isIPv4(network) ? network.slice(0, network.lastIndexOf('.')) : network;
}
