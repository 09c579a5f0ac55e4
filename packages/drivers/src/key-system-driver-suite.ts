import { renderSentence } from '@key2xs/texts/render-sentence';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type AccessEventCursor,
  type Capability,
  type DiagnosisStep,
  diagnosisSteps,
  type KeySystemSession,
  type Probe,
  type RecordedAccessEvent,
  type RecordedKey,
} from './key-system-driver';
import { anyTime, describeKeyWriting } from './key-system-driver-suite-keys';
import { aPerson, aProfile, collect, describeWriting, type WritablePeer } from './key-system-driver-suite-writes';

type Wrong = 'domain' | 'client_certificate' | 'server_authority' | 'address';

/** A running peer of the driver under test. */
export type Peer = WritablePeer & {
  /** A session with it, optionally with one wrong setting. */
  open(wrong?: Wrong): KeySystemSession;
  /** Number of received calls. */
  calls(): number;
  close(): Promise<void>;
  /** What can be read, if offered. */
  holds: {
    cylinders: number;
    cylinder_groups: number;
    keys: number;
    programming_jobs: number;
    programming_keys: number;
    programming_devices: number;
    access_events: number;
  };
};

type Promises = {
  /** All capabilities of the peer. */
  offers: readonly Capability[];
  /** Whether it detects a wrong domain. */
  knowsDomains: boolean;
};

type Open = (wrong?: Wrong) => KeySystemSession;

/** The contract of every key system driver, tested on a real connection to its peer. */
export function describeKeySystemDriver(name: string, promises: Promises, startPeer: () => Promise<Peer>): void {
  describe(name, () => {
    let peer: Peer;
    const opened: KeySystemSession[] = [];
    const open = (wrong?: Wrong) => {
      const session = peer.open(wrong);
      opened.push(session);
      return session;
    };
    beforeAll(async () => {
      peer = await startPeer();
    }, 60_000); // generating certificates is slow on a busy machine
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((session) => session.close()));
    });
    afterAll(() => peer.close());

    const offers = (capability: Capability) => promises.offers.includes(capability);
    describeConnecting(open, promises);
    describeDiagnosis(open, promises);
    describeOffer(open, promises, () => peer);
    describeReading(open, offers, () => peer);
    if (offers('write_persons') && offers('write_profiles')) describeWriting(open, () => peer);
    if (offers('write_key_holders') && offers('write_programming_jobs')) describeKeyWriting(open, () => peer);
  });
}

function describeConnecting(open: Open, { offers, knowsDomains }: Promises): void {
  it('describes the peer', async () => {
    const probe = await open().probe();
    expect(probe).toMatchObject({ is_sandbox: true, domain_name: expect.any(String), version: expect.any(String) });
    expect(probe.capabilities).toEqual(offers);
    expect(new Date(probe.client_certificate_expires_at).getTime()).toBeGreaterThan(Date.now());
  });

  it.each([
    ...(knowsDomains ? [['domain', 'unknown_domain'] as const] : []),
    ['client_certificate', 'certificate_rejected'],
    ['server_authority', 'tls_untrusted'],
    ['address', 'unreachable'],
  ] as const)('names a wrong %s', async (wrong, kind) => {
    await expect(open(wrong).probe()).rejects.toMatchObject({ name: 'DriverError', kind });
  });
}

async function goThrough(session: KeySystemSession): Promise<{ steps: DiagnosisStep[]; probe: Probe | undefined }> {
  const steps: DiagnosisStep[] = [];
  const diagnosis = session.diagnose();
  for (;;) {
    const next = await diagnosis.next();
    if (next.done) return { steps, probe: next.value };
    steps.push(next.value);
  }
}

