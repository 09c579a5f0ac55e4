import type { SecondFactorRule } from '@key2xs/contract';
import type { PassedStep } from '@key2xs/domain';
import type { Generated } from 'kysely';
import type { At, BigCount, MaybeAt } from './schema-columns';

/** Second factors, and sign-ins that need them. */
export type SignInTables = {
  /** A sign-in whose first step was passed. */
  sign_in_attempt: { token_hash: Buffer; admin_id: string; passed: PassedStep[]; expires_at: At };
  /** An authenticator app. */
  totp_factor: {
    admin_id: string;
    /** Sealed. */
    secret: Buffer;
    /** The last time step whose code was used, so that none is used twice. */
    last_step: BigCount;
    created_at: At;
    last_used_at: MaybeAt;
  };
  /** An authenticator app that no code has confirmed yet. */
  totp_set_up: { admin_id: string; secret: Buffer; expires_at: At };
  passkey: {
    id: string;
    admin_id: string;
    credential_id: string;
    public_key: Buffer;
    counter: BigCount;
    transports: string[];
    /** The name of the address it belongs to; it does not work at another one. */
    rp_id: string;
    name: string;
    is_backed_up: boolean;
    created_at: At;
    last_used_at: MaybeAt;
  };
  /** What a passkey has to sign, for one purpose. */
  passkey_challenge: { challenge_hash: Buffer; purpose: string; expires_at: At };
  recovery_code: { admin_id: string; code_hash: Buffer; used_at: MaybeAt };
  /** Without a row, second factors are optional. */
  sign_in_policy: { only_row: Generated<boolean>; second_factor: SecondFactorRule; version: number };
  /** Administrator and browser, as one keyed hash. */
  known_device: { subject: string; admin_id: string; used_at: At };
};
