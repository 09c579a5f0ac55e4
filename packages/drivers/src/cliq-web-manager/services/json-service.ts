import type { z } from 'zod';
import type { AdoptedRecords, HolderName, JobName, KeySystemSession } from '../../key-system-driver';
import type { JsonClient } from '../transport/json-client';
import * as wire from '../wire';
import { adoptedRecords } from './adopted-records';
import { readPages } from './read-pages';

/** Keys by their holders are listed by the query service alone. */
type Lists = Omit<Pick<KeySystemSession, Extract<keyof KeySystemSession, `list${string}`>>, 'listHeldKeys'>;
type RecordWrites = Pick<KeySystemSession, 'putPerson' | 'deactivatePerson' | 'putProfile' | 'changeProfileMembers'>;
type KeyWrites = Pick<KeySystemSession, 'assignKey' | 'returnKey' | 'setKeyState' | 'setKeyTimes' | 'setKeyAccess'>;
type JobWrites = Pick<KeySystemSession, 'putProgrammingJob' | 'assignProgrammingJob' | 'cancelProgrammingJob'>;
export type Writes = RecordWrites & KeyWrites & JobWrites;

/** Our own service, if there is one. It reports its capabilities. */
export type JsonService = Lists &
  Writes & {
    /** Undefined if nothing is served at its address, as with the vendor's own software. */
    describe(): Promise<z.infer<typeof wire.Service> | undefined>;
  };

export function createJsonService(client: JsonClient, base: string, adopted: AdoptedRecords): JsonService {
  return {
    describe: () => client.find({ method: 'GET', path: `${base}/`, answer: wire.Service }),
    ...lists(client, base),
    ...writes(client, base, adoptedRecords(adopted)),
  };
}

function lists(client: JsonClient, base: string): Lists {
  const list = <T>(name: string, item: z.ZodType<T>, idOf: (item: T) => string, max = wire.pageSize) =>
    readPages((first) => {
      const path = `${base}/${name}?first_result=${first}&max_results=${max}`;
      return client.send({ method: 'GET', path, answer: wire.pageOf(item) });
    }, idOf);
  const identity = (item: { identity: string }) => item.identity;
  const externalId = (item: { external_id: string }) => item.external_id;
  return {
    listPersons: () => list('persons', wire.WirePerson, identity),
    listProfiles: () => list('profiles', wire.WireProfile, identity, wire.profilePageSize),
    listCylinders: () => list('cylinders', wire.WireCylinder, externalId),
    listCylinderGroups: () => list('cylinder-groups', wire.WireCylinderGroup, externalId),
    listKeys: () => list('keys', wire.WireKey, externalId),
    listProgrammingJobs: () => list('programming-jobs', wire.WireProgrammingJob, externalId),
    listProgrammingKeys: () => list('programming-keys', wire.WireProgrammingKey, externalId),
    listProgrammingDevices: () => list('programming-devices', wire.WireProgrammingDevice, externalId),
  };
}

function writes(client: JsonClient, base: string, adopted: Adopted): Writes {
  const write: Write = async (method, path, body) => {
    await client.send({ method, path: `${base}/${path}`, body, answer: wire.Written });
  };
  return { ...recordWrites(write, adopted), ...keyWrites(write, adopted), ...jobWrites(write) };
}

type Write = (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<void>;
type Adopted = ReturnType<typeof adoptedRecords>;

function recordWrites(write: Write, adopted: Adopted): RecordWrites {
  const pathOf = (list: string, { path, isAdopted }: ReturnType<typeof adopted.addressOfPerson>, part = '') =>
    `${list}/${path}${part}${isAdopted ? '?by=identity' : ''}`;
  const person = (reference: string) => pathOf('persons', adopted.addressOfPerson(reference));
  const profile = (reference: string, part?: string) => pathOf('profiles', adopted.addressOfProfile(reference), part);
  return {
    putPerson: ({ reference, ...content }) => write('PUT', person(reference), content),
    deactivatePerson: (reference) => write('DELETE', person(reference)),
    putProfile: ({ reference, ...content }) => write('PUT', profile(reference), content),
    changeProfileMembers: (reference, change) => {
      const [added, removed] = [adopted.membersOf(change.add), adopted.membersOf(change.remove)];
      const others = { add_others: added.adopted, remove_others: removed.adopted };
      return write('POST', profile(reference, '/members'), { add: added.own, remove: removed.own, ...others });
    },
  };
}

function keyWrites(write: Write, adopted: Adopted): KeyWrites {
  const pathOf = (key: string, part: string) => `keys/${encodeURIComponent(key)}/${part}`;
  const nameOf = (holder: HolderName): HolderName =>
    'reference' in holder ? adopted.nameOfPerson(holder.reference) : { identity: holder.identity };
  return {
    assignKey: ({ key, holder }) => write('PUT', pathOf(key, 'holder'), nameOf(holder)),
    returnKey: (key) => write('DELETE', pathOf(key, 'holder')),
    setKeyState: (key, state) => write('PUT', pathOf(key, 'state'), { state }),
    setKeyTimes: (key, times) => write('PUT', pathOf(key, 'times'), times),
    setKeyAccess: (key, access) => write('PUT', pathOf(key, 'access'), access),
  };
}

function jobWrites(write: Write): JobWrites {
  const pathOf = (job: JobName, part = '') =>
    'reference' in job
      ? `programming-jobs/${encodeURIComponent(job.reference)}${part}`
      : `programming-jobs/${encodeURIComponent(job.external_id)}${part}?by=identity`;
  return {
    putProgrammingJob: ({ reference, ...content }) => write('PUT', pathOf({ reference }), content),
    assignProgrammingJob: (job, programming_key) => write('PUT', pathOf(job, '/assignment'), { programming_key }),
    cancelProgrammingJob: (job) => write('DELETE', pathOf(job)),
  };
}
