import {
  accessReviews,
  acting,
  administrators,
  enhancedKeyPlans,
  type Input,
  type ReviewedAccess,
  reports,
} from '@key2xs/contract';
import { sql } from 'kysely';
import { addMonths, monthOf } from '#platform/database/month-tables';
import { expect, type TestApp, test } from '#test/app';
import { anAdministrator, aSubAdmin } from '#test/factories/administrators';
import { aPlace, place } from '#test/factories/doors';
import { aHouse, aRule, cylinder, syncNow } from '#test/factories/key-plans';
import { aKeySystem, disturb, readInventory } from '#test/factories/key-systems';
import { send } from '#test/send';
import { reviewWaits } from './events';
import { followRemovals } from './follow-removals';
import { remindReviewers } from './remind-reviewers';

const admin = (app: TestApp) => app.as('superadmin');
const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString();
type Starting = Partial<Input<typeof accessReviews.start>['body']>;

const start = (app: TestApp, body: Starting = {}) =>
  admin(app).send(accessReviews.start, {
    body: { name: 'Autumn', scope: { kind: 'all', values: [] }, reviewers: 'owner', due_at: inAWeek(), ...body },
  });

/** The vault (class 4) and the store, each with a door that the ward may open; Ada owns the vault, Cy the store. */
async function aWardWithPlaces(app: TestApp) {
  const house = await aHouse(app, [
    { display_name: 'Ada', department: 'Ward', email: 'ada@city.test' },
    { display_name: 'Bo', department: 'Ward' },
    { display_name: 'Cy', department: 'Works' },
    // So many that one who loses a right does not stop a sync.
    ...Array.from({ length: 12 }, (_, at) => ({ display_name: `Mason ${at}`, department: 'Works' })),
  ]);
  const { system, source, plan, persons } = house;
  const [ada = '', bo = '', cy = ''] = persons;
  const vault = await aPlace(app, { name: 'Vault', type: 'site', protection_class: 4, owner_person_id: ada });
  const store = await aPlace(app, { name: 'Store', type: 'site', protection_class: 1, owner_person_id: cy });
  const [vaultDoor, storeDoor] = [system.cylinder('C-0181').id, system.cylinder('C-0182').id];
  await place(app, [vaultDoor], vault.id);
  await place(app, [storeDoor], store.id);
  const objects = [cylinder(vaultDoor), cylinder(storeDoor)];
  const rule = await aRule(app, { plan, source, name: 'Ward doors', departments: ['Ward'], objects });
  await aRule(app, { plan, source, departments: ['Works'], objects: [cylinder(storeDoor)] });
  await syncNow(app);
  await readInventory(app, system.id);
  return { ...house, rule, ada, bo, cy, vault: vault.id, store: store.id };
}

const listItems = async (app: TestApp, id: string) =>
  (await admin(app).call(accessReviews.items, { params: { id }, query: { limit: 200 } })).body.items;

const find = (items: readonly ReviewedAccess[], person: string, place_id: string) =>
  items.find((item) => item.subject_id === person && item.place_id === place_id) ?? expect.fail('is not reviewed');

type Deciding = Partial<Input<typeof accessReviews.decide>['body']> & { items: string[] };
const decision = (body: Deciding): Input<typeof accessReviews.decide>['body'] => ({
  ...{ decision: 'keep', seconds: 4, saw: 'row' },
  ...body,
});
const decide = (app: TestApp, id: string, body: Deciding, token?: string) => {
  const input = { params: { id }, body: decision(body) };
  return token ? send(app.url, accessReviews.decide, input, { token }) : admin(app).send(accessReviews.decide, input);
};

test('a review begins only on key systems that were read whole', async ({ app }) => {
  expect((await start(app)).status).toBe(409);
  const { id } = await aKeySystem(app);
  expect((await start(app)).problem.detail).toContain('has never been read completely');
  await readInventory(app, id);
  disturb(app, ({ path }) => (path.endsWith('/keys') ? { kind: 'answer', status: 403, body: '{}' } : undefined));
  expect(await readInventory(app, id)).toMatchObject({ status: 'FAILURE' });
  expect((await start(app)).problem.detail).toContain('did not end');
  disturb(app, () => undefined);
  await readInventory(app, id);
  expect((await start(app, { due_at: new Date(0).toISOString() })).status).toBe(422);
  expect((await start(app)).status).toBe(201);
});

