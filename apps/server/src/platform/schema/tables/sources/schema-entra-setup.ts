import type { EntraSetup, EntraSetupCheck, EntraSetupState } from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import type { ColumnType, Generated } from 'kysely';
import type { At, Json, JsonWithDefault, MaybeAt, MaybeJson, StampedAt } from '../schema-columns';

/** A check as stored; rendered in the reader's language. */
export type StoredCheck = Pick<EntraSetupCheck, 'name' | 'state'> & { message: Sentence | null };

export type EntraSetupTables = {
  entra_setup: {
    id: string;
    /** Who has begun it, and alone goes on with it. */
    admin_id: string;
    connection_name: string;
    status: EntraSetupState;
    message: Json<Sentence>;
    error_code: string | null;
    is_sandbox: Generated<boolean>;
    redirect_uri: string;
    /** Of what the consent has to bring back. Stays after its use, so that a second use is recognised. */
    state_hash: Buffer | null;
    /** The same, bound to the row, while a consent may be given with it. */
    state_sealed: Buffer | null;
    is_state_used: Generated<boolean>;
    /** When, and by which administrator here, consent was brought back. */
    consented_at: MaybeAt;
    consented_by: ColumnType<string | null, string | null | undefined, string | null>;
    mode: EntraSetup['mode'];
    tenant_id: string | null;
    /** Null where the product's own application is used. */
    client_id: string | null;
    credential_kind: 'secret' | 'certificate' | null;
    /** Bound to the row. Of a certificate, the private key and the certificate as one PEM text. */
    credential_sealed: Buffer | null;
    certificate: MaybeJson<NonNullable<EntraSetup['certificate']>>;
    checks: JsonWithDefault<StoredCheck[]>;
    organisation: MaybeJson<NonNullable<EntraSetup['organisation']>>;
    permissions: Generated<string[]>;
    people: number | null;
    webhook: EntraSetup['webhook'];
    /** Until then what consent has not brought yet is waited for. */
    give_up_at: MaybeAt;
    expires_at: At;
    connection_id: string | null;
    created_at: StampedAt;
    updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
};
