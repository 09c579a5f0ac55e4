import type { AdminFunction } from '@key2xs/contract';
import type { Generated } from 'kysely';
import type { At, MaybeAt } from './schema-columns';

export type ApiTokenTables = {
  /** A token of an administrator or a service account. A revoked one is deleted. */
  api_token: {
    id: string;
    admin_id: string;
    name: string;
    /** Its first characters. */
    shown: string;
    secret_hash: Buffer;
    /** Before the last rotation; works until then. */
    former_hash: Buffer | null;
    former_until: MaybeAt;
    /** Null: everything. */
    functions: AdminFunction[] | null;
    /** Folded by `foldText`; null: as the owner. */
    departments: string[] | null;
    /** Places with all below them; null: as the owner. */
    places: string[] | null;
    is_read_only: boolean;
    created_at: At;
    /** Of the present secret. */
    issued_at: At;
    /** The policy may end it earlier. */
    expires_at: At;
    last_used_at: MaybeAt;
  };
  /** Without a row the default counts. */
  api_token_policy: { only_row: Generated<boolean>; max_days: number };
};
