import type { Records } from '../site/records';
import type { DomainState } from './state';
import type { System } from './system';

type Found<T> = { domain: string; state: DomainState; record: T };

/** The record with this id in whatever domain it is. @throws RangeError when there is none */
function getRecord<T>(
  { domains }: System,
  what: string,
  id: string,
  recordsOf: (domain: DomainState) => Records<T>,
): Found<T> {
  for (const [domain, state] of domains) {
    const record = recordsOf(state).get(id);
    if (record !== undefined) return { domain, state, record };
  }
  throw new RangeError(`There is no ${what} ${id}.`);
}

export const getPerson = (system: System, identity: string) =>
  getRecord(system, 'person', identity, ({ persons }) => persons);
export const getProfile = (system: System, identity: string) =>
  getRecord(system, 'profile', identity, ({ profiles }) => profiles);
export const getKey = (system: System, id: string) => getRecord(system, 'key', id, ({ keys }) => keys);
export const getCylinder = (system: System, id: string) =>
  getRecord(system, 'cylinder', id, ({ cylinders }) => cylinders);
export const getJob = (system: System, id: string) => getRecord(system, 'programming job', id, ({ jobs }) => jobs);
