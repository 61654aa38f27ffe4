import { createPrivateKey } from 'node:crypto';

/** What outgoing mail is signed with (RFC 6376). */
export interface DkimKey {
  domain: string;
  /** The DNS record with the public key is `<selector>._domainkey.<domain>`. */
  selector: string;
  /** The private key, in PEM: must not be logged. */
  privateKey: string;
}

/** Ed25519 is not for signing with nodemailer, and other mail servers hardly know it. */
const KEY_TYPE = 'rsa';

/** The headers of our mail that a signature covers. RFC 8058, 4, asks for both about unsubscribing. */
const SIGNED_HEADERS = [
  ...['From', 'Sender', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'To', 'MIME-Version', 'Content-Type'],
  ...['Content-Transfer-Encoding', 'In-Reply-To', 'References', 'List-Id', 'List-Unsubscribe'],
  ...['List-Unsubscribe-Post', 'Auto-Submitted'],
].join(':');

/** The minimum length of a key in bits (RFC 8301, 3.2). */
const MIN_BITS = 1024;

/** What is wrong with a private key, for the operator; null if mail can be signed with it. */
export function dkimKeyProblem(privateKey: string): string | null {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(privateKey);
    if (asymmetricKeyType !== KEY_TYPE) return 'is not an RSA key';
    const bits = asymmetricKeyDetails?.modulusLength ?? 0;
    return bits < MIN_BITS ? `is shorter than ${MIN_BITS} bits` : null;
  } catch {
    return 'is no private key in PEM without a passphrase';
  }
}

/** The setting of nodemailer that signs all mail. */
export function dkimOptions({ domain, selector, privateKey }: DkimKey) {
  return { domainName: domain, keySelector: selector, privateKey, headerFieldNames: SIGNED_HEADERS };
}