function describeDiagnosis(open: Open, { offers, knowsDomains }: Promises): void {
  it('runs all steps of a diagnosis, and describes the peer', async () => {
    const session = open();
    const { steps, probe } = await goThrough(session);
    const canWrite = offers.includes('write_persons') || offers.includes('write_profiles');
    const stateOf = (name: DiagnosisStep['name']) => (name === 'services' && !canWrite ? 'warning' : 'passed');
    expect(steps.map(({ name, state }) => [name, state])).toEqual(diagnosisSteps.map((name) => [name, stateOf(name)]));
    for (const { message } of steps) expect(message && renderSentence(message)).toMatch(/^[A-Z0-9].+[.)]$/);
    expect(probe).toEqual(await session.probe());
  });

  it.each([
    ['address', 'connect', 'unreachable'],
    ['server_authority', 'server_certificate', 'tls_untrusted'],
    ['client_certificate', 'client_certificate', 'certificate_rejected'],
    ...(knowsDomains ? [['domain', 'domain', 'unknown_domain'] as const] : []),
  ] as const)('finds a wrong %s in the step %s, and tries nothing further', async (wrong, failing, error_kind) => {
    const { steps, probe } = await goThrough(open(wrong));
    const at = diagnosisSteps.indexOf(failing);
    expect(steps.map(({ name }) => name)).toEqual(diagnosisSteps);
    expect(steps.slice(0, at).map(({ state }) => state)).toEqual(diagnosisSteps.slice(0, at).map(() => 'passed'));
    expect(steps[at]).toMatchObject({ state: 'failed', error_kind, message: expect.any(Object) });
    const skipped = { state: 'skipped', message: null, error_kind: null, duration_ms: 0 };
    expect(steps.slice(at + 1)).toEqual(diagnosisSteps.slice(at + 1).map((name) => ({ name, ...skipped })));
    expect(probe).toBeUndefined();
  });
}

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(page);
  return found;
}

const methods: [name: string, needs: Capability, use: (session: KeySystemSession) => Promise<unknown>][] = [
  ['listPersons', 'read_persons', (session) => collect(session.listPersons())],
  ['listProfiles', 'read_profiles', (session) => collect(session.listProfiles())],
  ['listCylinders', 'read_cylinders', (session) => collect(session.listCylinders())],
  ['listCylinderGroups', 'read_cylinder_groups', (session) => collect(session.listCylinderGroups())],
  ['listKeys', 'read_keys', (session) => collect(session.listKeys())],
  ['listHeldKeys', 'read_keys', (session) => all(session.listHeldKeys())],
  ['listProgrammingJobs', 'read_programming_jobs', (session) => collect(session.listProgrammingJobs())],
  ['listProgrammingKeys', 'read_programming_devices', (session) => collect(session.listProgrammingKeys())],
  ['listProgrammingDevices', 'read_programming_devices', (session) => collect(session.listProgrammingDevices())],
  ['readAccessEvents', 'read_access_events', (session) => session.readAccessEvents(sinceEver)],
  ['putPerson', 'write_persons', (session) => session.putPerson(aPerson('offered'))],
  ['deactivatePerson', 'write_persons', (session) => session.deactivatePerson('offered')],
  ['putProfile', 'write_profiles', (session) => session.putProfile(aProfile('offered', {}))],
  [
    'changeProfileMembers',
    'write_profile_members',
    (session) => session.changeProfileMembers('offered', { add: [], remove: [] }),
  ],
];

/** With the key of the peer: in stock, and with a clock. */
const keyMethods: [
  name: string,
  needs: Capability,
  use: (session: KeySystemSession, key: string) => Promise<unknown>,
][] = [
  ['returnKey', 'write_key_holders', (session, key) => session.returnKey(key)],
  ['setKeyState', 'write_key_holders', (session, key) => session.setKeyState(key, 'in_stock')],
  ['setKeyTimes', 'write_key_times', (session, key) => session.setKeyTimes(key, anyTime)],
  [
    'setKeyAccess',
    'write_key_access',
    (session, key) => session.setKeyAccess(key, { cylinders: [], cylinder_groups: [] }),
  ],
  ['cancelProgrammingJob', 'write_programming_jobs', (session) => session.cancelProgrammingJob({ reference: 'none' })],
];

