import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Secrets } from '#platform/secrets/secrets';

const Sealed = z.object({ key: z.string(), client_state: z.string() });
/** The unguessable last part of the address, and the secret that proves a delivery. */
export type WebhookSecrets = z.infer<typeof Sealed>;

const secretBytes = 32;

export const newSecrets = (): WebhookSecrets => ({
  key: randomBytes(secretBytes).toString('base64url'),
  client_state: randomBytes(secretBytes).toString('base64url'),
});

export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

export const sealSecrets = (secrets: Secrets, connectionId: string, plain: WebhookSecrets): Buffer =>
  secrets.seal(JSON.stringify(plain), connectionId);

/** @throws SecretUnreadable */
export const openSecrets = (secrets: Secrets, row: { connection_id: string; sealed: Buffer }): WebhookSecrets =>
  Sealed.parse(JSON.parse(secrets.open(row.sealed, row.connection_id)));

/** Compares in constant time. */
export const isSame = (received: string, expected: string): boolean =>
  timingSafeEqual(hashKey(received), hashKey(expected));
