import { expect, it } from 'vitest';
import type { KeySystemSession, KeyTimes, RecordedKey, RecordedProgrammingJob } from './key-system-driver';
import { aPerson, collect, type WritablePeer } from './key-system-driver-suite-writes';

export const anyTime: KeyTimes = { validity: { mode: 'always' }, revalidation_minutes: null, schedule: [] };

const twice = ['once', 'twice'];

type Peer = () => WritablePeer;

/** The contract of writing about keys and programming jobs, if offered: of what is recorded, not of what keys hold. */
export function describeKeyWriting(open: () => KeySystemSession, peer: Peer): void {
  describeHolders(open, peer);
  describeTimesAndAccess(open, peer);
  describeJobs(open, peer);
}

async function theKey(session: KeySystemSession, id: string): Promise<RecordedKey> {
  const key = (await collect(session.listKeys())).find(({ external_id }) => external_id === id);
  if (!key) throw new Error(`no key ${id}`);
  return key;
}

function describeHolders(open: () => KeySystemSession, peer: Peer): void {
  it('hands a key out to our person and takes it back, idempotently', async () => {
    const session = open();
    await session.putPerson(aPerson('holder'));
    const key = peer().a_key;
    for (const _ of twice) await session.assignKey({ key, holder: { reference: 'holder' } });
    const persons = await collect(session.listPersons());
    const { identity = '' } = persons.find(({ reference }) => reference === 'holder') ?? {};
    expect(await theKey(session, peer().a_key)).toMatchObject({ holder_identity: identity, state: 'handed_out' });
    await session.assignKey({ key, holder: { identity } });
    for (const _ of twice) await session.returnKey(key);
    expect(await theKey(session, peer().a_key)).toMatchObject({ holder_identity: null, state: 'in_stock' });
  });

  it('refuses to hand out a key that another person holds, and to a deactivated person', async () => {
    const session = open();
    for (const reference of ['first', 'second']) await session.putPerson(aPerson(reference));
    const key = peer().a_key;
    await session.assignKey({ key, holder: { reference: 'first' } });
    const held = await theKey(session, peer().a_key);
    const taken = session.assignKey({ key, holder: { reference: 'second' } });
    await expect(taken).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining(key) });
    expect(await theKey(session, peer().a_key)).toEqual(held);
    await session.returnKey(key);
    await session.deactivatePerson('second');
    const gone = session.assignKey({ key, holder: { reference: 'second' } });
    await expect(gone).rejects.toMatchObject({
      kind: 'refused_item',
      message: expect.stringContaining('deactivated'),
    });
    const unknown = session.assignKey({ key, holder: { reference: 'nobody' } });
    await expect(unknown).rejects.toMatchObject({ kind: 'refused_item' });
    expect(await theKey(session, peer().a_key)).toMatchObject({ holder_identity: null });
  });

  it('marks a key lost with its holder, hands it out to no one then, and takes it back when it is found', async () => {
    const session = open();
    await session.putPerson(aPerson('loser'));
    const key = peer().a_key;
    await session.assignKey({ key, holder: { reference: 'loser' } });
    for (const _ of twice) await session.setKeyState(key, 'lost');
    expect(await theKey(session, peer().a_key)).toMatchObject({ state: 'lost', holder_identity: expect.any(String) });
    const again = session.assignKey({ key, holder: { reference: 'loser' } });
    await expect(again).rejects.toMatchObject({ kind: 'conflict' });
    await expect(session.setKeyState(key, 'in_stock')).rejects.toMatchObject({ kind: 'conflict' });
    await session.returnKey(key);
    expect(await theKey(session, peer().a_key)).toMatchObject({ state: 'in_stock', holder_identity: null });
    await expect(session.setKeyState(key, 'handed_out')).rejects.toMatchObject({ kind: 'conflict' });
  });
}