test('rights are frozen with their evidence, those in no plan included', async ({ app }) => {
  const { system, source, rule, ada, bo, cy, vault, store } = await aWardWithPlaces(app);
  const preview = { scope: { kind: 'all' as const, values: [] }, reviewers: 'owner' as const };
  const { body: previewed } = await admin(app).call(accessReviews.preview, { body: preview });
  const { body: review } = await start(app);
  const items = await listItems(app, review.id);
  const alone = items.filter(({ protection_class }) => protection_class === 4).length;
  expect(previewed).toMatchObject({ items: items.length, alone, systems: [{ name: system.name }] });
  const forAda = items.filter(({ reviewer_id }) => reviewer_id === ada).length;
  expect(previewed.reviewers).toContainEqual({ id: ada, name: 'Ada', items: forAda });
  expect(review).toMatchObject({ state: 'open', items: items.length, undecided: items.length, is_overdue: false });
  expect(find(items, bo, vault)).toMatchObject({
    ...{
      subject_name: 'Bo',
      department: 'Ward',
      source: 'rule',
      recorded: 'all',
      protection_class: 4,
      used: 'not_known',
    },
    ...{ peers: 1, peers_with: 1, reviewer_id: ada, decision: null, place_name: 'Vault' },
    rules: [{ id: rule.id, name: 'Ward doors', plan_name: 'Main house', is_by_name: false }],
  });
  expect(find(items, ada, vault).reviewer_id).toBeNull(); // no one reviews their own
  expect(find(items, ada, store).reviewer_id).toBe(cy);
  const orphans = items.filter(({ source: of }) => of === 'key_system');
  expect(orphans.map(({ subject_name, profiles }) => [subject_name, profiles])).toContainEqual([
    'Odo Brackwater',
    ['Locksmith on call'],
  ]);
  await admin(app).call(enhancedKeyPlans.removeRule, { params: { connection_id: source, rule_id: rule.id } });
  expect(await listItems(app, review.id)).toEqual(items);
  const later = await listItems(app, (await start(app)).body.id);
  expect(find(later, bo, vault)).toMatchObject({ source: 'left_over', rules: [], since: null });
});

test('no use is said only of a door with events, in a key system whose events reach back', async ({ app }) => {
  const { system, bo, vault, store } = await aWardWithPlaces(app);
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  const eventAt = async (external_id: string, event_time: Date) => {
    await app.db.transaction().execute((tx) => addMonths(tx, 'access_event', [monthOf(event_time)]));
    const key = { connection_id: system.id, external_id, key_external_id: 'K-none', cylinder_external_id: 'C-0182' };
    const event = { ...key, source: 'key', result: 'granted', event_time, import_time: event_time };
    await app.db.insertInto('access_event').values(event).execute();
  };
  const usedAt = async (place_id: string) => {
    const { id } = (await start(app)).body;
    return find(await listItems(app, id), bo, place_id).used;
  };
  await eventAt('recent', ago(3));
  expect(await usedAt(store)).toBe('not_known');
  await eventAt('early', ago(89));
  expect(await usedAt(store)).toBe('no');
  expect(await usedAt(vault)).toBe('not_known');
});

