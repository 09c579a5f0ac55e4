import { X509Certificate } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import forge from 'node-forge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificatesMs } from '../sandbox-kit/call-wire';
import { createClock } from '../sandbox-kit/clock';
import { loadSandboxPki } from '../sandbox-kit/pki';
import { type CliqSandbox, startCliqSandbox } from './sandbox';
import { ask, callRaw } from './sandbox/services/plain-client';
import { sandboxDomain, siteCylinders, siteGroups, sitePersons } from './sandbox/site/city';
import { inventSite } from './sandbox/site/invented-site';
import { createStore } from './sandbox/system/store';
import { openSystem } from './sandbox/system/system';
import { servicePath } from './wire';

const content = { first_name: 'Ada', surname: 'Quill', email: null, employee_id: null };
/** The domain of the sandbox as others write into it. */
function openCity(directory?: string) {
  const system = openSystem({ clock: createClock(), siteAt: inventSite, directory });
  const city = system.domains.get(sandboxDomain);
  if (!city) throw new Error('The city is gone.');
  const written = () => city.persons.changed();
  return { ...createStore(system, city), written, close: system.close };
}

const dayMs = 24 * 60 * 60 * 1_000;

let root: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'cliq-sandbox-'));
  mkdirSync(join(root, 'pki'));
  writeFileSync(join(root, 'pki', 'pki.json'), JSON.stringify(await loadSandboxPki(new Date())), { mode: 0o600 });
}, certificatesMs);
afterAll(() => rmSync(root, { recursive: true }));

describe('sandbox store', () => {
  it('says whether a write changed anything', () => {
    const store = openCity();
    expect([store.putPerson('a', content), store.putPerson('a', { ...content })]).toEqual([true, false]);
    expect([store.deactivatePerson('a'), store.deactivatePerson('a')]).toEqual([true, false]);
    const members = { add: ['a'], remove: ['b'] };
    expect([store.changeMembers('p', members), store.changeMembers('p', members)]).toEqual([true, false]);
  });

  it('counts a repeated write after a restart as no change', () => {
    const directory = join(root, 'restarted');
    const before = openCity(directory);
    before.putPerson('a', content);
    before.close();
    const after = openCity(directory);
    expect(after.putPerson('a', content)).toBe(false);
    after.close();
  });

  it('survives a kill, and compacts its file', () => {
    const directory = join(root, 'killed');
    const killed = openCity(directory);
    for (let i = 0; i < 20; i++) killed.putPerson('a', { ...content, surname: `Quill ${i}` });
    const next = openCity(directory);
    expect(next.written()).toMatchObject([{ reference: 'a', surname: 'Quill 19' }]);
    expect(readFileSync(join(directory, 'state.jsonl'), 'utf8').match(/Quill/g)).toHaveLength(1);
    killed.close();
    next.close();
  });
});

describe('sandbox certificates', () => {
  it('adds what an older folder lacks, and keeps the rest', async () => {
    const directory = join(root, 'old-pki');
    cpSync(join(root, 'pki'), directory, { recursive: true });
    const path = join(directory, 'pki.json');
    const { authority, server, client, stranger } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ authority, server, client, stranger }));
    const pki = await loadSandboxPki(new Date(), directory);
    expect(pki).toMatchObject({ authority, server, client, stranger, client_p12: expect.anything() });
    expect(await loadSandboxPki(new Date(), directory)).toEqual(pki);
  });

  it("renews the server's in its last month and keeps the client's", async () => {
    const directory = join(root, 'pki');
    const now = new Date();
    const first = await loadSandboxPki(now, directory);
    expect(statSync(join(directory, 'pki.json')).mode & 0o777).toBe(0o600);
    expect(await loadSandboxPki(new Date(now.getTime() + 300 * dayMs), directory)).toEqual(first);
    const renewed = await loadSandboxPki(new Date(now.getTime() + 350 * dayMs), directory);
    expect(renewed).toEqual({ ...first, server: expect.anything() });
    expect(renewed.server).not.toEqual(first.server);
  });
});

