import type { RecordedKey, RecordedPerson, RecordedProgrammingJob } from '../../../key-system-driver';
import { sandboxDomain } from '../site/city';
import type { SiteProfile } from '../site/site';
import { getCylinder, getKey, getPerson, getProfile } from './find-record';
import { nextPerson, nextProfile } from './store';
import type { System } from './system';

type PersonFields = { email?: string | null; employee_id?: string | null; domain?: string };
type ProfileFields = { cylinders?: string[]; cylinder_groups?: string[]; domain?: string };

/** The person at the key system who does by hand what no service does. All of it is recorded at once. */
export type Operator = {
  createPerson(firstName: string, surname: string, fields?: PersonFields): RecordedPerson;
  renamePerson(identity: string, firstName: string, surname: string): RecordedPerson;
  /** They stay in every list, as deleted. */
  deletePerson(identity: string): RecordedPerson;
  restorePerson(identity: string): RecordedPerson;
  createProfile(name: string, fields?: ProfileFields): SiteProfile;
  /** Of a profile and a person that were written by others: both are named by their identities. */
  addMember(profile: string, person: string): void;
  removeMember(profile: string, person: string): void;
  handOutKey(key: string, person: string): RecordedKey;
  handInKey(key: string): RecordedKey;
  /** And has it blocked in these cylinders, which takes a job each. */
  reportKeyLost(key: string, cylinders: readonly string[]): RecordedProgrammingJob[];
  /** Into another group, or with null into none; the cylinder learns of it by the job that is answered. */
  moveCylinder(cylinder: string, group: string | null): RecordedProgrammingJob;
  createJob(cylinder: string, kind: RecordedProgrammingJob['kind']): RecordedProgrammingJob;
};

/** @throws RangeError from all of its functions, for what is not there */
export function createOperator(system: System): Operator {
  return { ...personnel(system), ...profiles(system), ...equipment(system) };
}

type Personnel = Pick<Operator, 'createPerson' | 'renamePerson' | 'deletePerson' | 'restorePerson'>;

function personnel(system: System): Personnel {
  const change = (identity: string, changes: Partial<RecordedPerson>): RecordedPerson => {
    const { domain, record } = getPerson(system, identity);
    const person = { ...record, ...changes };
    system.record({ did: 'put_person', domain, person });
    return person;
  };
  return {
    createPerson(first_name, surname, { email = null, employee_id = null, domain = sandboxDomain } = {}) {
      checkDomain(system, domain);
      const names = { first_name, surname, email, employee_id };
      const person = { ...names, identity: nextPerson(system), reference: null, active: true };
      system.record({ did: 'put_person', domain, person });
      return person;
    },
    renamePerson: (identity, first_name, surname) => change(identity, { first_name, surname }),
    deletePerson: (identity) => change(identity, { active: false }),
    restorePerson: (identity) => change(identity, { active: true }),
  };
}

function profiles(system: System): Pick<Operator, 'createProfile' | 'addMember' | 'removeMember'> {
  const changeMember = (profileId: string, personId: string, change: 'add' | 'remove') => {
    const { domain, record: profile } = getProfile(system, profileId);
    const { record: person } = getPerson(system, personId);
    if (profile.reference === null || person.reference === null) {
      throw new RangeError('Only profiles and persons that others wrote have members to be seen.');
    }
    const changes = { add: [], remove: [], [change]: [person.reference] };
    system.record({ did: 'change_members', domain, reference: profile.reference, change: changes });
  };
  return {
    createProfile(name, { cylinders = [], cylinder_groups = [], domain = sandboxDomain } = {}) {
      checkDomain(system, domain);
      const doors = { cylinders, cylinder_groups, schedule: [] };
      const description = 'Made by the operator of the key system.';
      const profile = { name, description, ...doors, identity: nextProfile(system), reference: null };
      system.record({ did: 'put_profile', domain, profile });
      return profile;
    },
    addMember: (profile, person) => changeMember(profile, person, 'add'),
    removeMember: (profile, person) => changeMember(profile, person, 'remove'),
  };
}

type Equipment = Pick<Operator, 'handOutKey' | 'handInKey' | 'reportKeyLost' | 'moveCylinder' | 'createJob'>;

function equipment(system: System): Equipment {
  const changeKey = (id: string, changes: Partial<RecordedKey>): RecordedKey => {
    const { domain, record } = getKey(system, id);
    const key = { ...record, ...changes };
    system.record({ did: 'put_key', domain, key });
    return key;
  };
  const createJob: Operator['createJob'] = (cylinder, kind) => {
    const { domain } = getCylinder(system, cylinder);
    const created_at = system.clock.now().toISOString();
    const work = { cylinder_external_id: cylinder, kind, state: 'pending' as const, assigned_key: null };
    const job = { external_id: nextJob(system), ...work, created_at, done_at: null };
    system.record({ did: 'put_job', domain, job });
    return job;
  };
  return {
    createJob,
    handOutKey(key, person) {
      const { first_name, surname } = getPerson(system, person).record;
      return changeKey(key, { holder_identity: person, state: 'handed_out', name: `Key of ${first_name} ${surname}` });
    },
    handInKey: (key) => changeKey(key, { holder_identity: null, state: 'in_stock', name: 'Unassigned key' }),
    reportKeyLost(key, cylinders) {
      for (const cylinder of cylinders) getCylinder(system, cylinder);
      changeKey(key, { state: 'lost' });
      return cylinders.map((cylinder) => createJob(cylinder, 'block'));
    },
    moveCylinder(id, group) {
      const { domain, state, record } = getCylinder(system, id);
      if (group !== null && !state.groups.get(group)) throw new RangeError(`There is no cylinder group ${group}.`);
      system.record({ did: 'put_cylinder', domain, cylinder: { ...record, group_external_id: group } });
      return createJob(id, 'change_group');
    },
  };
}

function checkDomain({ domains }: System, domain: string): void {
  if (!domains.has(domain)) throw new RangeError(`There is no domain ${domain}.`);
}

function nextJob({ domains }: System): string {
  const jobs = [...domains.values()].reduce((sum, domain) => sum + domain.jobs.total(), 0);
  return `J-${String(jobs + 1).padStart(4, '0')}`;
}