test('rights are decided one by one, or kept together at low risk with the same evidence', async ({ app }) => {
  const { ada, bo, vault, store } = await aWardWithPlaces(app);
  const { id } = (await start(app)).body;
  const items = await listItems(app, id);
  const [adaStore, boStore] = [find(items, ada, store).id, find(items, bo, store).id];
  const [adaVault, boVault] = [find(items, ada, vault).id, find(items, bo, vault).id];
  const refusalOf = async (body: Deciding) => (await decide(app, id, body)).problem.detail;
  expect(await refusalOf({ items: [adaVault, boVault] })).toContain('one by one');
  expect(await refusalOf({ items: [adaStore, boStore], decision: 'remove', reason: 'Moved' })).toContain('one by one');
  expect((await decide(app, id, { items: [boVault], decision: 'remove' })).status).toBe(422);
  expect((await decide(app, id, { items: [adaStore, boStore], seconds: 9 })).body).toEqual({ decided: 2 });
  await decide(app, id, { items: [boVault], decision: 'remove', reason: 'Moved', saw: 'details' });
  const decided = await listItems(app, id);
  expect(find(decided, bo, store)).toMatchObject({ decision: 'keep', together: 2, seconds: 9, in_place: true });
  expect(find(decided, bo, vault)).toMatchObject({ decision: 'remove', reason: 'Moved', saw: 'details', together: 1 });
  const other = await anAdministrator(app, { role: 'superadmin' });
  expect((await decide(app, id, { items: [boVault] }, other.token)).status).toBe(409);
  expect((await decide(app, id, { items: [boVault], again: true }, other.token)).status).toBe(422);
  expect((await decide(app, id, { items: [boVault], again: true, reason: 'Back' }, other.token)).status).toBe(200);
  expect(await refusalOf({ items: [boStore] })).toContain('already');
});

test('no one decides their own rights, and a sub-admin sees and decides those of their area alone', async ({ app }) => {
  const { ada, bo, vault, store } = await aWardWithPlaces(app);
  const { id } = (await start(app)).body;
  const items = await listItems(app, id);
  const self = await anAdministrator(app, { role: 'superadmin', username: 'ada@city.test' });
  expect((await decide(app, id, { items: [find(items, ada, store).id] }, self.token)).status).toBe(403);
  expect((await decide(app, id, { items: [find(items, bo, vault).id] }, self.token)).status).toBe(200);
  const deputy = await anAdministrator(app, { role: 'superadmin' });
  const dates = { from: new Date(Date.now() - 60_000).toISOString(), until: inAWeek() };
  const body = { deputy_id: deputy.id, ...dates, reason: 'On leave' };
  await admin(app).call(administrators.setDeputy, { params: { id: self.id }, body });
  const forSelf = (await deputy.call(acting.actFor, { body: { admin_id: self.id } })).body.access_token;
  const shown = await send(app.url, accessReviews.items, { params: { id }, query: {} }, { token: forSelf });
  const ownOf = (person: string) =>
    new Set(shown.body.items.filter((one) => one.subject_id === person).map((one) => one.is_own));
  expect([ownOf(ada), ownOf(bo)]).toEqual([new Set([true]), new Set([false])]);
  await app.db.insertInto('department_spelling').values({ spelling: 'Ward', folded: 'ward' }).execute();
  const { token } = await aSubAdmin(app, {
    functions: ['review_access'],
    scope: { departments: ['ward'], places: [store] },
  });
  const seen = await send(app.url, accessReviews.items, { params: { id }, query: {} }, { token });
  expect(seen.body.items.map(({ subject_name, place_name }) => [subject_name, place_name])).toEqual([
    ['Ada', 'Store'],
    ['Bo', 'Store'],
  ]);
  const one = await send(app.url, accessReviews.get, { params: { id } }, { token });
  expect(one.body).toMatchObject({ items: 2, undecided: 2 });
  expect((await decide(app, id, { items: [find(items, ada, vault).id] }, token)).status).toBe(404);
  expect((await decide(app, id, { items: [find(items, ada, store).id] }, token)).status).toBe(200);
  const report = await send(app.url, reports.read, { params: { report: 'review_decisions' }, query: {} }, { token });
  const rows = report.body.items.map(({ cells: [review, , holder, , place, , decided] }) => [
    review,
    holder,
    place,
    decided,
  ]);
  expect(rows.sort()).toEqual([
    ['Autumn', 'Ada', 'Store', 'Kept'],
    ['Autumn', 'Bo', 'Store', 'Not decided'],
  ]);
  const stopped = await send(app.url, accessReviews.stop, { params: { id }, body: { reason: 'A mistake' } }, { token });
  expect(stopped.status).toBe(403);
  const own = {
    name: 'Store',
    reviewers: 'manager' as const,
    due_at: inAWeek(),
    scope: { kind: 'all' as const, values: [] },
  };
  expect((await send(app.url, accessReviews.start, { body: own }, { token })).body.items).toBe(2);
});