function describeOffer(open: Open, { offers }: Promises, peer: () => Peer): void {
  const ofKeys = keyMethods.map(
    ([name, needs, use]) => [name, needs, (session: KeySystemSession) => use(session, peer().a_key)] as const,
  );
  for (const [name, needs, use] of [...methods, ...ofKeys]) {
    if (offers.includes(needs)) {
      it(`finds out by itself that ${name} is offered`, async () => {
        await expect(use(open())).resolves.not.toThrow();
      });
    } else {
      it(`says without a call that ${name} is not offered`, async () => {
        const session = open();
        await session.probe();
        const before = peer().calls();
        await expect(use(session)).rejects.toMatchObject({ name: 'DriverError', kind: 'not_supported' });
        expect(peer().calls()).toBe(before);
      });

      it(`finds out by itself that ${name} is not offered`, async () => {
        await expect(use(open())).rejects.toMatchObject({ kind: 'not_supported' });
      });
    }
  }
}

const sinceEver = { import_time: '2000-01-01T00:00:00.000Z', skip: 0 };

async function readEvents(session: KeySystemSession): Promise<RecordedAccessEvent[]> {
  const all: RecordedAccessEvent[] = [];
  for (let cursor: AccessEventCursor | null = sinceEver; cursor; ) {
    const page: Awaited<ReturnType<KeySystemSession['readAccessEvents']>> = await session.readAccessEvents(cursor);
    all.push(...page.events);
    cursor = page.next;
  }
  return all;
}

function describeReading(open: Open, offers: (capability: Capability) => boolean, peer: () => Peer): void {
  it('reads the complete inventory, each record once', async () => {
    const session = open();
    const reads = [
      ['read_cylinders', session.listCylinders, peer().holds.cylinders],
      ['read_cylinder_groups', session.listCylinderGroups, peer().holds.cylinder_groups],
      ['read_keys', session.listKeys, peer().holds.keys],
      ['read_programming_jobs', session.listProgrammingJobs, peer().holds.programming_jobs],
      ['read_programming_devices', session.listProgrammingKeys, peer().holds.programming_keys],
      ['read_programming_devices', session.listProgrammingDevices, peer().holds.programming_devices],
    ] as const;
    for (const [needs, list, count] of reads.filter(([needed]) => offers(needed))) {
      const ids = (await collect<{ external_id: string }>(list())).map(({ external_id }) => external_id);
      expect([needs, ids.length, new Set(ids).size]).toEqual([needs, count, count]);
    }
  });

  it('reads all persons, and names the holder of a key among them', async () => {
    const session = open();
    const persons = await collect(session.listPersons());
    expect(persons.filter(({ reference }) => reference === null)).toHaveLength(peer().holds.foreign_persons);
    const identities = new Set(persons.map(({ identity }) => identity));
    const held = (await collect(session.listKeys())).filter(({ holder_identity }) => holder_identity !== null);
    expect(held.length).toBeGreaterThan(0);
    for (const { holder_identity } of held) expect(identities).toContain(holder_identity);
    expect(held.some(({ last_update_at }) => last_update_at !== null)).toBe(true);
  });

  it('reads the keys with a holder, and continues after any holder', async () => {
    const session = open();
    const pages = await all(session.listHeldKeys());
    const keys = pages.flatMap((page) => page.keys);
    const listed = (await collect(session.listKeys())).filter(({ holder_identity }) => holder_identity !== null);
    const ids = (some: readonly RecordedKey[]) => some.map(({ external_id }) => external_id).sort();
    expect(ids(keys)).toEqual(ids(listed));
    const middle = keys[Math.floor(keys.length / 2)]?.holder_identity ?? '';
    const rest = (await all(session.listHeldKeys(middle))).flatMap((page) => page.keys);
    expect(ids(rest)).toEqual(ids(keys.filter(({ holder_identity }) => (holder_identity ?? '') > middle)));
    expect(await all(session.listHeldKeys(pages.at(-1)?.after))).toEqual([]);
  });

  it('reads access events in order of import, each once, and ends', async () => {
    const events = await readEvents(open());
    expect(new Set(events.map(({ external_id }) => external_id)).size).toBe(peer().holds.access_events);
    const times = events.map(({ import_time }) => import_time);
    expect(times).toEqual([...times].sort());
  });

  it('reads only what was imported since a time', async () => {
    const session = open();
    const all = await readEvents(session);
    const from = all.at(Math.floor(all.length / 2))?.import_time ?? '';
    const { events } = await session.readAccessEvents({ import_time: from, skip: 0 });
    expect(events).toEqual(all.filter(({ import_time }) => import_time >= from));
  });
}
