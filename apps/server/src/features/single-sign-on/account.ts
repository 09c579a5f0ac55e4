import type { SettingsRow } from './settings/settings-queries';

/** An account of the provider, as an ID token that has been verified describes it. */
export type Account = {
  issuer: string;
  subject: string;
  /** What people call it. */
  label: string;
  username: string | undefined;
  name: string | undefined;
  mail: string | undefined;
  /** Undefined: the provider left them out because there are too many. */
  groups: readonly string[] | undefined;
  hasSecondFactor: boolean;
  /** When they last gave a proof there; undefined: the provider does not say. */
  authenticatedAt: Date | undefined;
};

export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string };

type ClaimSettings = Pick<
  SettingsRow,
  'username_claim' | 'name_claim' | 'mail_claim' | 'groups_claim' | 'trusts_provider_mfa' | 'mfa_values'
>;

export function readAccount(settings: ClaimSettings, claims: Claims): Account {
  const textOf = (name: string | null) => (name === null ? undefined : asText(claimOf(claims, name)));
  const username = isUnverifiedMail(settings, claims) ? undefined : textOf(settings.username_claim);
  const mail = textOf(settings.mail_claim);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    label: (username ?? mail ?? claims.sub).slice(0, maxLabelLength),
    username,
    name: textOf(settings.name_claim),
    mail,
    groups: groupsOf(settings, claims),
    hasSecondFactor: settings.trusts_provider_mfa && hasSecondFactor(settings, claims),
    authenticatedAt: typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1_000) : undefined,
  };
}

const maxLabelLength = 200;

/** Whether claims that the settings name are missing, so that the provider should be asked for more about the account. */
export const lacksClaims = ({ username_claim, groups_claim }: ClaimSettings, claims: Claims): boolean =>
  [username_claim, groups_claim].some((name) => name !== null && claimOf(claims, name) === undefined);

/** By its name, or by names joined by dots where claims are inside each other: `realm_access.roles`. */
function claimOf(claims: object, name: string): unknown {
  const own = ownValue(claims, name);
  if (own !== undefined) return own;
  let value: unknown = claims;
  for (const part of name.split('.')) value = ownValue(value, part);
  return value;
}

const ownValue = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name] // it has the name, as just checked
    : undefined;

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** Some providers accept any mail address, so an unverified one identifies no account. */
const isUnverifiedMail = ({ username_claim }: ClaimSettings, claims: Claims): boolean =>
  username_claim === 'email' && claims.email_verified !== true;

/** Without the claim there are no groups, unless the provider says that it has left them out. */
function groupsOf({ groups_claim }: ClaimSettings, claims: Claims): readonly string[] | undefined {
  if (groups_claim === null) return [];
  const value = claimOf(claims, groups_claim);
  if (value === undefined && ownValue(claims._claim_names, groups_claim) !== undefined) return undefined;
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((one) => asText(one) ?? []);
}

function hasSecondFactor({ mfa_values }: ClaimSettings, { amr, acr }: Claims): boolean {
  const said: unknown[] = Array.isArray(amr) ? [...amr, acr] : [acr];
  return said.some((one) => typeof one === 'string' && mfa_values.includes(one));
}