function describeTimesAndAccess(open: () => KeySystemSession, peer: Peer): void {
  it('sets times, and tells when what a key is to take over last changed', async () => {
    const session = open();
    const key = peer().a_key;
    const times: KeyTimes = {
      validity: { mode: 'between', from: '2026-05-01T00:00:00.000Z', until: '2026-06-01T00:00:00.000Z' },
      revalidation_minutes: 1_440,
      schedule: [{ days: [1, 5], from: '22:00', to: '06:00' }],
    };
    await session.setKeyTimes(key, times);
    const first = await theKey(session, peer().a_key);
    await session.setKeyTimes(key, times);
    expect(await theKey(session, peer().a_key)).toEqual(first);
    expect(first).toMatchObject({ times, changed_at: expect.any(String) });
    const backwards = {
      mode: 'between' as const,
      from: '2026-07-01T00:00:00.000Z',
      until: '2026-06-01T00:00:00.000Z',
    };
    for (const validity of [backwards, { ...backwards, from: '2026-06-01T00:00:00.000Z' }]) {
      await expect(session.setKeyTimes(key, { ...times, validity })).rejects.toMatchObject({ kind: 'refused_item' });
    }
    await session.setKeyTimes(key, anyTime);
    expect(await theKey(session, peer().a_key)).toMatchObject({ times: anyTime });
  });

  it('gives a key doors of its own, which it keeps when it changes hands', async () => {
    const session = open();
    const key = peer().a_key;
    const access = { cylinders: [peer().a_cylinder], cylinder_groups: [peer().a_cylinder_group] };
    for (const _ of twice) await session.setKeyAccess(key, access);
    expect(await theKey(session, peer().a_key)).toMatchObject({
      access,
      access_list: { used: 2, limit: expect.any(Number) },
    });
    const nowhere = session.setKeyAccess(key, { ...access, cylinders: ['no-such-cylinder'] });
    await expect(nowhere).rejects.toMatchObject({ message: expect.stringContaining('no-such-cylinder') });
    await session.putPerson(aPerson('owner'));
    await session.assignKey({ key, holder: { reference: 'owner' } });
    await session.returnKey(key);
    expect(await theKey(session, peer().a_key)).toMatchObject({ access });
    await session.setKeyAccess(key, { cylinders: [], cylinder_groups: [] });
  });

  it('names a key that is not there', async () => {
    for (const call of [open().returnKey('no-such-key'), open().setKeyTimes('no-such-key', anyTime)]) {
      await expect(call).rejects.toMatchObject({
        kind: 'refused_item',
        message: expect.stringContaining('no-such-key'),
      });
    }
  });
}

function describeJobs(open: () => KeySystemSession, peer: Peer): void {
  const jobOf = async (session: KeySystemSession, reference: string): Promise<RecordedProgrammingJob | undefined> => {
    const jobs = await collect(session.listProgrammingJobs());
    const found = jobs.filter((job) => job.reference === reference);
    expect(found.length).toBeLessThan(2);
    return found[0];
  };
  const block = (reference: string) =>
    ({ reference, cylinder: peer().a_cylinder, kind: 'block', key: peer().a_key }) as const;

  it('creates a job once for a reference, and refuses other work under it', async () => {
    const session = open();
    for (const _ of twice) await session.putProgrammingJob(block('job-once'));
    expect(await jobOf(session, 'job-once')).toMatchObject({
      cylinder_external_id: peer().a_cylinder,
      kind: 'block',
      key_external_id: peer().a_key,
      state: 'pending',
      assigned_key: null,
    });
    const other = session.putProgrammingJob({ ...block('job-once'), kind: 'unblock' });
    await expect(other).rejects.toMatchObject({ kind: 'conflict' });
    const keyless = session.putProgrammingJob({ ...block('job-keyless'), key: null });
    await expect(keyless).rejects.toMatchObject({ kind: 'refused_item' });
  });

  it('assigns a job to a programming key, which counts it, and takes it back', async () => {
    const session = open();
    const programmingKey = peer().a_programming_key;
    const load = async () =>
      (await collect(session.listProgrammingKeys())).find(({ external_id }) => external_id === programmingKey)?.jobs;
    const before = (await load()) ?? 0;
    await session.putProgrammingJob(block('job-assigned'));
    for (const _ of twice) await session.assignProgrammingJob({ reference: 'job-assigned' }, programmingKey);
    expect(await load()).toBe(before + 1);
    const { external_id = '', state } = (await jobOf(session, 'job-assigned')) ?? {};
    expect(state).toBe('assigned');
    for (const _ of twice) await session.assignProgrammingJob({ external_id }, null);
    expect([await load(), (await jobOf(session, 'job-assigned'))?.state]).toEqual([before, 'pending']);
    const unknown = session.assignProgrammingJob({ external_id }, 'no-such-programming-key');
    await expect(unknown).rejects.toMatchObject({ message: expect.stringContaining('no-such-programming-key') });
  });

  it('cancels a job, for good', async () => {
    const session = open();
    await session.putProgrammingJob(block('job-cancelled'));
    for (const _ of twice) await session.cancelProgrammingJob({ reference: 'job-cancelled' });
    await session.cancelProgrammingJob({ reference: 'never-was' });
    expect(await jobOf(session, 'job-cancelled')).toMatchObject({ state: 'cancelled' });
    const calls = [
      session.putProgrammingJob(block('job-cancelled')),
      session.assignProgrammingJob({ reference: 'job-cancelled' }, null),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ kind: 'conflict' });
  });
}
