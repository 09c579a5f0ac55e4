import { z } from 'zod';
import type { Tx } from '#platform/deps';
import { emit, eventKind } from '#platform/events/event-kind';

const changes = [
  'password',
  'totp_added',
  'totp_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_codes',
  'factors_reset',
  'single_sign_on_linked',
  'single_sign_on_unlinked',
] as const;
type CredentialChange = (typeof changes)[number];

/** By what an administrator signs in has changed. */
export const credentialsChanged = eventKind(
  'admin.credentials_changed',
  'admin_id',
  z.object({ admin_id: z.string(), change: z.enum(changes) }),
);

export const noteCredentialChange = (tx: Tx, admin_id: string, change: CredentialChange): Promise<void> =>
  emit(tx, credentialsChanged, { admin_id, change });
