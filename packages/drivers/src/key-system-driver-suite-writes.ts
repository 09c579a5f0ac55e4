import { beforeAll, expect, it } from 'vitest';
import type { KeySystemPerson, KeySystemProfile, KeySystemSession } from './key-system-driver';

export type WritablePeer = {
  /** Kills the peer and restarts it from its stored data. */
  restart(): Promise<void>;
  holds: { foreign_persons: number; foreign_profiles: number };
  a_cylinder: string;
  a_cylinder_group: string;
  /** In stock, and with a clock and an access list. */
  a_key: string;
  a_programming_key: string;
};

/** The contract of writing, if offered. */
export function describeWriting(open: () => KeySystemSession, peer: () => WritablePeer): void {
  let foreign: Awaited<ReturnType<typeof listForeign>>;
  beforeAll(async () => {
    foreign = await listForeign(open());
  });

  describePersons(open);
  describeProfiles(open, peer);

  it('keeps written records after its process is killed', async () => {
    const before = open();
    await before.putPerson(aPerson('survivor'));
    const persons = await collect(before.listPersons());
    const profiles = await collect(before.listProfiles());
    await peer().restart();
    const after = open();
    expect(await collect(after.listPersons())).toEqual(persons);
    expect(await collect(after.listProfiles())).toEqual(profiles);
  });

  it('does not change foreign records', async () => {
    const now = await listForeign(open());
    expect(now).toEqual(foreign);
    expect(now.persons).toHaveLength(peer().holds.foreign_persons);
    expect(now.profiles).toHaveLength(peer().holds.foreign_profiles);
  });
}

async function listForeign(session: KeySystemSession) {
  const isForeign = ({ reference }: { reference: string | null }) => reference === null;
  return {
    persons: (await collect(session.listPersons())).filter(isForeign),
    profiles: (await collect(session.listProfiles())).filter(isForeign),
  };
}

function describePersons(open: () => KeySystemSession): void {
  it('keeps one person after repeated puts, with the last content', async () => {
    const session = open();
    await session.putPerson(aPerson('put-twice'));
    const [first] = await find(session.listPersons(), 'put-twice');
    await session.putPerson({ ...aPerson('put-twice'), employee_id: '4711' });
    expect(await find(session.listPersons(), 'put-twice')).toEqual([{ ...first, employee_id: '4711' }]);
    expect(first).toEqual({ ...aPerson('put-twice'), active: true, identity: expect.any(String) });
  });

  it('deactivates repeatedly, and unknown persons; a put activates', async () => {
    const session = open();
    await session.putPerson(aPerson('comes-and-goes'));
    await session.deactivatePerson('comes-and-goes');
    await session.deactivatePerson('comes-and-goes');
    await session.deactivatePerson('never-was');
    expect(await find(session.listPersons(), 'comes-and-goes')).toMatchObject([{ active: false }]);
    expect(await find(session.listPersons(), 'never-was')).toEqual([]);
    await session.putPerson(aPerson('comes-and-goes'));
    expect(await find(session.listPersons(), 'comes-and-goes')).toMatchObject([{ active: true }]);
  });

  it('carries references with any character', async () => {
    const session = open();
    await session.putPerson(aPerson('a/b?c#d %ü'));
    expect(await find(session.listPersons(), 'a/b?c#d %ü')).toHaveLength(1);
  });
}

function describeProfiles(open: () => KeySystemSession, peer: () => WritablePeer): void {
  const withDoors = (reference: string): KeySystemProfile =>
    aProfile(reference, { cylinders: [peer().a_cylinder], cylinder_groups: [peer().a_cylinder_group] });

  it('returns a profile as it was put, and keeps its members when it is put again', async () => {
    const session = open();
    await session.putProfile({ ...withDoors('engines'), schedule: [] });
    await session.putPerson(aPerson('driver'));
    await session.changeProfileMembers('engines', { add: ['driver'], remove: [] });
    await session.putProfile(withDoors('engines'));
    expect(await find(session.listProfiles(), 'engines')).toEqual([
      { ...withDoors('engines'), members: ['driver'], other_members: [], identity: expect.any(String) },
    ]);
  });

  it('changes members idempotently', async () => {
    const session = open();
    await session.putProfile(withDoors('crew'));
    for (const reference of ['c', 'a', 'b']) await session.putPerson(aPerson(reference));
    for (const _ of ['once', 'twice']) {
      await session.changeProfileMembers('crew', { add: ['c', 'a', 'b'], remove: [] });
      await session.changeProfileMembers('crew', { add: [], remove: ['b', 'never-in'] });
    }
    expect(await find(session.listProfiles(), 'crew')).toMatchObject([{ members: ['a', 'c'] }]);
  });

  it('says why one record is refused', async () => {
    const put = open().putProfile({ ...withDoors('nowhere'), cylinders: ['no-such-cylinder'] });
    const message = expect.stringContaining('no-such-cylinder');
    await expect(put).rejects.toMatchObject({ kind: 'refused_item', message });
  });
}

export const aPerson = (reference: string): KeySystemPerson => ({
  reference,
  first_name: 'Zoë',
  surname: `O’Dowd ${reference}`,
  email: 'zoe@city.test',
  employee_id: null,
});

export const aProfile = (reference: string, doors: Partial<KeySystemProfile>): KeySystemProfile => ({
  reference,
  name: 'Night shift / Engines',
  description: '',
  cylinders: [],
  cylinder_groups: [],
  schedule: [{ days: [1, 7], from: '22:00', to: '06:00' }],
  ...doors,
});

export async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

async function find<T extends { reference: string | null }>(
  pages: AsyncIterable<T[]>,
  reference: string,
): Promise<T[]> {
  return (await collect(pages)).filter((record) => record.reference === reference);
}
