import type { Records } from '../../../sandbox-kit/records';
import type { DomainLists } from './lists';
import type { System } from './system';

type RecordInDomain<T> = {
  domain: DomainLists;
  record: T;
  /** Updates fields of the record. @returns the updated record */
  change(fields: Partial<T>): T;
};

/** The record with this id in any domain. @throws RangeError if there is none */
function getRecord<T>(
  { domains }: System,
  what: string,
  id: string,
  listOf: (domain: DomainLists) => Records<T>,
): RecordInDomain<T> {
  for (const domain of domains.values()) {
    const list = listOf(domain);
    const record = list.get(id);
    if (record !== undefined) return { domain, record, change: (fields) => putInto(list, { ...record, ...fields }) };
  }
  throw new RangeError(`There is no ${what} ${id}.`);
}

export function putInto<T>(list: Records<T>, record: T): T {
  list.put(record);
  return record;
}

export const getPerson = (system: System, identity: string) =>
  getRecord(system, 'person', identity, ({ persons }) => persons);
export const getProfile = (system: System, identity: string) =>
  getRecord(system, 'profile', identity, ({ profiles }) => profiles);
export const getKey = (system: System, id: string) => getRecord(system, 'key', id, ({ keys }) => keys);
export const getCylinder = (system: System, id: string) =>
  getRecord(system, 'cylinder', id, ({ cylinders }) => cylinders);
export const getJob = (system: System, id: string) => getRecord(system, 'programming job', id, ({ jobs }) => jobs);
export const getProgrammingKey = (system: System, id: string) =>
  getRecord(system, 'programming key', id, ({ programmingKeys }) => programmingKeys);
export const getDevice = (system: System, id: string) =>
  getRecord(system, 'programming device', id, ({ devices }) => devices);

/** @throws RangeError if there is none */
export function getDomain({ domains }: System, name: string): DomainLists {
  const domain = domains.get(name);
  if (!domain) throw new RangeError(`There is no domain ${name}.`);
  return domain;
}
