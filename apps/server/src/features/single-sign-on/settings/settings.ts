import { type SingleSignOnChange, type SingleSignOnSettings, singleSignOnCallback } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import { isReadableAuthority } from '#platform/network/authority';
import { refuseOtherVersion } from '#platform/other-version';
import { SecretUnreadable } from '#platform/secrets/secrets';
import { resolveRights } from '../../administrators/service';
import {
  findSettings,
  listGroupRoles,
  lockSettings,
  type SettingsRow,
  saveGroupRoles,
  saveSettings,
} from './settings-queries';

/** By which the client secret is sealed. */
const secretRow = 'single_sign_on';

type Origin = { origin: string | undefined };

/** Before anything is set up. */
const nothing: Omit<SingleSignOnSettings, 'group_roles' | 'redirect_uri'> = {
  is_enabled: false,
  name: '',
  issuer: '',
  client_id: '',
  has_client_secret: false,
  scopes: ['profile', 'email'],
  authority_pem: null,
  username_claim: 'preferred_username',
  name_claim: 'name',
  mail_claim: 'email',
  groups_claim: null,
  roles_from_groups: false,
  groups_give_super_admin: false,
  creates_administrators: false,
  created_scope: null,
  link_by_username: false,
  trusts_provider_mfa: false,
  mfa_values: ['mfa'],
  version: 0,
};

/** Where the provider sends the browser back to. @throws AppError conflict when the address of the product is not known */
export function redirectUri({ config }: Pick<Deps, 'config'>, { origin }: Origin): string {
  const base = config.publicUrl ?? origin;
  if (base === undefined) throw new AppError('conflict', say('singleSignOn.noAddress'));
  return base + singleSignOnCallback;
}

export async function getSettings(
  deps: Pick<Deps, 'config'>,
  { db }: { db: Db },
  call: Origin,
): Promise<SingleSignOnSettings> {
  const row = await findSettings(db);
  const group_roles = await listGroupRoles(db);
  return { ...(row ? present(row) : nothing), group_roles, redirect_uri: redirectUri(deps, call) };
}

const present = ({ client_secret, only_row, updated_at, ...row }: SettingsRow) => ({
  ...row,
  has_client_secret: client_secret !== null,
});

type Call = Origin & { caller: Caller; expectedVersion: number | undefined };

/** @throws AppError version_conflict, validation_failed */
export async function changeSettings(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'secrets'>,
  { caller, expectedVersion, origin }: Call,
  { client_secret, group_roles, ...wanted }: SingleSignOnChange,
): Promise<SingleSignOnSettings> {
  checkFields(wanted, group_roles);
  await deps.db.transaction().execute(async (tx) => {
    const before = await lockSettings(tx);
    refuseOtherVersion(before?.version ?? 0, expectedVersion, say('singleSignOn.changed'));
    await checkRoles(tx, group_roles);
    await checkScope(tx, wanted.created_scope);
    const given = await listGroupRoles(tx);
    const secret = sealedSecret(deps, { before, issuer: wanted.issuer, client_secret });
    const after = {
      ...wanted,
      client_secret: secret,
      created_scope: wanted.created_scope && JSON.stringify(wanted.created_scope),
      version: (before?.version ?? 0) + 1,
      updated_at: deps.clock(),
    };
    await saveSettings(tx, after);
    await saveGroupRoles(tx, group_roles);
    const details = {
      before: before ? { ...present(before), group_roles: given } : null,
      after: { ...wanted, has_client_secret: secret !== null, group_roles: await listGroupRoles(tx) },
      is_secret_changed: client_secret !== undefined,
    };
    await recordEvent(tx, caller, 'single_sign_on.updated', { details });
  });
  return getSettings(deps, deps, { origin });
}

type Secret = { before: SettingsRow | undefined; issuer: string; client_secret: string | null | undefined };

/** A stored secret is never sent to another issuer than the one it was entered for. */
function sealedSecret({ secrets }: Pick<Deps, 'secrets'>, { before, issuer, client_secret }: Secret): Buffer | null {
  if (client_secret === null) return null;
  if (client_secret !== undefined) return secrets.seal(client_secret, secretRow);
  if (!before) throw invalidField('client_secret', say('singleSignOn.field.secretMissing'));
  if (before.client_secret && before.issuer !== issuer) {
    throw invalidField('client_secret', say('singleSignOn.field.secretAgain'));
  }
  return before.client_secret;
}

/** @throws AppError conflict when it cannot be read with the key of this installation */
export function openSecret({ secrets }: Pick<Deps, 'secrets'>, { client_secret }: SettingsRow): string | undefined {
  try {
    return client_secret ? secrets.open(client_secret, secretRow) : undefined;
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    throw new AppError('conflict', say('singleSignOn.secretUnreadable'), {}, { cause: error });
  }
}

type Wanted = Omit<SingleSignOnChange, 'client_secret' | 'group_roles'>;
type Given = SingleSignOnChange['group_roles'];

function checkFields(wanted: Wanted, given: Given): void {
  checkAuthority(wanted.authority_pem);
  const looksAtGroups = wanted.roles_from_groups || wanted.creates_administrators;
  if (looksAtGroups && wanted.groups_claim === null) {
    throw invalidField('groups_claim', say('singleSignOn.field.groupsClaim'));
  }
  if (wanted.trusts_provider_mfa && wanted.mfa_values.length === 0) {
    throw invalidField('mfa_values', say('singleSignOn.field.mfaValues'));
  }
  for (const [at, { group, role_id }] of given.entries()) {
    if (role_id === null && !wanted.groups_give_super_admin) {
      throw invalidField(`group_roles.${at}.role_id`, say('singleSignOn.field.superAdmin'));
    }
    if (given.findIndex((one) => one.group === group && one.role_id === role_id) < at) {
      throw invalidField(`group_roles.${at}.group`, say('singleSignOn.field.twice'));
    }
  }
}

/** @throws AppError validation_failed when it is not certificates */
export function checkAuthority(pem: string | null): void {
  if (pem !== null && !isReadableAuthority(pem)) {
    throw invalidField('authority_pem', say('singleSignOn.field.authority'));
  }
}

async function checkRoles(tx: Tx, given: Given): Promise<void> {
  const ids = given.flatMap(({ role_id }) => role_id ?? []);
  if (ids.length === 0) return;
  const rows = await tx.selectFrom('admin_role').select('id').where('id', 'in', ids).forShare().execute();
  const known = new Set(rows.map(({ id }) => id));
  const missing = given.findIndex(({ role_id }) => role_id !== null && !known.has(role_id));
  if (missing >= 0) throw invalidField(`group_roles.${missing}.role_id`, say('singleSignOn.field.roleGone'));
}

/** @throws AppError validation_failed for a place that is not there */
async function checkScope(tx: Tx, scope: Wanted['created_scope']): Promise<void> {
  const rights = { role: 'subadmin', role_ids: [], scope, valid_from: null, valid_until: null } as const;
  await resolveRights(tx, rights).catch((error: unknown) => {
    throw error instanceof AppError ? invalidField('created_scope', error.detail) : error;
  });
}
