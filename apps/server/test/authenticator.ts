import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@key2xs/contract';

/** What an authenticator or a browser gone wrong would do otherwise. */
type Odd = { isVerified?: boolean; origin?: string; rpId?: string; counter?: number; challenge?: string };

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

/** CBOR of texts and bytes as far as attestations need it. */
const text = (value: string) => Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)]);
const bytes = (value: Buffer) => Buffer.concat([Buffer.of(0x59, value.length >> 8, value.length & 0xff), value]);

/** An authenticator in software with one key, and the browser around it. */
export function anAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;

  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.of(label, 0x58, 0x20), Buffer.from(value, 'base64url')]);
  const coseKey = Buffer.concat([Buffer.from('a5010203262001', 'hex'), coordinate(0x21, x), coordinate(0x22, y)]);

  const clientData = (type: string, challenge: string, odd: Odd) =>
    Buffer.from(JSON.stringify({ type, challenge: odd.challenge ?? challenge, origin: odd.origin ?? origin }));

  function authenticatorData(rpId: string, { isVerified = true, counter: said = ++counter }: Odd, credential?: Buffer) {
    const flags = userPresent | (isVerified ? userVerified : 0) | (credential ? hasCredential : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(said);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), count, ...(credential ? [credential] : [])]);
  }

  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const };

  return {
    create({ rp, challenge }: PasskeyCreationOptions, odd: Odd = {}): PasskeyRegistration {
      const made = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, coseKey]);
      const data = authenticatorData(odd.rpId ?? rp.id ?? '', odd, made);
      const attestation = [text('fmt'), text('none'), text('attStmt'), Buffer.of(0xa0), text('authData'), bytes(data)];
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, odd).toString('base64url'),
          attestationObject: Buffer.concat([Buffer.of(0xa3), ...attestation]).toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    get({ rpId = '', challenge }: PasskeyRequestOptions, odd: Odd = {}): PasskeyAssertion {
      const client = clientData('webauthn.get', challenge, odd);
      const data = authenticatorData(odd.rpId ?? rpId, odd);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        },
      };
    },
  };
}
