import {
  cylinders,
  type EntraSetup,
  enhancedKeyPlans,
  entraSetup,
  iam,
  keyPlans,
  keySystems,
  type SandboxPeers,
  type SyncTask,
  sandbox,
  sync,
} from '@key2xs/contract';
import type { StaffListFile } from './data/lists';
import type { Product } from './product';

type UploadedList = Pick<StaffListFile, 'name' | 'content'>;

// An administrator's steps, call by call. Each throws when the product refuses it.

type Peer = SandboxPeers['key_system'];

/** Adds an identity source. @returns its id */
export async function addSource(product: Product, name: string): Promise<string> {
  return (await product.must(iam.create, { body: { name, provider: 'csv' } })).id;
}

/** Uploads a list and takes the mapping the product suggests. */
export async function upload(product: Product, id: string, { name, content }: UploadedList): Promise<void> {
  const bytes = new Uint8Array(content);
  const file = { name, arrayBuffer: async () => bytes.buffer };
  const { suggested_mapping } = await product.must(iam.uploadStaffList, { params: { id }, body: { file } });
  await product.must(iam.saveMapping, { params: { id }, body: suggested_mapping });
}

/** Waits for a free slot: a directory that has just sent a notification is read automatically. */
export async function runImport(product: Product, id: string): Promise<SyncTask> {
  for (;;) {
    const { status, body, problem } = await product.call(iam.sync, { params: { id }, query: {} });
    if (status < 400) return product.ended(body.task_id);
    if (problem.code !== 'sync_in_progress') throw new Error(`the run was refused: ${problem.detail}`);
    await pause(100);
  }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Uploads another list of a source and imports it. */
export async function importList(product: Product, id: string, list: UploadedList): Promise<SyncTask> {
  await upload(product, id, list);
  return runImport(product, id);
}

/** A source whose first list has been imported. @returns its id */
export async function addStaff(product: Product, name: string, list: UploadedList): Promise<string> {
  const id = await addSource(product, name);
  await importList(product, id, list);
  return id;
}

/** Connects the sandbox's directory as an administrator who consents, and imports its people. @returns its id */
export async function addDirectory(product: Product, name: string): Promise<string> {
  const body = { connection_name: name, sandbox: true, origin: product.url };
  const { session, consent_url } = await product.must(entraSetup.initiate, { body });
  const granted = new URLSearchParams({ decision: 'granted' });
  const answer = await fetch(consent_url ?? '', { method: 'POST', body: granted, redirect: 'manual' });
  const { searchParams } = new URL(answer.headers.get('location') ?? '');
  await product.must(entraSetup.answer, { body: Object.fromEntries(searchParams) });
  await isReady(product, session);
  const { connection_id } = await product.must(entraSetup.complete, { params: { session }, body: {} });
  const id = connection_id ?? '';
  await runImport(product, id);
  return id;
}

/** Waits until a set-up is checked. */
async function isReady(product: Product, session: string): Promise<EntraSetup> {
  for (;;) {
    const setup = await product.must(entraSetup.status, { params: { session } });
    if (setup.status === 'ready') return setup;
    if (setup.status === 'failed') throw new Error(setup.message);
    await pause(100);
  }
}

/** Adds a key system with a certificate bundle and tests it. @returns the result of the test */
export async function addKeySystem(product: Product, name: string, peer: Peer) {
  const bytes = new TextEncoder().encode(peer.client_certificate_bundle_pem);
  const client_certificate_bundle_pem_file = { name: 'client.pem', arrayBuffer: async () => bytes.buffer };
  const { cliq_api_url, domain_name } = peer;
  const body = {
    name,
    system_type: 'CLIQ_WEB_MANAGER',
    cliq_api_url,
    domain_name,
    client_certificate_bundle_pem_file,
  };
  const { id } = await product.must(keySystems.create, { body });
  return product.must(keySystems.test, { params: { id } });
}

export const sandboxPeer = async (product: Product): Promise<Peer> => (await product.must(sandbox.get, {})).key_system;

/** Waits for the latest inventory task, e.g. the one that the first successful test starts. */
export async function latestInventory(product: Product): Promise<SyncTask> {
  const { items } = await product.must(sync.list, { query: {} });
  const task = items.find(({ kind }) => kind === 'inventory');
  if (!task) throw new Error('no inventory is read after the first successful test');
  return product.ended(task.task_id);
}

/** Connects a key system and reads its inventory; the product's sandbox by default. @returns its id */
export async function connectKeySystem(product: Product, name: string, peer?: Peer): Promise<string> {
  const { id } = await addKeySystem(product, name, peer ?? (await sandboxPeer(product)));
  await latestInventory(product);
  return id;
}

/** The group 'Fire stations' as object of a rule, not the groups of single stations. */
export async function fireStations(product: Product): Promise<Doors> {
  const groups = (await findGroups(product, 'Fire stations')).filter(({ name }) => name === 'Fire stations');
  return groups.map(({ id }) => ({ object_type: 'cylinder_group', object_identifier: id }));
}

export async function findGroups(product: Product, search: string) {
  return (await product.must(cylinders.groups, { query: { search, limit: 500 } })).items;
}

/** A plan linked to both sides, with a profile of all library groups. */
export async function addPlan(product: Product, links: { sourceId: string; systemId: string }) {
  const body = { name: 'City buildings', description: 'Who opens which city building' };
  const { id: keyplan_id } = await product.must(keyPlans.create, { body });
  const params = { keyplan_id };
  await product.must(keyPlans.linkIamConnections, { params, body: { connection_ids: [links.sourceId] } });
  await product.must(keyPlans.linkKeySystems, { params, body: { connection_ids: [links.systemId] } });
  const libraries = await findGroups(product, 'Library:');
  const profile = await product.must(keyPlans.createProfile, {
    params,
    body: { name: 'Libraries', cylinder_group_ids: libraries.map(({ id }) => id) },
  });
  return { planId: keyplan_id, profileId: profile.id, libraries };
}

type Place = { sourceId: string; planId: string };
type Doors = { object_type: 'cylinder_group' | 'access_profile'; object_identifier: string }[];

export const addDepartmentRule = (
  product: Product,
  { sourceId: connection_id, planId: keyplan_id }: Place,
  body: { name: string; departments: string[]; objects: Doors },
) => product.must(enhancedKeyPlans.createDepartmentRule, { params: { connection_id, keyplan_id }, body });

export const addJobFunctionRule = (
  product: Product,
  { sourceId: connection_id, planId: keyplan_id }: Place,
  body: { name: string; job_titles: string[]; objects: Doors; time_restrictions: Window[] },
) => product.must(enhancedKeyPlans.createJobFunctionRule, { params: { connection_id, keyplan_id }, body });

type Window = { days: number[]; from: string; to: string };

export const activatePlan = (product: Product, planId: string) =>
  product.must(keyPlans.update, { params: { id: planId }, body: { is_active: true } });

export async function runSync(product: Product, systemId: string, dry_run = false): Promise<SyncTask> {
  const body = { target_key_system_connection_id: systemId, dry_run };
  return product.ended((await product.must(sync.start, { body })).task_id);
}
