import { z } from 'zod';
import type { RecordedProgrammingJob } from '../../../key-system-driver';
import { actsOn, Id } from '../../../sandbox-kit/control/act';
import { WireProgrammingJob } from '../../wire';
import type { Running } from '../serve';
import { sandboxDomain } from '../site/city';
import { getCylinder, getDomain, getKey, getPerson, getProfile, putInto } from '../system/find-record';
import { createStore, nextJob, nextPerson, nextProfile } from '../system/store';
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
    ({ system }, { person }) => getPerson(system, person).change({ active: false }),
  ),
  'restore-person': act('Brings a deleted person back', { person: Id }, ({ system }, { person }) =>
    getPerson(system, person).change({ active: true }),
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
    return getKey(system, key).change({ holder_identity: person, state: 'handed_out', name });
  }),
  'hand-in-key': act('Takes a key back into stock', { key: Id }, ({ system }, { key }) =>
    getKey(system, key).change({ holder_identity: null, state: 'in_stock', name: 'Unassigned key' }),
  ),
  'report-key-lost': act(
    'Marks a key as lost, and has these cylinders block it: a job each',
    { key: Id, cylinders: z.array(Id).default([]) },
    ({ system }, { key, cylinders }) => {
      for (const cylinder of cylinders) getCylinder(system, cylinder);
      getKey(system, key).change({ state: 'lost' });
      return cylinders.map((cylinder) => createJob(system, cylinder, 'block'));
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
      return createJob(system, cylinder, 'change_group');
    },
  ),
  'create-job': act(
    'Makes a programming job for a cylinder',
    { cylinder: Id, kind: WireProgrammingJob.shape.kind.default('fetch_events') },
    ({ system }, { cylinder, kind }) => createJob(system, cylinder, kind),
  ),
};

function createJob(system: System, cylinder: string, kind: RecordedProgrammingJob['kind']): RecordedProgrammingJob {
  return putInto(getCylinder(system, cylinder).domain.jobs, {
    external_id: nextJob(system),
    cylinder_external_id: cylinder,
    kind,
    state: 'pending',
    assigned_key: null,
    created_at: system.clock.now().toISOString(),
    done_at: null,
  });
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
  const others = profile.other_members.filter((member) => member !== identity);
  changeProfile({ other_members: change === 'add' ? [...others, identity] : others });
}