test('a second administrator completes, and nothing changes afterwards', async ({ app }) => {
  const { ada, store } = await aWardWithPlaces(app);
  const { id } = (await start(app, { scope: { kind: 'places', values: [store] } })).body;
  const complete = (token?: string) => {
    const input = { params: { id }, body: {} };
    return token
      ? send(app.url, accessReviews.complete, input, { token })
      : admin(app).send(accessReviews.complete, input);
  };
  expect((await complete()).status).toBe(409);
  const items = await listItems(app, id);
  for (const item of items) await decide(app, id, { items: [item.id] });
  expect((await complete()).status).toBe(403);
  const other = await anAdministrator(app, { role: 'superadmin' });
  expect((await complete(other.token)).body).toMatchObject({
    state: 'completed',
    kept: items.length,
    closed_by: other.username,
  });
  expect((await decide(app, id, { items: [find(items, ada, store).id] })).status).toBe(409);
});

test('no answer removes nothing, and a removal is effective once no plan, record or key has it', async ({ app }) => {
  const { system, bo, store } = await aWardWithPlaces(app);
  const { id } = (await start(app, { scope: { kind: 'places', values: [store] } })).body;
  await app.db
    .updateTable('access_review')
    .set({ due_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  const removalOf = async () => {
    await followRemovals(app.deps);
    return find(await listItems(app, id), bo, store);
  };
  expect(await removalOf()).toMatchObject({ decision: null, removal: null });
  expect((await admin(app).call(accessReviews.get, { params: { id } })).body.is_overdue).toBe(true);
  await decide(app, id, { items: [(await removalOf()).id], decision: 'remove', reason: 'Moved' });
  expect(await removalOf()).toMatchObject({ removal: 'in_plan', effective_at: null });
  await app.db.updateTable('person').set({ department: 'Kitchen' }).where('id', '=', bo).execute();
  expect(await removalOf()).toMatchObject({ removal: 'recorded', effective_at: null });
  await syncNow(app);
  await readInventory(app, system.id);
  const { removal, effective_at } = await removalOf();
  expect([removal, effective_at !== null]).toEqual(['effective', true]);
  const { text } = await admin(app).call(accessReviews.exportItemsCsv, { params: { id }, query: {} });
  expect(text).toContain('Moved');
});

test('reviewers are told once that rights wait which they see: as it begins, a week before it is due, and once it is overdue', async ({
  app,
}) => {
  const { store } = await aWardWithPlaces(app);
  const { id } = (await start(app, { due_at: new Date(Date.now() + 30 * 86_400_000).toISOString() })).body;
  const inside = await aSubAdmin(app, { functions: ['review_access'], scope: { departments: null, places: [store] } });
  const outside = await aPlace(app, { name: 'Empty', type: 'site' });
  await aSubAdmin(app, { functions: ['review_access'], scope: { departments: null, places: [outside.id] } });
  await aSubAdmin(app, { functions: ['view_people'] });
  const told = async () => {
    await remindReviewers(app.deps);
    const rows = await app.db.selectFrom('outbox').select('payload').where('kind', '=', reviewWaits.kind).execute();
    const payloads = rows.map(({ payload }) => reviewWaits.payload.parse(payload));
    return payloads.filter(({ admin_id }) => admin_id === inside.id).map(({ moment }) => moment);
  };
  expect(await told()).toEqual(['begun']);
  expect(await told()).toEqual(['begun']);
  const due = (at: number) =>
    app.db
      .updateTable('access_review')
      .set({ due_at: new Date(at) })
      .where('id', '=', id)
      .execute();
  await due(Date.now() + 86_400_000);
  expect(await told()).toEqual(['begun', 'due_soon']);
  await due(0);
  expect(await told()).toEqual(['begun', 'due_soon', 'overdue']);
  const { rows } = await sql<{ count: number }>`
    select count(distinct payload->>'admin_id')::int as count from outbox where kind = ${reviewWaits.kind}`.execute(
    app.db,
  );
  expect(rows).toEqual([{ count: 2 }]); // the super admin, and one of three sub-admins
});