describe('client certificates of the sandbox', () => {
  let sandbox: CliqSandbox;
  beforeAll(async () => {
    sandbox = await startCliqSandbox({ port: 0 });
  });
  afterAll(() => sandbox.close());

  const callWith = (client_certificate_bundle_pem: string) =>
    callRaw({ ...sandbox, client_certificate_bundle_pem }, { path: `${servicePath}/city/` });
  const certificateIn = (pem: string) => new X509Certificate(pem);

  it('lets the first and the second in', async () => {
    expect(await callWith(sandbox.client_certificate_bundle_pem)).toMatchObject({ status: 200 });
    expect(await callWith(sandbox.second_client_certificate_bundle_pem)).toMatchObject({ status: 200 });
    const [first, second] = [sandbox.client_certificate_bundle_pem, sandbox.second_client_certificate_bundle_pem];
    expect(certificateIn(first).publicKey.equals(certificateIn(second).publicKey)).toBe(false);
  });

  it.each([
    'foreign_certificate_bundle_pem',
    'expired_client_certificate_bundle_pem',
    'future_client_certificate_bundle_pem',
  ] as const)('keeps %s out', async (which) => {
    await expect(callWith(sandbox[which])).rejects.toThrow(/socket hang up|ECONNRESET/);
  });

  it('has them for their years', () => {
    const now = Date.now();
    const { validFrom, validTo } = certificateIn(sandbox.expired_client_certificate_bundle_pem);
    expect(Date.parse(validFrom)).toBeLessThan(Date.parse(validTo));
    expect(Date.parse(validTo)).toBeLessThan(now);
    expect(Date.parse(certificateIn(sandbox.future_client_certificate_bundle_pem).validFrom)).toBeGreaterThan(now);
  });

  it('packs the first into a file with a pass phrase', () => {
    const file = sandbox.client_certificate_p12.toString('binary');
    const asn1 = forge.asn1.fromDer(file);
    const store = forge.pkcs12.pkcs12FromAsn1(asn1, sandbox.client_certificate_p12_pass_phrase);
    const bags = store.getBags({ bagType: forge.pki.oids.certBag })[forge.pki.oids.certBag ?? ''] ?? [];
    const packed = bags.flatMap(({ cert }) => (cert ? [forge.pki.certificateToPem(cert)] : []));
    expect(packed).toHaveLength(2);
    const first = certificateIn(sandbox.client_certificate_bundle_pem);
    expect(certificateIn(packed[0] ?? '').fingerprint256).toBe(first.fingerprint256);
    expect(() => forge.pkcs12.pkcs12FromAsn1(asn1, 'guessed')).toThrow('Invalid password');
  });
});

describe('sandbox', () => {
  let sandbox: CliqSandbox;
  beforeAll(async () => {
    sandbox = await startCliqSandbox({ port: 0 });
  });
  afterAll(() => sandbox.close());

  it('counts calls to write, whether they change anything or not', async () => {
    const before = sandbox.inspect().writes;
    const path = `${servicePath}/city/persons/a`;
    await callRaw(sandbox, { path: `${servicePath}/city/` });
    await ask(sandbox, '<q:getPersons/>');
    for (const _ of ['once', 'twice']) await callRaw(sandbox, { method: 'PUT', path, body: JSON.stringify(content) });
    expect(sandbox.inspect().writes - before).toBe(2);
    expect(sandbox.inspect().persons).toHaveLength(1);
  });

  it('does not touch the file of another on the same port', async () => {
    const directory = join(root, 'taken');
    cpSync(join(root, 'pki'), directory, { recursive: true });
    const first = await startCliqSandbox({ port: 0, directory });
    const { ino } = statSync(join(directory, 'state.jsonl'));
    await expect(startCliqSandbox({ port: first.port, directory })).rejects.toThrow('EADDRINUSE');
    expect(statSync(join(directory, 'state.jsonl')).ino).toBe(ino);
    await first.close();
  });
});

describe('sandbox site', () => {
  const cylindersOf = (name: string) => {
    const group = siteGroups.find((candidate) => candidate.name === name);
    return siteCylinders.filter(({ group_external_id }) => group_external_id === group?.external_id);
  };

  it('has a door of each of the nine fire stations in the group of that name', () => {
    const buildings = new Set(cylindersOf('Fire stations').map(({ location }) => location.split(' / ')[0]));
    expect([...buildings]).toEqual(Array.from({ length: 9 }, (_, index) => `Fire Station ${index + 1}`));
  });

  it('has libraries in several groups and some cylinders in none', () => {
    expect(siteGroups.filter(({ name }) => name.startsWith('Library: ')).length).toBeGreaterThan(3);
    expect(cylindersOf('Library: public doors').length).toBeGreaterThan(6);
    expect(siteCylinders.filter(({ group_external_id }) => group_external_id === null).length).toBeGreaterThan(3);
  });

  it('engraves every cylinder differently', () => {
    expect(new Set(siteCylinders.map(({ marking }) => marking)).size).toBe(siteCylinders.length);
    expect(siteCylinders.map(({ marking }) => marking)).toContain('FS-07-02');
  });

  it('can have thousands of keys, each of them once', () => {
    const { city, hospital } = inventSite(new Date(), 3_000).domains;
    const ids = [city, hospital].flatMap((domain) =>
      Array.from({ length: domain?.keys.count ?? 0 }, (_, index) => domain?.keys.at(index).external_id),
    );
    expect([ids.length, new Set(ids).size]).toEqual([3_006, 3_006]);
  });

  it('holds persons that are not ours', () => {
    expect(sitePersons.every(({ reference }) => reference === null)).toBe(true);
  });
});
