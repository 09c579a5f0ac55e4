import { z } from 'zod';
import { actsOn, Id } from '../../../sandbox-kit/control/act';
import type { Directory } from '../directory/directory';
import { getGroup, getPerson } from '../directory/find-objects';
import { guidOf } from '../directory/object-id';
import type { Group, Person } from '../directory/objects';
import { domainName } from '../directory/population';
import type { Running } from '../running';

const act = actsOn<Running>();

const changeable = [
  'displayName',
  'givenName',
  'surname',
  'mail',
  'userPrincipalName',
  'jobTitle',
  'department',
  'companyName',
  'officeLocation',
  'employeeId',
  'employeeType',
  'employeeHireDate',
  'employeeLeaveDateTime',
  'onPremisesSamAccountName',
] as const;

const restorableMs = 30 * 86_400_000;
const person = { person: Id };
const group = { group: Id };
const membership = { group: Id, member: Id };

/** Commands for one person or group, as administrators do it. */
export const personActs = {
  'create-person': act(
    'Enters a person',
    { given_name: Id, surname: Id, department: z.string().optional(), job_title: z.string().optional() },
    ({ system: { directory } }, { given_name, surname, department, job_title }) => {
      const number = directory.people.total() + 1;
      const alias = `${given_name}.${surname}${number}`.toLowerCase().replace(/[^a-z0-9.]/g, '');
      return put(directory, {
        ...emptyPerson,
        id: guidOf('created', alias, String(number)),
        userPrincipalName: `${alias}@${domainName}`,
        displayName: `${given_name} ${surname}`,
        givenName: given_name,
        surname,
        mail: `${alias}@${domainName}`,
        department: department ?? null,
        jobTitle: job_title ?? null,
        employeeId: `E${800_000 + number}`,
        createdDateTime: directory.clock.now().toISOString(),
      });
    },
  ),
  'change-person': act(
    'Changes one property of a person, named by id, login name or employee number; without a value it is emptied',
    { ...person, property: z.enum(changeable), value: z.string().optional() },
    ({ system: { directory } }, { person, property, value }) =>
      change(directory, person, { [property]: value ?? null }),
  ),
  'set-manager': act(
    'Gives a person a manager; without one, none',
    { ...person, manager: z.string().optional() },
    ({ system: { directory } }, { person, manager }) =>
      change(directory, person, { manager: manager === undefined ? null : getPerson(directory, manager).id }),
  ),
  disable: act('Disables an account', person, ({ system: { directory } }, { person }) =>
    change(directory, person, { accountEnabled: false }),
  ),
  enable: act('Enables an account', person, ({ system: { directory } }, { person }) =>
    change(directory, person, { accountEnabled: true }),
  ),
  'soft-delete': act('Deletes a person, who can be restored for 30 days', person, ({ system }, { person }) =>
    change(system.directory, person, { gone: 'changed', deletedDateTime: system.clock.now().toISOString() }),
  ),
  restore: act('Brings a deleted person back', person, ({ system: { directory } }, { person: name }) => {
    const { gone, deletedDateTime } = getPerson(directory, name);
    const age = directory.clock.now().getTime() - Date.parse(deletedDateTime ?? '');
    if (gone !== 'changed' || age > restorableMs) throw new RangeError(`${name} cannot be restored.`);
    return change(directory, name, { gone: null, deletedDateTime: null });
  }),
  'delete-for-good': act('Deletes a person beyond recall', person, ({ system }, { person }) =>
    change(system.directory, person, { gone: 'deleted', deletedDateTime: system.clock.now().toISOString() }),
  ),
  'create-group': act('Makes a group', { name: Id }, ({ system: { directory } }, { name }) => {
    const createdDateTime = directory.clock.now().toISOString();
    const id = guidOf('created group', name, String(directory.groups.total()));
    const made: Group = {
      id,
      displayName: name,
      description: null,
      createdDateTime,
      deletedDateTime: null,
      gone: null,
    };
    directory.putGroup(made);
    return made;
  }),
  'rename-group': act('Gives a group another name', { ...group, name: Id }, ({ system }, { group, name }) =>
    changeGroup(system.directory, group, { displayName: name }),
  ),
  'delete-group': act('Deletes a group', group, ({ system }, { group }) =>
    changeGroup(system.directory, group, { gone: 'changed', deletedDateTime: system.clock.now().toISOString() }),
  ),
  'restore-group': act('Brings a deleted group back', group, ({ system }, { group }) =>
    changeGroup(system.directory, group, { gone: null, deletedDateTime: null }),
  ),
  'join-group': act('Puts a person or a group into a group', membership, ({ system }, membership) =>
    setMember(system.directory, membership, true),
  ),
  'leave-group': act('Takes a person or a group out of a group', membership, ({ system }, membership) =>
    setMember(system.directory, membership, false),
  ),
};

const emptyPerson = {
  companyName: null,
  officeLocation: null,
  employeeType: 'Employee',
  accountEnabled: true,
  userType: 'Member',
  employeeHireDate: null,
  employeeLeaveDateTime: null,
  onPremisesSamAccountName: null,
  deletedDateTime: null,
  manager: null,
  gone: null,
} as const satisfies Partial<Person>;

function put(directory: Directory, person: Person): Person {
  directory.putPerson(person);
  return person;
}

const change = (directory: Directory, name: string, fields: Partial<Person>): Person =>
  put(directory, { ...getPerson(directory, name), ...fields });

function changeGroup(directory: Directory, name: string, fields: Partial<Group>): Group {
  const changed = { ...getGroup(directory, name), ...fields };
  directory.putGroup(changed);
  return changed;
}

function setMember(directory: Directory, { group, member }: Record<'group' | 'member', string>, joined: boolean): void {
  const isGroup = directory.groups.get(member) !== undefined;
  const { id } = isGroup ? getGroup(directory, member) : getPerson(directory, member);
  directory.setMember(getGroup(directory, group).id, id, joined);
}
