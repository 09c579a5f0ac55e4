import type { AdminFunction, Role } from '@key2xs/contract';
import type { ColumnType, Generated } from 'kysely';
import type { At, MaybeAt, StampedAt } from './schema-columns';

/** Administrators: what they may do, where, and how they are signed in. */
export type AdministratorTables = {
  admin: {
    id: string;
    username: string;
    /** For look-ups; see `foldUsername`. */
    username_folded: string;
    /** Set by the migration that renamed it, cleared when the next start reports that. */
    renamed_from: string | null;
    name: string | null;
    /** Null: signs in without a password, or not at all. */
    password_hash: string | null;
    role: Role;
    suspended_at: MaybeAt;
    valid_from: MaybeAt;
    valid_until: MaybeAt;
    /** Never signs in; its API tokens act for it. */
    is_service: Generated<boolean>;
    last_sign_in_at: MaybeAt;
    /** May act for this administrator within the dates. */
    deputy_id: string | null;
    deputy_from: MaybeAt;
    deputy_until: MaybeAt;
    version: Generated<number>;
    /** Null: the first one, or one from before this was kept. */
    invited_by: ColumnType<string | null, string | null | undefined, never>;
    created_at: StampedAt;
  };
  /** A named set of functions. */
  admin_role: {
    id: string;
    name: string;
    name_folded: string;
    functions: AdminFunction[];
    needs_second_factor: Generated<boolean>;
    version: Generated<number>;
    created_at: StampedAt;
  };
  admin_role_member: { admin_id: string; role_id: string };
  admin_scope: {
    admin_id: string;
    /** Folded by `foldText`; null: all. */
    departments: string[] | null;
    /** Places with all below them; null: all. */
    places: string[] | null;
  };
  session: {
    id: string;
    admin_id: string;
    token_hash: Buffer;
    created_at: StampedAt;
    /** When the token was last exchanged. */
    renewed_at: StampedAt;
    /** When the present token expires. */
    expires_at: At;
    /** The latest time that refreshing can extend it to. */
    ends_at: At;
    user_agent: string | null;
    address: string | null;
    /** When the holder last proved who they are. */
    proved_at: StampedAt;
    /** Whose functions and scope it has, in place of its holder's. */
    acts_for: string | null;
    /** A view reads only. */
    acts_as: 'deputy' | 'view' | null;
    reason: string | null;
  };
  stream_ticket: { token_hash: Buffer; session_id: string; expires_at: At };
  invitation: {
    id: string;
    token_hash: Buffer;
    role: Role;
    invited_by: string;
    created_at: StampedAt;
    expires_at: At;
    used_at: MaybeAt;
    name: string | null;
    mail_address: string | null;
    /** Whether the scope limits it: departments, folded by `foldText`, and places with all below them; null: all. */
    is_limited: Generated<boolean>;
    departments: string[] | null;
    places: string[] | null;
    valid_from: MaybeAt;
    valid_until: MaybeAt;
    revoked_at: MaybeAt;
    registered_as: string | null;
  };
  invitation_role: { invitation_id: string; role_id: string };
  password_reset: {
    id: string;
    token_hash: Buffer;
    admin_id: string;
    /** Whether using it removes the second factors too. */
    resets_factors: Generated<boolean>;
    created_at: At;
    expires_at: At;
    used_at: MaybeAt;
  };
  /** What is left of a limit until `ends_at`; without a row, all of it. */
  sign_in_budget: { subject: string; attempts_left: number; ends_at: At };
  /** Administrator and network, as one keyed hash. */
  known_network: { subject: string; admin_id: string; used_at: At };
};
