/** The type of a user attribute in Graph. */
export type AttributeForm = 'text' | 'yes_or_no' | 'moment' | 'identity' | 'first_of_list' | 'manager';

const extensionAttributes = Array.from(
  { length: 15 },
  (_, n) => [`onPremisesExtensionAttributes.extensionAttribute${n + 1}`, 'text'] as const,
);

/**
 * Attributes that can be mapped, in display order. An `identity` identifies a person, so that none of its characters may be
 * replaced.
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

/** Stands for groups and their members, a separate list with its own permission. */
export const groupsAttribute = 'groups';

export const attributeNames: readonly string[] = [...forms.keys(), groupsAttribute];

/** Further permissions of attributes: requesting one without its permission fails the whole call. */
const permissionsOf: Readonly<Record<string, string>> = { employeeLeaveDateTime: 'User-LifeCycleInfo.Read.All' };

export function isReadable(attribute: string, granted: readonly string[]): boolean {
  const needed = permissionsOf[attribute];
  return needed === undefined || granted.includes(needed);
}

/** The further permissions of some attributes. */
export const extraPermissions = (attributes: readonly string[]): string[] =>
  attributes.flatMap((attribute) => permissionsOf[attribute] ?? []);

/** Undefined for an attribute of the tenant, such as a directory extension: any single value is accepted. */
export const formOf = (attribute: string): AttributeForm | undefined => forms.get(attribute);

const ofGraph = /^[A-Za-z]\w*(\.[A-Za-z]\w*)?$/;

/** Attributes that are no valid names in Graph. */
export const impossibleOf = (attributes: readonly string[]): string[] =>
  attributes.filter((attribute) => !ofGraph.test(attribute));

/** The properties for the mapped attributes, and `id`, in a stable order. */
export function selectFor(attributes: readonly string[]): string {
  const properties = attributes.map((attribute) => attribute.split('.')[0] ?? attribute);
  return [...new Set(['id', ...properties.toSorted()])].join(',');
}
