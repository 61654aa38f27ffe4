import { BlockList, isIPv6 } from 'node:net';
import type { HealthCheck } from '../health.ts';

/** For how long a forwarded request is remembered, in milliseconds. */
const REMEMBERED = 24 * 3_600_000;

/** Addresses of this machine and of private networks. */
const NEAR = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  NEAR.addSubnet(network, bits);
NEAR.addAddress('::1', 'ipv6');
NEAR.addSubnet('fc00::', 7, 'ipv6');

/** Notices requests that a reverse proxy has forwarded, in a server that trusts none. */
export interface ProxyWatch {
  /**
   * Looks at a request. Only a proxy on this machine or on a private network is noticed: anyone else could send the header to
   * a server without a proxy, to make the operator change a setting that is right.
   * @param from.address where its connection comes from
   * @param from.forwarded its header X-Forwarded-For
   */
  note(from: { address: string | undefined; forwarded: unknown }): void;
  /** Warns if a request was forwarded within the last day. */
  check: HealthCheck;
}

/** Creates a watch that has seen nothing. */
export function createProxyWatch(now: () => Date): ProxyWatch {
  let seenAt: Date | null = null;
  return {
    note({ address, forwarded }) {
      if (forwarded === undefined || address === undefined) return;
      if (NEAR.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) seenAt = now();
    },
    check: {
      name: 'proxies',
      async run() {
        if (seenAt === null || now().getTime() - seenAt.getTime() > REMEMBERED) {
          return { level: 'ok', message: 'The number of reverse proxies seems right.' };
        }
        return {
          level: 'warning',
          message:
            'Requests come through a reverse proxy, but TRUSTED_PROXIES is 0. All visitors look like one, and one of them can use up the limits of all. Set TRUSTED_PROXIES to the number of proxies, usually 1.',
        };
      },
    },
  };
}
