import type { z } from 'zod';
import type { AdoptedRecords, KeySystemSession } from '../../key-system-driver';
import type { JsonClient } from '../transport/json-client';
import * as wire from '../wire';
import { adoptedRecords } from './adopted-records';
import { readPages } from './read-pages';

type Lists = Pick<
  KeySystemSession,
  'listPersons' | 'listProfiles' | 'listCylinders' | 'listCylinderGroups' | 'listKeys' | 'listProgrammingJobs'
>;
type Writes = Pick<KeySystemSession, 'putPerson' | 'deactivatePerson' | 'putProfile' | 'changeProfileMembers'>;

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
  };
}

function writes(client: JsonClient, base: string, adopted: ReturnType<typeof adoptedRecords>): Writes {
  const write = async (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<void> => {
    await client.send({ method, path: `${base}/${path}`, body, answer: wire.Written });
  };
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
