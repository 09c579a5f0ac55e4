import type { Generated } from 'kysely';
import type { At, MaybeAt, MaybeJson } from './schema-columns';

/** Signing in at a provider of OpenID Connect. */
export type SingleSignOnTables = {
  single_sign_on: {
    only_row: Generated<true>;
    is_enabled: boolean;
    name: string;
    issuer: string;
    client_id: string;
    /** Sealed; null: a public client. */
    client_secret: Buffer | null;
    /** Beside openid. */
    scopes: string[];
    authority_pem: string | null;
    username_claim: string;
    name_claim: string | null;
    mail_claim: string | null;
    groups_claim: string | null;
    roles_from_groups: boolean;
    groups_give_super_admin: boolean;
    creates_administrators: boolean;
    /** As it was typed. */
    created_scope: MaybeJson<{ departments: string[] | null; places: string[] | null }>;
    link_by_username: boolean;
    trusts_provider_mfa: boolean;
    mfa_values: string[];
    version: number;
    updated_at: At;
  };
  /** A role that a group gives; null: super admin. */
  single_sign_on_group: { ordinal: number; group_name: string; role_id: string | null };
  /** An account of a provider that signs an administrator in. */
  single_sign_on_identity: {
    id: string;
    admin_id: string;
    issuer: string;
    subject: string;
    /** What the provider called it last. */
    account: string;
    linked_by: 'administrator' | 'invitation' | 'username' | 'creation';
    /** A group has made this administrator a super admin, and leaving it ends that. */
    made_super_admin: Generated<boolean>;
    linked_at: At;
    last_used_at: MaybeAt;
  };
  single_sign_on_request: {
    id: string;
    state_hash: Buffer;
    /** Of the value that stays in the browser. */
    browser_hash: Buffer;
    /** Nonce and code verifier. */
    sealed: Buffer;
    redirect_uri: string;
    /** Other settings end it. */
    settings_version: number;
    /** Of the token of an invitation that the sign-in accepts. */
    invitation_hash: Buffer | null;
    /** Who links an account; null: a sign-in. */
    admin_id: string | null;
    expires_at: At;
  };
};
