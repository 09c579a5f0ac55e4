import type { Group, Person } from '../directory/objects';
import { badRequest, GraphRefused } from './graph-error';

type Kind<T> = {
  /** Getters by name, in the order of answers. */
  all: Readonly<Record<string, (object: T) => unknown>>;
  /** Returned without `$select`. */
  usual: readonly string[];
  /** Relations to other objects, only for deltas. */
  relations: readonly string[];
};

const nothing = () => null;
const none = () => [];

const same = <T>(...names: (keyof T & string)[]): Record<string, (object: T) => unknown> =>
  Object.fromEntries(names.map((name) => [name, (object: T) => object[name]]));

/** Always empty here, like attributes that a directory does not use. */
const emptyForPeople = [
  'ageGroup city consentProvidedForMinor country creationType employeeOrgData externalUserState faxNumber',
  'legalAgeGroupClassification onPremisesDistinguishedName onPremisesDomainName onPremisesImmutableId',
  'onPremisesLastSyncDateTime onPremisesSecurityIdentifier onPremisesSyncEnabled onPremisesUserPrincipalName',
  'passwordPolicies postalCode preferredDataLocation state streetAddress',
]
  .join(' ')
  .split(' ');

const extensionAttributes = () =>
  Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`extensionAttribute${index + 1}`, null]));

export const personProperties: Kind<Person> = {
  all: {
    ...same<Person>('id'),
    businessPhones: none,
    ...same<Person>('displayName', 'givenName', 'jobTitle', 'mail'),
    mobilePhone: nothing,
    ...same<Person>('officeLocation'),
    preferredLanguage: nothing,
    ...same<Person>('surname', 'userPrincipalName', 'accountEnabled', 'companyName', 'createdDateTime'),
    ...same<Person>('deletedDateTime', 'department', 'employeeHireDate', 'employeeId', 'employeeLeaveDateTime'),
    ...same<Person>('employeeType', 'onPremisesSamAccountName', 'userType'),
    assignedLicenses: none,
    imAddresses: none,
    mailNickname: ({ userPrincipalName }) => userPrincipalName.split('@', 1)[0],
    onPremisesExtensionAttributes: extensionAttributes,
    otherMails: none,
    proxyAddresses: ({ mail }) => (mail === null ? [] : [`SMTP:${mail}`]),
    usageLocation: nothing,
    ...Object.fromEntries(emptyForPeople.map((name) => [name, nothing])),
  },
  usual: [
    'businessPhones displayName givenName jobTitle mail mobilePhone officeLocation preferredLanguage surname',
    'userPrincipalName id',
  ]
    .join(' ')
    .split(' '),
  relations: ['manager'],
};

export const groupProperties: Kind<Group> = {
  all: {
    ...same<Group>('id', 'createdDateTime', 'deletedDateTime', 'description', 'displayName'),
    classification: nothing,
    groupTypes: none,
    mail: nothing,
    mailEnabled: () => false,
    mailNickname: ({ id }) => id.slice(0, 8),
    membershipRule: nothing,
    onPremisesSyncEnabled: nothing,
    proxyAddresses: none,
    renewedDateTime: ({ createdDateTime }) => createdDateTime,
    securityEnabled: () => true,
    securityIdentifier: nothing,
    visibility: nothing,
  },
  usual: [
    'id deletedDateTime classification createdDateTime description displayName groupTypes mail mailEnabled mailNickname',
    'membershipRule onPremisesSyncEnabled proxyAddresses renewedDateTime securityEnabled securityIdentifier visibility',
  ]
    .join(' ')
    .split(' '),
  relations: ['members'],
};

/** Available in Graph, but not in lists. */
const notInLists = new Set(
  'aboutMe birthday hireDate interests mailboxSettings mySite pastProjects preferredName responsibilities schools skills'.split(
    ' ',
  ),
);

const lifeCycle = 'employeeLeaveDateTime';
const lifeCycleRole = 'User-LifeCycleInfo.Read.All';

type Selecting = { roles: readonly string[]; what: string };

/** The names in `$select`, or undefined. @throws GraphRefused for an unknown name */
export function readSelect<T>(kind: Kind<T>, select: string | null, { roles, what }: Selecting): string[] | undefined {
  if (select === null) return undefined;
  const names = select.split(',').map((name) => name.trim());
  for (const name of names) {
    if (notInLists.has(name)) throw new GraphRefused(501, 'NotImplemented', `${name} is not supported in collections.`);
    if (!Object.hasOwn(kind.all, name) && !kind.relations.includes(name)) {
      throw badRequest(`Could not find a property named '${name}' on type 'microsoft.graph.${what}'.`, 'BadRequest');
    }
    if (name === lifeCycle && !roles.includes(lifeCycleRole)) throw insufficient();
  }
  return names;
}

export const insufficient = () =>
  new GraphRefused(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.');

/** The selected properties of an object. */
export function project<T>({ all, usual }: Kind<T>, object: T, selected: readonly string[] | undefined) {
  const names = selected ?? usual;
  return Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name](object)]] : [])));
}
