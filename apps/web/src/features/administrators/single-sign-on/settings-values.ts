import type { AdminScope, Input, SingleSignOnSettings, singleSignOn } from '@key2xs/contract';

type Change = Input<typeof singleSignOn.save>['body'];

/** What a group gives: the id of a role, `superadmin`, or nothing chosen yet. */
export type GroupRow = { group: string; gives: string };

/** The settings as the form has them. */
export type SettingsValues = Omit<
  Change,
  | 'client_secret'
  | 'group_roles'
  | 'scopes'
  | 'mfa_values'
  | 'created_scope'
  | 'authority_pem'
  | 'name_claim'
  | 'mail_claim'
  | 'groups_claim'
> & {
  has_secret: boolean;
  /** Empty: as it is stored. */
  client_secret: string;
  scopes: string;
  mfa_values: string;
  authority_pem: string;
  name_claim: string;
  mail_claim: string;
  groups_claim: string;
  created_scope: AdminScope;
  group_roles: GroupRow[];
};

export const superAdmin = 'superadmin';

export function toValues({
  version,
  redirect_uri,
  has_client_secret,
  ...stored
}: SingleSignOnSettings): SettingsValues {
  return {
    ...stored,
    has_secret: has_client_secret || version === 0,
    client_secret: '',
    scopes: stored.scopes.join(' '),
    mfa_values: stored.mfa_values.join(' '),
    authority_pem: stored.authority_pem ?? '',
    name_claim: stored.name_claim ?? '',
    mail_claim: stored.mail_claim ?? '',
    groups_claim: stored.groups_claim ?? '',
    created_scope: stored.created_scope ?? { departments: null, places: null },
    group_roles: stored.group_roles.map(({ group, role }) => ({ group, gives: role?.id ?? superAdmin })),
  };
}

const orNull = (text: string) => (text.trim() === '' ? null : text);
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);

export function toChange({ has_secret, client_secret, ...values }: SettingsValues): Change {
  const { created_scope: scope } = values;
  return {
    ...values,
    ...(has_secret ? client_secret !== '' && { client_secret } : { client_secret: null }),
    scopes: wordsOf(values.scopes),
    mfa_values: wordsOf(values.mfa_values),
    authority_pem: orNull(values.authority_pem),
    name_claim: orNull(values.name_claim),
    mail_claim: orNull(values.mail_claim),
    groups_claim: orNull(values.groups_claim),
    created_scope: scope.departments === null && scope.places === null ? null : scope,
    group_roles: values.group_roles.map(({ group, gives }) => ({
      group,
      role_id: gives === superAdmin ? null : gives,
    })),
  };
}

/** The message of a field that the server knows as a list: of the list, or of its first wrong entry. */
export function listMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  return Object.values(error)
    .map(listMessage)
    .find((message) => message !== undefined);
}
