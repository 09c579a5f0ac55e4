import type { z } from 'zod';
import { capabilities, maxMembersPerCall } from '../../../key-system-driver';
import type { Records } from '../../../sandbox-kit/records';
import {
  Access,
  Assignment,
  Holder,
  JobContent,
  MemberChange,
  PersonContent,
  ProfileContent,
  refusalCodes,
  State,
  servicePath,
  Times,
} from '../../wire';
import { createJobStore, presentProgrammingKey } from '../system/job-store';
import { createKeyStore } from '../system/key-store';
import { type DomainLists, presentProfile } from '../system/lists';
import { presentKey } from '../system/recorded-rights';
import { Refused } from '../system/refused';
import { createStore, idIn, type RecordName, type Store } from '../system/store';
import type { System } from '../system/system';
import type { Answer, ReceivedCall } from './answer';

type Target = { system: System; domain: string; state: DomainLists; store: Store; named: RecordName };

/** Executes a call of our own service. `body` is undefined if the call had no valid JSON. */
export function answerJson(system: System, call: ReceivedCall, body: unknown, shift = 0): Answer {
  try {
    return { form: 'json', status: 200, body: route(system, call, body, shift) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const refusal = { error: error.code, message: error.message };
    return { form: 'json', status: refusalCodes[error.code], body: refusal };
  }
}

/** `GET persons`, `PUT persons one`, `POST profiles one members`. */
export function ourOperation(method: string, path: string): string {
  const [, kind, reference, part, ...more] = segmentsOf(path) ?? [];
  return [method, kind || 'service', reference === undefined ? '' : 'one', part, ...more].filter(Boolean).join(' ');
}

function route(system: System, { path, query, operation }: ReceivedCall, body: unknown, shift: number): unknown {
  const segments = segmentsOf(path);
  if (!segments) throw new Refused('unknown_service', 'There is no such service.');
  const [domain = '', , reference = ''] = segments;
  const state = system.domains.get(domain);
  if (!state) throw new Refused('unknown_domain', `There is no domain ${domain}.`);
  if (operation === 'GET service') return service(domain);
  const list = lists[operation];
  if (list) return list(state, (records, present) => pageOf(records, query, shift, present));
  const named = query.get('by') === 'identity' ? { identity: reference } : reference;
  return { changed: write(operation, { system, domain, state, store: createStore(system, state), named }, body) };
}

type Page = <T>(records: Records<T>, present?: (record: T) => unknown) => unknown;

const lists: Record<string, (state: DomainLists, page: Page) => unknown> = {
  'GET persons': ({ persons }, page) => page(persons),
  'GET profiles': (state, page) => page(state.profiles, (profile) => presentProfile(state, profile)),
  'GET cylinders': ({ cylinders }, page) => page(cylinders),
  'GET cylinder-groups': ({ groups }, page) => page(groups),
  'GET keys': (state, page) => page(state.keys, (key) => presentKey(state, key)),
  'GET programming-jobs': ({ jobs }, page) => page(jobs),
  'GET programming-keys': (state, page) => page(state.programmingKeys, (key) => presentProgrammingKey(state, key)),
  'GET programming-devices': ({ devices }, page) => page(devices),
};

const service = (domain_name: string) => ({
  product: 'CLIQ Web Manager sandbox',
  version: '1.0',
  domain_name,
  capabilities,
  is_sandbox: true,
});

function write(operation: string, target: Target, body: unknown): boolean {
  const { domain, state, store, named } = target;
  switch (operation) {
    case 'PUT persons one':
      refuseUnknown(store, named, 'person');
      return store.putPerson(named, read(PersonContent, body));
    case 'DELETE persons one':
      return store.deactivatePerson(named);
    case 'PUT profiles one':
      refuseUnknown(store, named, 'profile');
      return store.putProfile(named, checkDoors(domain, state, read(ProfileContent, body)));
    case 'POST profiles one members':
      if (!store.hasProfile(named)) throw new Refused('unknown_profile', `There is no profile ${idIn(named)}.`);
      return store.changeMembers(named, checkMembers(store, read(MemberChange, body)));
    default:
      return operation.includes(' keys ') ? writeKey(operation, target, body) : writeJob(operation, target, body);
  }
}

function writeKey(operation: string, { system, state, named }: Target, body: unknown): boolean {
  const [store, id] = [createKeyStore(system, state), idIn(named)];
  switch (operation) {
    case 'PUT keys one holder':
      return store.assign(id, read(Holder, body));
    case 'DELETE keys one holder':
      return store.takeBack(id);
    case 'PUT keys one state':
      return store.setState(id, read(State, body).state);
    case 'PUT keys one times':
      return store.setTimes(id, read(Times, body));
    case 'PUT keys one access':
      return store.setAccess(id, read(Access, body));
    default:
      throw new Refused('unknown_service', 'There is no such service.');
  }
}

function writeJob(operation: string, { system, state, named }: Target, body: unknown): boolean {
  const store = createJobStore(system, state);
  const job = typeof named === 'string' ? { reference: named } : { external_id: named.identity };
  switch (operation) {
    case 'PUT programming-jobs one':
      return store.put({ ...read(JobContent, body), reference: idIn(named) });
    case 'PUT programming-jobs one assignment':
      return store.assign(job, read(Assignment, body).programming_key);
    case 'DELETE programming-jobs one':
      return store.cancel(job);
    default:
      throw new Refused('unknown_service', 'There is no such service.');
  }
}

/** A record named by its identity is not created. */
function refuseUnknown(store: Store, named: RecordName, what: 'person' | 'profile'): void {
  if (typeof named === 'string') return;
  if (what === 'person' ? store.hasPerson(named) : store.hasProfile(named)) return;
  throw new Refused(`unknown_${what}`, `There is no ${what} ${named.identity}.`);
}

function segmentsOf(path: string): string[] | undefined {
  if (!path.startsWith(`${servicePath}/`)) return undefined;
  try {
    return path
      .slice(servicePath.length + 1)
      .split('/')
      .map(decodeURIComponent);
  } catch {
    return undefined; // a stray percent sign
  }
}

function pageOf<T>(records: Records<T>, query: URLSearchParams, shift: number, present?: (record: T) => unknown) {
  const first_result = numberOf(query, 'first_result', 0);
  const from = first_result + shift;
  const page = records.slice(from, from + numberOf(query, 'max_results', 100));
  const items = present ? page.map(present) : page;
  return { first_result, total: records.total() - Math.max(0, shift), items };
}

function numberOf(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  if (!/^\d{1,9}$/.test(text)) throw new Refused('invalid', `${name} is not a number.`);
  return Number(text);
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Refused('invalid', `${issue?.path.join('.')}: ${issue?.message}`);
}

function checkDoors(domain: string, { cylinders, groups }: DomainLists, profile: z.infer<typeof ProfileContent>) {
  for (const id of profile.cylinders) {
    if (!cylinders.get(id)) throw new Refused('invalid', `There is no cylinder ${id} in the domain ${domain}.`);
  }
  for (const id of profile.cylinder_groups) {
    if (!groups.get(id)) throw new Refused('invalid', `There is no cylinder group ${id} in the domain ${domain}.`);
  }
  return profile;
}

function checkMembers(store: Store, change: z.infer<typeof MemberChange>) {
  const { add, remove, add_others, remove_others } = change;
  if (add.length + remove.length + add_others.length + remove_others.length > maxMembersPerCall) {
    throw new Refused('invalid', `A call changes at most ${maxMembersPerCall} members.`);
  }
  for (const person of [...add, ...add_others.map((identity) => ({ identity }))]) {
    if (!store.hasPerson(person)) throw new Refused('invalid', `There is no person ${idIn(person)}.`);
  }
  return change;
}
