import { isIP } from 'node:net';

/** What a passkey is tied to: it works on pages of this host and nowhere else. */
export interface RelyingParty {
  /** The host name. */
  id: string;
  /** The address of the pages: `https://games.example.org`. */
  origin: string;
}

/**
 * The relying party of a server, by its public address. Null if browsers allow no passkeys there: they require https
 * (except on localhost) and a host name, not an IP address.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return null;
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : null;
}
