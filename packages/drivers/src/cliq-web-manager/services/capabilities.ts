import { DriverError } from '../../driver-error';
import { type Capability, capabilities } from '../../key-system-driver';

/** What the vendor's query service can do by itself. */
export const queryCapabilities: Capability[] = ['read_persons', 'read_keys', 'read_access_events'];

const words: Record<Capability, readonly [verb: string, object: string]> = {
  read_persons: ['read', 'persons'],
  read_person_references: ['tell', 'which persons are ours'],
  read_profiles: ['read', 'profiles'],
  read_cylinders: ['read', 'cylinders'],
  read_cylinder_groups: ['read', 'cylinder groups'],
  read_keys: ['read', 'keys'],
  read_programming_jobs: ['read', 'programming jobs'],
  read_access_events: ['read', 'access events'],
  write_persons: ['write', 'persons'],
  write_profiles: ['write', 'profiles'],
  write_profile_members: ['write', 'members of profiles'],
};

/** Of those named in a service's answer, the ones we know, in our order. */
export const knownCapabilities = (named: readonly string[]): Capability[] =>
  capabilities.filter((capability) => named.includes(capability));

/** What a connection can and cannot do, as one or two sentences. */
export function describeCapabilities(offered: readonly Capability[]): string {
  const missing = capabilities.filter((capability) => !offered.includes(capability));
  if (missing.length === 0) return 'This connection can do everything that Key2XS asks for.';
  const can = offered.length > 0 ? `can ${listed(offered, 'and')}` : 'can do nothing that Key2XS asks for';
  return `This connection ${can}. It cannot ${listed(missing, 'or')}.`;
}

/** 'read persons and keys, and write persons' */
function listed(which: readonly Capability[], last: 'and' | 'or'): string {
  const objects = new Map<string, string[]>();
  for (const capability of which) {
    const [verb, object] = words[capability];
    objects.set(verb, [...(objects.get(verb) ?? []), object]);
  }
  const phrases = [...objects].map(([verb, named]) => `${verb} ${enumerated(named, last)}`);
  return phrases.length < 3
    ? phrases.join(`, ${last} `)
    : `${phrases.slice(0, -1).join(', ')}, ${last} ${phrases.at(-1)}`;
}

const enumerated = (named: readonly string[], last: string): string =>
  named.length < 2 ? named.join() : `${named.slice(0, -1).join(', ')} ${last} ${named.at(-1)}`;

/** @throws DriverError not_supported */
export function requireCapability(offered: readonly Capability[], needed: Capability): void {
  if (offered.includes(needed)) return;
  throw new DriverError('not_supported', { detail: `This connection cannot ${words[needed].join(' ')}.` });
}
