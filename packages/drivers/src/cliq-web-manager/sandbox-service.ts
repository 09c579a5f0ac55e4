import type { z } from 'zod';
import { capabilities, maxMembersPerCall } from '../key-system-driver';
import type { ReceivedCall } from './sandbox-faults';
import { sandboxDomain, siteCylinders, siteGroups, siteKeys, sitePersons, siteProfiles } from './sandbox-site';
import type { SandboxStore } from './sandbox-store';
import { MemberChange, PersonContent, ProfileContent, refusalCodes, servicePath } from './wire';

export type Answer = { status: number; body: unknown };

const cylinderIds = new Set(siteCylinders.map(({ external_id }) => external_id));
const groupIds = new Set(siteGroups.map(({ external_id }) => external_id));

class Refused extends Error {
  constructor(
    readonly code: keyof typeof refusalCodes,
    message: string,
  ) {
    super(message);
  }
}

const sandboxService = {
  product: 'CLIQ Web Manager sandbox',
  version: '1.0',
  domain_name: sandboxDomain,
  capabilities,
  is_sandbox: true,
};

/** Does what a call asks and answers it. `body` is undefined when the call had none that is JSON. */
export function answerCall(store: SandboxStore, call: ReceivedCall, body: unknown): Answer {
  try {
    return { status: 200, body: route(store, call, body) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { status: refusalCodes[error.code], body: { error: error.code, message: error.message } };
  }
}

function route(store: SandboxStore, { method, path, query }: ReceivedCall, body: unknown): unknown {
  const [domain, kind, reference, part, ...more] = segmentsOf(path);
  if (domain !== sandboxDomain) throw new Refused('unknown_domain', `There is no domain ${domain}.`);
  const what = [method, kind || 'service', reference === undefined ? '' : 'one', part, ...more]
    .filter(Boolean)
    .join(' ');
  if (what === 'GET service') return sandboxService;
  if (what === 'GET persons') return pageOf([...sitePersons, ...store.persons()], query);
  if (what === 'GET profiles') return pageOf([...siteProfiles, ...store.profiles()], query);
  if (what === 'GET cylinders') return pageOf(siteCylinders, query);
  if (what === 'GET cylinder-groups') return pageOf(siteGroups, query);
  if (what === 'GET keys') return pageOf(siteKeys, query);
  return { changed: write(store, what, reference ?? '', body) };
}

function write(store: SandboxStore, what: string, reference: string, body: unknown): boolean {
  if (what === 'PUT persons one') return store.putPerson(reference, read(PersonContent, body));
  if (what === 'DELETE persons one') return store.deactivatePerson(reference);
  if (what === 'PUT profiles one') return store.putProfile(reference, checkDoors(read(ProfileContent, body)));
  if (what === 'POST profiles one members') {
    if (!store.hasProfile(reference)) throw new Refused('unknown_profile', `There is no profile ${reference}.`);
    return store.changeMembers(reference, checkMembers(store, read(MemberChange, body)));
  }
  throw new Refused('unknown_service', 'There is no such service.');
}

function segmentsOf(path: string): string[] {
  if (!path.startsWith(`${servicePath}/`)) throw new Refused('unknown_service', 'There is no such service.');
  return path
    .slice(servicePath.length + 1)
    .split('/')
    .map(decodeURIComponent);
}

function pageOf<T>(all: readonly T[], query: URLSearchParams) {
  const first_result = Number(query.get('first_result') ?? 0);
  const items = all.slice(first_result, first_result + Number(query.get('max_results') ?? 100));
  return { first_result, total: all.length, items };
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Refused('invalid', `${issue?.path.join('.')}: ${issue?.message}`);
}

function checkDoors(profile: z.infer<typeof ProfileContent>) {
  for (const id of profile.cylinders) {
    if (!cylinderIds.has(id)) throw new Refused('invalid', `There is no cylinder ${id} in this domain.`);
  }
  for (const id of profile.cylinder_groups) {
    if (!groupIds.has(id)) throw new Refused('invalid', `There is no cylinder group ${id} in this domain.`);
  }
  return profile;
}

function checkMembers(store: SandboxStore, change: z.infer<typeof MemberChange>) {
  if (change.add.length + change.remove.length > maxMembersPerCall) {
    throw new Refused('invalid', `A call changes at most ${maxMembersPerCall} members.`);
  }
  for (const person of change.add) {
    if (!store.hasPerson(person)) throw new Refused('invalid', `There is no person ${person}.`);
  }
  return change;
}
