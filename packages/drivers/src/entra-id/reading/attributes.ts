/** What Graph answers for an attribute of a user. */
export type AttributeForm = 'text' | 'yes_or_no' | 'moment' | 'identity' | 'first_of_list' | 'manager';

const extensionAttributes = Array.from(
  { length: 15 },
  (_, n) => [`onPremisesExtensionAttributes.extensionAttribute${n + 1}`, 'text'] as const,
);

/**
 * Attributes that may be mapped, in the order in which they are offered. An `identity` recognises somebody, so that no letter of
 * it may be replaced.
 */
const forms: ReadonlyMap<string, AttributeForm> = new Map<string, AttributeForm>([
  ['id', 'identity'],
  ['userPrincipalName', 'identity'],
  ['displayName', 'text'],
  ['givenName', 'text'],
  ['surname', 'text'],
  ['mail', 'identity'],
  ['jobTitle', 'text'],
  ['department', 'text'],
  ['companyName', 'text'],
  ['officeLocation', 'text'],
  ['employeeId', 'identity'],
  ['employeeType', 'text'],
  ['accountEnabled', 'yes_or_no'],
  ['userType', 'text'],
  ['manager.id', 'manager'],
  ['employeeHireDate', 'moment'],
  ['employeeLeaveDateTime', 'moment'],
  ['employeeOrgData.division', 'text'],
  ['employeeOrgData.costCenter', 'text'],
  ['mobilePhone', 'text'],
  ['businessPhones', 'first_of_list'],
  ['streetAddress', 'text'],
  ['postalCode', 'text'],
  ['city', 'text'],
  ['state', 'text'],
  ['country', 'text'],
  ['usageLocation', 'text'],
  ['preferredLanguage', 'text'],
  ['mailNickname', 'identity'],
  ['createdDateTime', 'moment'],
  ['externalUserState', 'text'],
  ['onPremisesSamAccountName', 'identity'],
  ['onPremisesDistinguishedName', 'identity'],
  ['onPremisesDomainName', 'text'],
  ['onPremisesImmutableId', 'identity'],
  ['onPremisesSecurityIdentifier', 'identity'],
  ['onPremisesUserPrincipalName', 'identity'],
  ['onPremisesSyncEnabled', 'yes_or_no'],
  ...extensionAttributes,
]);

/** Stands for groups and who is in them: a list of their own, with a permission of its own. */
export const groupsAttribute = 'groups';

export const attributeNames: readonly string[] = [...forms.keys(), groupsAttribute];

/** Of those that need a permission beside that for people: asking for one without it fails the whole call. */
const permissionsOf: Readonly<Record<string, string>> = { employeeLeaveDateTime: 'User-LifeCycleInfo.Read.All' };

export function isReadable(attribute: string, granted: readonly string[]): boolean {
  const needed = permissionsOf[attribute];
  return needed === undefined || granted.includes(needed);
}

/** The permissions that some of them need beside that for people. */
export const extraPermissions = (attributes: readonly string[]): string[] =>
  attributes.flatMap((attribute) => permissionsOf[attribute] ?? []);

/** Undefined for one that only the tenant has, such as a directory extension: whatever single value it has is taken. */
export const formOf = (attribute: string): AttributeForm | undefined => forms.get(attribute);

const ofGraph = /^[A-Za-z]\w*(\.[A-Za-z]\w*)?$/;

/** Those that cannot be names of Graph's. */
export const impossibleOf = (attributes: readonly string[]): string[] =>
  attributes.filter((attribute) => !ofGraph.test(attribute));

/** What is asked for: the properties that hold the mapped attributes, and `id`. Always in the same order. */
export function selectFor(attributes: readonly string[]): string {
  const properties = attributes.map((attribute) => attribute.split('.')[0] ?? attribute);
  return [...new Set(['id', ...properties.toSorted()])].join(',');
}
