import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';

/**
 * Whether a new passkey comes without certificates about its device (WebAuthn 2, section 8). The server asks for none, and
 * browsers leave them out. They must not be verified: that fetches lists of revoked certificates from addresses which the
 * sender chooses.
 * @throws if the attestation cannot be read
 */
export function isWithoutCertificates({ response }: Pick<RegistrationResponseJSON, 'response'>): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get('fmt');
  if (format === 'none') return true;
  return format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
}
