import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { directIo } from '../direct-io';
import type { AdoptedRecords, KeySystemSession } from '../key-system-driver';
import { collect } from '../key-system-driver-suite-writes';
import { cliqWebManager } from './driver';
import { type CliqSandbox, startCliqSandbox } from './sandbox';

const none: AdoptedRecords = { persons: new Map(), profiles: new Map() };
const adopted: AdoptedRecords = { persons: new Map([['odo', 'P-00001']]), profiles: new Map([['locks', 'A-0001']]) };

describe('records entered by hand that are adopted', () => {
  let sandbox: CliqSandbox;
  const sessions: KeySystemSession[] = [];
  beforeEach(async () => {
    sandbox = await startCliqSandbox({ port: 0 });
  });
  afterEach(async () => {
    await Promise.all(sessions.splice(0).map((session) => session.close()));
    await sandbox.close();
  });

  function open(records?: AdoptedRecords): KeySystemSession {
    const session = cliqWebManager.connect(sandbox, directIo(), records);
    sessions.push(session);
    return session;
  }

  async function read(records?: AdoptedRecords) {
    const session = open(records);
    const [persons, profiles] = [await collect(session.listPersons()), await collect(session.listProfiles())];
    const person = persons.find(({ identity }) => identity === 'P-00001');
    const profile = profiles.find(({ identity }) => identity === 'A-0001');
    if (!person || !profile) throw new Error('The city has other records.');
    return { person, profile, counts: [persons.length, profiles.length] };
  }

  it('are shown under our references, and written to under their own ids without getting a reference', async () => {
    sandbox.act('add-member', { profile: 'A-0001', person: 'P-00001' });
    const before = await read();
    const shown = await read(adopted);
    expect(shown.person).toEqual({ ...before.person, reference: 'odo' });
    expect([shown.profile.reference, shown.profile.members]).toEqual(['locks', ['odo']]);
    expect(shown.profile.other_members).toEqual(before.profile.other_members.filter((id) => id !== 'P-00001'));

    const session = open(adopted);
    const fresh = { reference: 'new', first_name: 'Ida', surname: 'Nye', email: null, employee_id: null };
    await session.putPerson(fresh);
    await session.putPerson({ ...fresh, reference: 'odo', surname: 'Marsk' });
    await session.putProfile({ ...shown.profile, reference: 'locks', name: 'Locks' });
    await session.changeProfileMembers('locks', { add: ['new'], remove: ['odo'] });
    const after = await read();
    expect(after.person).toMatchObject({ reference: null, surname: 'Marsk' });
    expect(after.profile).toMatchObject({ reference: null, name: 'Locks', members: ['new'] });
    expect(after.profile.other_members).not.toContain('P-00001');
    expect(after.counts).toEqual([(before.counts[0] ?? 0) + 1, before.counts[1]]);

    await session.changeProfileMembers('locks', { add: ['odo'], remove: [] });
    await session.deactivatePerson('odo');
    expect(await read()).toMatchObject({
      person: { active: false },
      profile: { other_members: expect.arrayContaining(['P-00001']) },
    });
  });

  it('are not created when they are gone', async () => {
    const session = open({ persons: new Map([['odo', 'P-0']]), profiles: new Map([['locks', 'A-0']]) });
    const { person, profile } = await read(none);
    await expect(session.putPerson({ ...person, reference: 'odo' })).rejects.toMatchObject({ kind: 'refused_item' });
    await expect(session.putProfile({ ...profile, reference: 'locks' })).rejects.toMatchObject({
      kind: 'refused_item',
    });
  });
});
