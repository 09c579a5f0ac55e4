import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { KeySystemPerson, KeySystemProfile, KeySystemSession } from './key-system-driver';

type Wrong = 'domain' | 'client_certificate' | 'server_authority' | 'address';

/** A running peer of the driver under test. */
export type Peer = {
  /** A session with it, or one in which a thing is wrong. */
  open(wrong?: Wrong): KeySystemSession;
  /** Ends the peer without notice and starts it again from what it had stored. */
  restart(): Promise<void>;
  close(): Promise<void>;
  holds: {
    cylinders: number;
    cylinder_groups: number;
    keys: number;
    foreign_persons: number;
    foreign_profiles: number;
  };
  a_cylinder: string;
  a_cylinder_group: string;
};

/** What every driver of a key system promises, shown on a real connection to its peer. */
export function describeKeySystemDriver(name: string, startPeer: () => Promise<Peer>): void {
  describe(name, () => {
    let peer: Peer;
    let foreign: Awaited<ReturnType<typeof listForeign>>;
    const opened: KeySystemSession[] = [];
    const open = (wrong?: Wrong) => {
      const session = peer.open(wrong);
      opened.push(session);
      return session;
    };
    beforeAll(async () => {
      peer = await startPeer();
      foreign = await listForeign(open());
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((session) => session.close()));
    });
    afterAll(() => peer.close());

    describeConnecting(open);
    describePersons(open);
    describeProfiles(open, () => peer);

    it('reads the inventory whole, each record once', async () => {
      const session = open();
      const ids = async (pages: AsyncIterable<{ external_id: string }[]>) =>
        (await collect(pages)).map(({ external_id }) => external_id);
      const { cylinders, cylinder_groups, keys } = peer.holds;
      for (const [read, count] of [
        [await ids(session.listCylinders()), cylinders],
        [await ids(session.listCylinderGroups()), cylinder_groups],
        [await ids(session.listKeys()), keys],
      ] as const) {
        expect([read.length, new Set(read).size]).toEqual([count, count]);
      }
    });

    it('keeps what was written through the end of its process', async () => {
      const before = open();
      await before.putPerson(aPerson('survivor'));
      const persons = await collect(before.listPersons());
      const profiles = await collect(before.listProfiles());
      await peer.restart();
      const after = open();
      expect(await collect(after.listPersons())).toEqual(persons);
      expect(await collect(after.listProfiles())).toEqual(profiles);
    });

    it('leaves what is not ours as it was', async () => {
      const session = open();
      const now = await listForeign(session);
      expect(now).toEqual(foreign);
      expect(now.persons).toHaveLength(peer.holds.foreign_persons);
      expect(now.profiles).toHaveLength(peer.holds.foreign_profiles);
    });
  });
}

async function listForeign(session: KeySystemSession) {
  const isForeign = ({ reference }: { reference: string | null }) => reference === null;
  return {
    persons: (await collect(session.listPersons())).filter(isForeign),
    profiles: (await collect(session.listProfiles())).filter(isForeign),
  };
}

function describeConnecting(open: (wrong?: Wrong) => KeySystemSession): void {
  it('says what it speaks to', async () => {
    const probe = await open().probe();
    expect(probe).toMatchObject({ is_sandbox: true, domain_name: expect.any(String), version: expect.any(String) });
    expect(probe.capabilities).toContain('write_persons');
    expect(new Date(probe.client_certificate_expires_at).getTime()).toBeGreaterThan(Date.now());
  });

  it.each([
    ['domain', 'unknown_domain'],
    ['client_certificate', 'certificate_rejected'],
    ['server_authority', 'tls_untrusted'],
    ['address', 'unreachable'],
  ] as const)('names a wrong %s', async (wrong, kind) => {
    await expect(open(wrong).probe()).rejects.toMatchObject({ name: 'DriverError', kind });
  });
}

function describePersons(open: () => KeySystemSession): void {
  it('keeps one person however often it is put, with the content put last', async () => {
    const session = open();
    await session.putPerson(aPerson('put-twice'));
    const [first] = await find(session.listPersons(), 'put-twice');
    await session.putPerson({ ...aPerson('put-twice'), employee_id: '4711' });
    expect(await find(session.listPersons(), 'put-twice')).toEqual([{ ...first, employee_id: '4711' }]);
    expect(first).toEqual({ ...aPerson('put-twice'), active: true, identity: expect.any(String) });
  });

  it('deactivates, again, and what never was; putting makes active', async () => {
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

function describeProfiles(open: () => KeySystemSession, peer: () => Peer): void {
  const aProfile = (reference: string): KeySystemProfile => ({
    reference,
    name: 'Night shift / Engines',
    description: '',
    cylinders: [peer().a_cylinder],
    cylinder_groups: [peer().a_cylinder_group],
    schedule: [{ days: [1, 7], from: '22:00', to: '06:00' }],
  });

  it('gives a profile back as it was put, and leaves its members when it is put again', async () => {
    const session = open();
    await session.putProfile({ ...aProfile('engines'), schedule: [] });
    await session.putPerson(aPerson('driver'));
    await session.changeProfileMembers('engines', { add: ['driver'], remove: [] });
    await session.putProfile(aProfile('engines'));
    expect(await find(session.listProfiles(), 'engines')).toEqual([
      { ...aProfile('engines'), members: ['driver'], identity: expect.any(String) },
    ]);
  });

  it('changes members to the same end however often', async () => {
    const session = open();
    await session.putProfile(aProfile('crew'));
    for (const reference of ['c', 'a', 'b']) await session.putPerson(aPerson(reference));
    for (const _ of ['once', 'twice']) {
      await session.changeProfileMembers('crew', { add: ['c', 'a', 'b'], remove: [] });
      await session.changeProfileMembers('crew', { add: [], remove: ['b', 'never-in'] });
    }
    expect(await find(session.listProfiles(), 'crew')).toMatchObject([{ members: ['a', 'c'] }]);
  });

  it('says why one record is refused', async () => {
    const put = open().putProfile({ ...aProfile('nowhere'), cylinders: ['no-such-cylinder'] });
    const message = expect.stringContaining('no-such-cylinder');
    await expect(put).rejects.toMatchObject({ kind: 'refused_item', message });
  });
}

const aPerson = (reference: string): KeySystemPerson => ({
  reference,
  first_name: 'Zoë',
  surname: `O’Dowd ${reference}`,
  email: 'zoe@city.test',
  employee_id: null,
});

async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
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
