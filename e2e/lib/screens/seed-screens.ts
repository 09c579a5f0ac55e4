import {
  accessReviews,
  accessRules,
  changeSets,
  generator,
  keyCases,
  keyPlans,
  keyRequestFiles,
  keyRequests,
  keySystems,
  keys,
  locations,
  people,
  webhooks,
} from '@key2xs/contract';
import { commandSandbox } from '../command-sandbox';
import { loadLists } from '../data/lists';
import type { Product } from '../product';
import {
  activatePlan,
  addDepartmentRule,
  addDirectory,
  addJobFunctionRule,
  addPlan,
  addStaff,
  connectKeySystem,
  fireStations,
  importList,
  runSync,
  sandboxPeer,
} from '../scenario';
import { storeLockingPlan } from './locking-plan';
import type { Scene } from './screens';
import { aSubAdmin } from './seed-administrators';
import { aWizard } from './seed-wizard';

type Options = { isSmall?: boolean };

/**
 * An installation in use: an active plan, open work for an operator, and a staff list stopped by the guard.
 */
export async function seedScreens(product: Product, dataDir: string, options: Options = {}): Promise<Scene> {
  const { first, second } = await loadLists(options);
  const sourceId = await addStaff(product, 'City staff list', first);
  const systemId = await connectKeySystem(product, 'CLIQ Head office');
  await storeLockingPlan(product, systemId);
  const placeId = await placeCylinders(product);
  const { planId, profileId } = await addPlan(product, { sourceId, systemId });
  const place = { sourceId, planId };
  const stations = await fireStations(product);
  await addDepartmentRule(product, place, {
    name: 'Fire, all stations',
    departments: ['FIRE'],
    objects: stations,
  });
  await addJobFunctionRule(product, place, {
    name: 'Librarians II',
    job_titles: ['LIBRARIAN II'],
    objects: [{ object_type: 'access_profile', object_identifier: profileId }],
    time_restrictions: [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00' }],
  });
  await activatePlan(product, planId);
  const draftPlanId = await draftPlan(product, { sourceId, stations });
  const wizardId = await aWizard(product, { sourceId, systemId });
  const synced = await runSync(product, systemId);
  const reviewId = await beginReview(product);
  await leaveWork(product, dataDir, { ...place, systemId, stations });
  const shrunkenSystemId = await loseRecords(product, dataDir);
  await importList(product, sourceId, second);
  const directoryId = await addDirectory(product, 'Head office directory');
  const waiting = await product.must(changeSets.list, { query: { state: 'quarantined' } });
  const librarians = await product.must(people.list, { query: { job_title: 'LIBRARIAN II', limit: 1 } });
  const firefighters = await product.must(people.list, { query: { department: 'FIRE', limit: 1 } });
  const asked = await product.must(keyRequests.submit, {
    body: {
      kind: 'new_key',
      person_id: firefighters.items[0]?.id ?? '',
      place_id: placeId,
      reason: 'New at the station',
    },
  });
  const order = new File(['%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF\n'], 'Work order 2026-114.pdf');
  await product.must(keyRequestFiles.add, { params: { id: asked.id }, body: { file: order } });
  return {
    keyRequestId: asked.id,
    reviewId,
    sourceId,
    directoryId,
    systemId,
    shrunkenSystemId,
    planId,
    draftPlanId,
    wizardId,
    placeId,
    personId: librarians.items[0]?.id ?? '',
    stationsId: stations[0]?.object_identifier ?? '',
    otherPersonId: firefighters.items[0]?.id ?? '',
    directoryChangeSetId: waiting.items[0]?.id ?? '',
    syncChangeSetId: synced.change_set_id ?? '',
    taskId: synced.task_id,
    webhookId: await addWebhook(product),
    subAdminId: await aSubAdmin(product, placeId),
    lostCaseId: await loseKey(product, systemId),
    runId: await suggestPlan(product, planId),
  };
}

/** A review of the access of a department, with a right kept and one to be removed. @returns its id */
async function beginReview(product: Product): Promise<string> {
  const due_at = new Date(Date.now() + 28 * 86_400_000).toISOString();
  const scope = { kind: 'departments' as const, values: ['PUBLIC LIBRARY'] };
  const wanted = { scope, reviewers: 'owner' as const };
  const { id } = await product.must(accessReviews.start, { body: { name: 'Yearly review', ...wanted, due_at } });
  const params = { id };
  const { items } = await product.must(accessReviews.items, { params, query: { limit: 2 } });
  const [one = '', two = ''] = items.map((item) => item.id);
  const looked = { seconds: 12, saw: 'details' as const };
  await product.must(accessReviews.decide, { params, body: { items: [one], decision: 'keep', ...looked } });
  const removal = { decision: 'remove' as const, reason: 'Works elsewhere now.' };
  await product.must(accessReviews.decide, { params, body: { items: [two], ...removal, ...looked } });
  return id;
}

/** A finished run of the generator over the access of a plan. @returns its id */
async function suggestPlan(product: Product, keyplan_id: string): Promise<string> {
  const run = await product.must(generator.start, { body: { source: { kind: 'plan', keyplan_id } } });
  await product.ended(run.task_id ?? '');
  return run.id;
}

/** The places in location texts, one of them with facts. @returns that one */
async function placeCylinders(product: Product): Promise<string> {
  const { stamp } = await product.must(locations.proposal, {});
  await product.must(locations.confirmProposal, { body: { stamp } });
  const [owner] = (await product.must(people.list, { query: { limit: 1 } })).items;
  const { places } = await product.must(locations.tree, {});
  const id = places.find(({ parent_id }) => parent_id === null)?.id ?? '';
  const body = {
    protection_class: 3,
    owner_person_id: owner?.id ?? null,
    time_zone: 'America/Chicago',
    code: 'B-1',
  };
  await product.must(locations.update, { params: { id }, body });
  return id;
}

/** A key that is out and has doors is reported lost; one of its doors is to be blocked, one is accepted. @returns its case */
async function loseKey(product: Product, connection_id: string): Promise<string> {
  const { items } = await product.must(keys.list, { query: { connection_id, custody: 'handed_out', limit: 50 } });
  const report = {
    happened_at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    place: 'Tram line 4',
    circumstances: 'The bag was left on the tram.',
    police_reference: '',
  };
  for (const { id: key_id } of items) {
    const { id, doors } = await product.must(keyCases.open, { body: { key_id, kind: 'lost', report } });
    if (doors.undecided < 3) continue;
    const { items: listed } = await product.must(keyCases.doors, { params: { id }, query: { limit: 2 } });
    const [one = '', two = ''] = listed.map(({ cylinder_id }) => cylinder_id);
    const params = { id };
    await product.must(keyCases.decide, { params, body: { cylinders: [one], decision: 'block' } });
    const accept_until = new Date(Date.now() + 14 * 86_400_000).toISOString();
    const body = { cylinders: [two], decision: 'accept' as const, accept_until, reason: 'Behind a guarded door.' };
    await product.must(keyCases.decide, { params, body });
    return id;
  }
  throw new Error('no key that is out opens three doors');
}

/** At an address that may not be called, as its test says. @returns its id */
async function addWebhook(product: Product): Promise<string> {
  const body = { url: 'https://127.0.0.1/in', description: 'Tickets', events: ['sync.failed' as const] };
  const { id } = await product.must(webhooks.create, { body });
  await product.must(webhooks.sendTest, { params: { id } });
  return id;
}

type Doors = Awaited<ReturnType<typeof fireStations>>;

/** An active plan without a key system, with one edit that takes doors away and one that gives some. @returns its id */
async function draftPlan(
  product: Product,
  { sourceId, stations }: { sourceId: string; stations: Doors },
): Promise<string> {
  const body = { name: 'Next winter', description: 'Who opens what when it snows' };
  const { id } = await product.must(keyPlans.create, { body });
  const params = { keyplan_id: id };
  await product.must(keyPlans.linkIamConnections, { params, body: { connection_ids: [sourceId] } });
  const place = { sourceId, planId: id };
  const police = await addDepartmentRule(product, place, {
    name: 'Winter shelters for the police',
    departments: ['POLICE'],
    objects: stations,
  });
  await activatePlan(product, id);
  await product.must(keyPlans.update, { params: { id }, body: { takes_effect: 'on_activation' } });
  await product.must(accessRules.remove, { params: { keyplan_id: id, rule_id: police.id } });
  await addDepartmentRule(product, place, {
    name: 'Winter shelters for the water works',
    departments: ['WATER MGMNT'],
    objects: stations,
  });
  return id;
}

/** A second key system that suddenly lists almost nothing, so that its read was stopped. */
async function loseRecords(product: Product, dataDir: string): Promise<string> {
  const peer = { ...(await sandboxPeer(product)), domain_name: 'hospital' };
  const id = await connectKeySystem(product, 'CLIQ Hospital wing', peer);
  await commandSandbox(dataDir, 'script lost_records');
  const { task_id } = await product.must(keySystems.readInventory, { params: { id } });
  await product.ended(task_id);
  await commandSandbox(dataDir, 'script off');
  return id;
}

type Place = { sourceId: string; planId: string; systemId: string; stations: Doors };

/** Makes the key system read-only for a while, so that a rule becomes work for an operator. */
async function leaveWork(product: Product, dataDir: string, { systemId, stations, ...place }: Place): Promise<void> {
  const params = { id: systemId };
  await commandSandbox(dataDir, 'profile query_only');
  await product.must(keySystems.test, { params });
  await addDepartmentRule(product, place, {
    name: 'Finance, fire stations',
    departments: ['FINANCE'],
    objects: stations,
  });
  await runSync(product, systemId);
  await commandSandbox(dataDir, 'profile full');
  await product.must(keySystems.test, { params });
}
