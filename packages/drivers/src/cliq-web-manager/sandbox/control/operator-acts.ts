import { z } from 'zod';
import type { RecordedKey, RecordedPerson, RecordedProgrammingJob } from '../../../key-system-driver';
import { actsOn, Id } from '../../../sandbox-kit/control/act';
import { WireProgrammingJob } from '../../wire';
import type { Running } from '../serve';
import { sandboxDomain } from '../site/city';
import { getCylinder, getDomain, getKey, getPerson, getProfile, putInto } from '../system/find-record';
import { newJob } from '../system/job-store';
import { carriesRights, noteRightsChange } from '../system/recorded-rights';
import { createStore, nextPerson, nextProfile } from '../system/store';
import type { System } from '../system/system';

const act = actsOn<Running>();

const text = z.string().nullable().default(null);
const domain = z.string().default(sandboxDomain);

/** Manual work of operators in the key system. Recorded immediately. */
export const operatorActs = {
  'create-person': act(
    'Enters a person',
    { first_name: Id, surname: Id, email: text, employee_id: text, domain },
    ({ system }, { domain, ...person }) =>
      putInto(getDomain(system, domain).persons, {
        ...person,
        identity: nextPerson(system),
        reference: null,
        active: true,
      }),
  ),
  'rename-person': act(
    'Gives a person another name',
    { person: Id, first_name: Id, surname: Id },
    ({ system }, { person, ...names }) => getPerson(system, person).change(names),
  ),
  'delete-person': act(
    'Deletes a person, who stays in every list as deleted',
    { person: Id },
    ({ system }, { person }) => setActive(system, person, false),
  ),
  'restore-person': act('Brings a deleted person back', { person: Id }, ({ system }, { person }) =>
    setActive(system, person, true),
  ),
  'create-profile': act(
    'Makes a profile with these cylinders and cylinder groups',
    { name: Id, doors: z.array(Id).default([]), domain },
    ({ system }, { name, doors, domain }) => {
      const { profiles, groups } = getDomain(system, domain);
      const isGroup = (id: string) => groups.get(id) !== undefined;
      return putInto(profiles, {
        name,
        description: 'Made by the operator of the key system.',
        cylinders: doors.filter((id) => !isGroup(id)),
        cylinder_groups: doors.filter(isGroup),
        schedule: [],
        identity: nextProfile(system),
        reference: null,
        other_members: [],
      });
    },
  ),
  'add-member': act('Puts a person into a profile', { profile: Id, person: Id }, ({ system }, membership) =>
    changeMember(system, membership, 'add'),
  ),
  'add-members': act(
    'Puts persons into a profile',
    { profile: Id, persons: z.array(Id) },
    ({ system }, { profile, persons }) => {
      for (const person of persons) changeMember(system, { profile, person }, 'add');
    },
  ),
  'remove-member': act('Takes a person out of a profile', { profile: Id, person: Id }, ({ system }, membership) =>
    changeMember(system, membership, 'remove'),
  ),
  'hand-out-key': act('Gives a key to a person', { key: Id, person: Id }, ({ system }, { key, person }) => {
    const { first_name, surname } = getPerson(system, person).record;
    const name = `Key of ${first_name} ${surname}`;
    return changeHolder(system, key, { holder_identity: person, state: 'handed_out', name });
  }),
  'hand-in-key': act('Takes a key back into stock', { key: Id }, ({ system }, { key }) =>
    changeHolder(system, key, { holder_identity: null, state: 'in_stock', name: 'Unassigned key' }),
  ),
  'report-key-lost': act(
    'Marks a key as lost, and has these cylinders block it: a job each',
    { key: Id, cylinders: z.array(Id).default([]) },
    ({ system }, { key, cylinders }) => {
      for (const cylinder of cylinders) getCylinder(system, cylinder);
      getKey(system, key).change({ state: 'lost' });
      return cylinders.map((cylinder) => createJob(system, { cylinder, kind: 'block', key }));
    },
  ),
  'move-cylinder': act(
    'Moves a cylinder into a group, or with "none" out of its group; the cylinder learns of it by a job',
    { cylinder: Id, group: Id },
    ({ system }, { cylinder, group }) => {
      const { domain, change } = getCylinder(system, cylinder);
      const isNone = group === 'none';
      if (!isNone && !domain.groups.get(group)) throw new RangeError(`There is no cylinder group ${group}.`);
      change({ group_external_id: isNone ? null : group });
      return createJob(system, { cylinder, kind: 'change_group' });
    },
  ),
  'create-job': act(
    'Makes a programming job for a cylinder',
    {
      cylinder: Id,
      kind: WireProgrammingJob.shape.kind.default('fetch_events'),
      /** To block, to unblock or to program. */
      key: Id.optional(),
    },
    ({ system }, { cylinder, kind, key }) => {
      if (key !== undefined) getKey(system, key);
      return createJob(system, { cylinder, kind, key });
    },
  ),
};

type JobToCreate = { cylinder: string; kind: RecordedProgrammingJob['kind']; key?: string | undefined };

function createJob(system: System, { cylinder, kind, key }: JobToCreate): RecordedProgrammingJob {
  const { jobs } = getCylinder(system, cylinder).domain;
  return putInto(jobs, { ...newJob(system, { cylinder, kind }), key_external_id: key ?? null });
}

function setActive(system: System, identity: string, active: boolean): RecordedPerson {
  const { domain, record, change } = getPerson(system, identity);
  if (record.active !== active) noteRightsChange(system, domain, [identity]);
  return change({ active });
}

/** The next update of a key that carries its rights writes those of another holder. */
function changeHolder(system: System, id: string, fields: Partial<RecordedKey>): RecordedKey {
  const { record, change } = getKey(system, id);
  const isWritten = carriesRights(record) && record.holder_identity !== fields.holder_identity;
  return change({ ...fields, ...(isWritten && { changed_at: system.clock.now().toISOString() }) });
}

type Membership = Record<'profile' | 'person', string>;

/** Both by identity. */
function changeMember(system: System, membership: Membership, change: 'add' | 'remove'): void {
  const { domain, record: profile, change: changeProfile } = getProfile(system, membership.profile);
  const { identity, reference } = getPerson(system, membership.person).record;
  if (reference !== null) {
    const members = { add: [], remove: [], [change]: [reference] };
    createStore(system, domain).changeMembers(profile.reference ?? { identity: profile.identity }, members);
    return;
  }
  noteRightsChange(system, domain, [identity]);
  const others = profile.other_members.filter((member) => member !== identity);
  changeProfile({ other_members: change === 'add' ? [...others, identity] : others });
}
