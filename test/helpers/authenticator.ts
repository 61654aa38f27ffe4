import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** What an authenticator signs that lies, or that sits in front of another page. */
export interface Lies {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** The count it claims, instead of one more than the last time. */
  counter?: number;
  /** The format of the statement about its device, instead of none. */
  format?: string;
}

/** An authenticator with one P-256 key, as a browser returns what it signs. */
export interface Authenticator {
  id: string;
  create(options: PublicKeyCredentialCreationOptionsJSON, lies?: Lies): RegistrationResponseJSON;
  use(options: PublicKeyCredentialRequestOptionsJSON, lies?: Lies): AuthenticationResponseJSON;
}

/** Someone is present, but was not verified by a PIN or a fingerprint. */
const PRESENT = 0x01;
const HAS_CREDENTIAL = 0x40;

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** An authenticator of its own making (WebAuthn 2, sections 6.1 and 6.5), on a page of this origin. */
export function anAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const rawId = randomBytes(16);
  const id = base64url(rawId);
  let count = 0;

  const clientData = (type: string, challenge: string, lies: Lies): Buffer =>
    Buffer.from(
      JSON.stringify({
        ...{ type, challenge: lies.challenge ?? challenge },
        ...{ origin: lies.origin ?? origin, crossOrigin: false },
      }),
    );
  const head = (rpId: string, flags: number, counter: number): Buffer => {
    const bytes = Buffer.alloc(5);
    bytes.writeUInt8(flags);
    bytes.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), bytes]);
  };

  return {
    id,
    create(options, lies = {}) {
      const authData = Buffer.concat([
        head(lies.rpId ?? options.rp.id ?? '', PRESENT | HAS_CREDENTIAL, lies.counter ?? count),
        Buffer.alloc(16),
        Buffer.from([0, rawId.length]),
        rawId,
        coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')),
      ]);
      return {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, lies)),
          attestationObject: base64url(attestation(authData, lies.format ?? 'none')),
          transports: ['internal'],
        },
      };
    },
    use(options, lies = {}) {
      count = lies.counter ?? count + 1;
      const data = clientData('webauthn.get', options.challenge, lies);
      const authData = head(lies.rpId ?? options.rpId ?? '', PRESENT, count);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
        },
      };
    },
  };
}

/** A P-256 key for ES256 in COSE: `{1: 2, 3: -7, -1: 1, -2: x, -3: y}` in CBOR. */
function coseKey(x: Buffer, y: Buffer): Buffer {
  const bytes32 = Buffer.from([0x58, 0x20]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    ...[bytes32, x, Buffer.from([0x22]), bytes32, y],
  ]);
}

/** `{fmt, attStmt: {}, authData}` in CBOR. */
function attestation(authData: Buffer, format: string): Buffer {
  const text = (value: string): Buffer =>
    Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  return Buffer.concat([
    ...[Buffer.from([0xa3]), text('fmt'), text(format), text('attStmt'), Buffer.from([0xa0])],
    ...[text('authData'), Buffer.from([0x58, authData.length]), authData],
  ]);
}
