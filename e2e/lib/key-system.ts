import type { SandboxPeers } from '@key2xs/contract';
import { keySystemDrivers, type RecordedCylinder, type RecordedPerson, type RecordedProfile } from '@key2xs/drivers';
import { startCliqSandbox } from '@key2xs/drivers/sandbox';
import { Agent } from 'undici';
import type { Row } from './data/lists';

type Peer = SandboxPeers['key_system'];

async function collect<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

type KeySystemContent = { persons: RecordedPerson[]; profiles: RecordedProfile[]; cylinders: RecordedCylinder[] };

/** Reads the key system directly, not through the product. */
export async function readKeySystem(peer: Peer): Promise<KeySystemContent> {
  const session = keySystemDrivers.CLIQ_WEB_MANAGER.connect(peer, {
    openHttps: (_origin, tls) => new Agent({ connect: tls }),
    inspectHttps: () => {
      throw new Error('Nothing is diagnosed here.');
    },
    now: () => new Date(),
    signal: AbortSignal.timeout(60_000),
  });
  const read = {
    persons: await collect(session.listPersons()),
    profiles: await collect(session.listProfiles()),
    cylinders: await collect(session.listCylinders()),
  };
  await session.close();
  return read;
}

/** A rule of the story, and the rows it matches. */
export type StoryRule = { name: string; speaksOf: (row: Row) => boolean };

/**
 * Compares the key system with the rules over a list: each rule needs a profile with exactly its members, and the active
 * persons must be exactly those matched by any rule. Brute force, without the product's own code.
 */
export async function compareWithRules(peer: Peer, rules: readonly StoryRule[], rows: Iterable<Row>) {
  const people = [...rows];
  const { persons, profiles } = await readKeySystem(peer);
  const ours = persons.filter(({ reference, active }) => reference !== null && active);
  const employeeOf = new Map(ours.map(({ reference, employee_id }) => [reference, employee_id]));
  const wrong: string[] = [];
  for (const { name, speaksOf } of rules) {
    const profile = profiles.find((candidate) => candidate.name.endsWith(`/ ${name}`));
    const members = new Set(profile?.members.map((reference) => employeeOf.get(reference)));
    const wanted = people.filter(speaksOf).map(({ employeeId }) => employeeId);
    const missing = wanted.filter((id) => !members.has(id)).length;
    if (missing > 0 || members.size !== wanted.length) {
      wrong.push(`${name}: ${wanted.length} wanted, ${members.size} found, ${missing} missing`);
    }
  }
  const reached = new Set(
    people.filter((row) => rules.some((rule) => rule.speaksOf(row))).map((row) => row.employeeId),
  );
  const found = new Set([...employeeOf.values()]);
  const strangers = [...found].filter((id) => id === null || !reached.has(id)).length;
  if (found.size !== reached.size || strangers > 0) wrong.push(`${reached.size} persons wanted, ${found.size} found`);
  return { reached: reached.size, found: found.size, wrong };
}

const blocks = (pem: string): string[] => pem.match(/-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----/g) ?? [];

/** A valid bundle that trusts the right server, with a client certificate of another authority. */
export async function foreignBundle(peer: Peer): Promise<string> {
  const other = await startCliqSandbox({ port: 0 });
  await other.close();
  const [certificate = '', key = ''] = blocks(other.client_certificate_bundle_pem);
  const [, , ...authorities] = blocks(peer.client_certificate_bundle_pem);
  return [certificate, key, ...authorities].join('\n');
}
