import { join } from 'node:path';
import type { SandboxPeers } from '@key2xs/contract';
import { sendCommand } from '@key2xs/drivers/sandbox';
import { readKeySystem } from '../key-system';
import type { Row } from './lists';

type Doors = readonly string[];
/** What an operator has entered in a sandbox: who is a member of which profile, by employee id. */
export type HandEntered = { profiles: number; rights: number };

const membersPerCommand = 1_000;

/**
 * Enters access by hand in a product's sandbox, as it has grown in ten years: a profile for each department and one for each
 * frequent title of a department, some people missing from theirs, and some people with a profile of their own.
 * @param doors external ids of cylinders
 * @param noise of a hundred members how many are missing, and of a hundred people how many have something of their own;
 * `scattered`: how many have doors at random that nothing explains, over which a run of the generator takes its time
 */
export async function enterAccess(
  dataDir: string,
  rows: readonly Row[],
  doors: Doors,
  noise: { missing: number; extra: number; scattered?: number },
): Promise<HandEntered> {
  const command = (...words: string[]) => sendCommand(join(dataDir, 'sandbox'), words);
  const identities = new Map<string, string>();
  for (const { employeeId, givenName = '', familyName = '', mail = '' } of rows) {
    const person = await command('create-person', givenName, familyName, mail, employeeId);
    identities.set(employeeId, identityOf(person));
  }
  const random = seeded(7);
  const isHit = (percent: number) => random() * 100 < percent;
  const take = (some: number): string[] => {
    const begin = Math.floor(random() * doors.length);
    return Array.from({ length: some }, (_, at) => doors[(begin + at) % doors.length] ?? '');
  };
  const entered = { profiles: 0, rights: 0 };
  const makeProfile = async (name: string, opens: Doors, members: readonly Row[]) => {
    const profile = identityOf(await command('create-profile', name, ...opens));
    for (let at = 0; at < members.length; at += membersPerCommand) {
      const persons = members
        .slice(at, at + membersPerCommand)
        .map(({ employeeId }) => identities.get(employeeId) ?? '');
      await command('add-members', profile, ...persons);
    }
    entered.profiles++;
    entered.rights += opens.length * members.length;
  };
  const present = (members: readonly Row[]) => members.filter(() => !isHit(noise.missing));
  for (const [department, members] of Map.groupBy(rows, (row) => row.department)) {
    if (members.length < 5) continue;
    await makeProfile(`Doors of ${department}`, take(6), present(members));
    for (const [title, holders] of Map.groupBy(members, (row) => row.jobTitle)) {
      if (holders.length >= 10) await makeProfile(`${title}, ${department}`, take(3), present(holders));
    }
  }
  for (const row of rows) {
    if (isHit(noise.extra)) await makeProfile(`Doors of ${row.employeeId}`, take(1), [row]);
  }
  for (const row of rows.slice(0, noise.scattered ?? 0)) {
    const some = doors.filter(() => isHit(40));
    await makeProfile(`Since ever: ${row.employeeId}`, some, [row]);
  }
  return entered;
}

/** Which doors each active person opens by the profiles that the key system has recorded, by employee id; without product code. */
export async function opensByRecord(peer: SandboxPeers['key_system']): Promise<Map<string, string>> {
  const { persons, profiles, cylinders } = await readKeySystem(peer);
  const doorsOfGroup = Map.groupBy(cylinders, ({ group_external_id }) => group_external_id);
  const employees = new Map<string, string>();
  for (const { identity, reference, employee_id, active } of persons) {
    if (!active || employee_id === null) continue;
    employees.set(identity, employee_id);
    if (reference !== null) employees.set(reference, employee_id);
  }
  const opens = new Map<string, Set<string>>();
  for (const profile of profiles) {
    const grouped = profile.cylinder_groups.flatMap((group) => doorsOfGroup.get(group) ?? []);
    const doors = [...profile.cylinders, ...grouped.map(({ external_id }) => external_id)];
    for (const member of [...profile.members, ...profile.other_members]) {
      const employee = employees.get(member);
      if (employee === undefined) continue;
      const known = opens.get(employee) ?? new Set();
      for (const door of doors) known.add(door);
      opens.set(employee, known);
    }
  }
  return new Map([...opens].map(([employee, doors]) => [employee, [...doors].sort().join(' ')]));
}

/** What a command that makes a record answers. */
const identityOf = (answer: unknown): string => (answer as { identity: string }).identity;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
