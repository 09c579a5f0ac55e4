import { randomUUID } from 'node:crypto';
import {
  allEndpoints,
  type Endpoint,
  eventsOf,
  generator,
  invitations,
  keyPlans,
  keySystems,
  locations,
  lockingPlans,
  planWizards,
  serviceAccounts,
  webhooks,
} from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { TestApp } from '#test/app';
import { noteSourceEvents } from '../../src/features/source-events/note-event';
import { infoOf } from './certificates';
import { aSetup } from './entra';
import { aSuggestionOfEach } from './generator';
import { upload } from './iam';
import { aRule, group as atGroup, profile, syncNow } from './key-plans';
import { anAlias, aRename } from './renames';
import { aFireDepartment, anEntry, offerQueryOnly } from './work-list';

/**
 * Beginnings of reads without records: available fields, the caller, their account and their tokens, how callers sign in, whether there are
 * connections, the integrity of the log, how to try the product, and how to connect Entra ID.
 */
const aboutNoRecord = [
  '/iam/config/providers/:provider/field-rules',
  '/iam/config/user-model',
  '/auth/me',
  '/auth/single-sign-on',
  '/auth/deputyships',
  '/settings/notifications',
  '/settings/key-receipts',
  '/settings/sign-in-policy',
  '/settings/single-sign-on',
  '/profile',
  '/iam/status',
  '/audit/verify',
  '/sandbox',
  '/auth/entra/setup/options',
  '/openapi.json',
  '/api-token',
];
/** Have the same content as the readable CSV, or as the key. */
const printed = ['/work-list.pdf', '/key-receipts/:id/pdf'];

/** Every read that can return a record. Streams have separate tests, because they end only when their reader disconnects. */
export const reads: Endpoint[] = Object.values(allEndpoints)
  .flatMap((group) => Object.values(group))
  .filter((endpoint) => endpoint.method === 'GET' && !eventsOf(endpoint))
  .filter(({ path }) => !printed.includes(path) && !aboutNoRecord.some((start) => path.startsWith(start)));

/** The address of a read in the house, and with other ids in its path than those of the house. */
export type Addresses = (endpoint: Endpoint, others?: Record<string, string>) => string;

export type FullHouse = Record<
  'source' | 'system' | 'plan' | 'person' | 'cylinder' | 'group' | 'place' | 'rule',
  string
> & {
  addressOf: Addresses;
};

const soon = new Date(Date.now() + 5 * 86_400_000).toISOString();

/** An installation in which every read returns records, and the addresses for that. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: -- one record after another
export async function aFullHouse(app: TestApp): Promise<FullHouse> {
  const { plan, source, system, persons, profileId, rule } = await aFireDepartment(app, [
    { given_name: 'Odo', family_name: 'Brackwater' },
  ]);
  await offerQueryOnly(app, system.id);
  const { task_id, change_set_id } = await syncNow(app, { dry_run: true });
  await upload(app, source, 'Number,Name\n1,Odo\n');
  await anEntry(app, system.id);
  const [cylinder, group] = [system.cylinder('C-0001'), system.group('G-01')];
  const columns = [{ label: cylinder.marking, cylinder_id: cylinder.id }];
  const rows = [{ label: 'Odo', kind: 'unknown' as const, record_id: null, rights: [0] }];
  const body = { file_name: 'plan.csv', columns, rows };
  const { call } = app.as('superadmin');
  await call(lockingPlans.store, { params: { id: system.id }, body });
  const place = await call(locations.create, { body: { name: 'Fire station', type: 'building' } });
  await call(keySystems.test, { params: { id: system.id } });
  await call(keyPlans.addProfileCylinders, {
    params: { profile_id: profileId },
    body: { cylinder_ids: [cylinder.id] },
  });
  await app.db.updateTable('person').set({ job_title: 'Nurse' }).execute();
  const credential = { id: randomUUID(), connection_id: source, sealed: Buffer.from('sealed'), added_by: null };
  await app.db
    .insertInto('source_credential')
    .values({ ...credential, kind: 'secret', state: 'active', expires_at: new Date(soon) })
    .execute();
  const wardens = { id: randomUUID(), connection_id: source, external_id: 'wardens', name: 'Wardens' };
  await app.db.insertInto('person_group').values(wardens).execute();
  await app.db
    .updateTable('client_certificate')
    .set({ info: infoOf(app.sandbox.client_certificate_bundle_pem, { not_after: soon }) })
    .execute();
  await aRule(app, { plan, source, job_titles: ['Nurse'], objects: [profile(profileId)] });
  await app.db
    .updateTable('door')
    .set({ location_id: place.body.id, placed_by: 'hand' })
    .where('id', '=', cylinder.id)
    .execute();
  await call(keyPlans.update, { params: { id: plan }, body: { takes_effect: 'on_activation' } });
  await aRule(app, { plan, source, job_titles: ['Nurse'], objects: [atGroup(system.group('G-02').id)] });
  const changedThere = { connection_id: system.id, kind: 'profile_deleted' as const, profile_reference: rule.id };
  await app.db
    .insertInto('recorded_drift')
    .values({ ...changedThere, since: new Date() })
    .execute();
  const holder = { connection_id: system.id, own_reference: persons[0] ?? '', identity: 'P-1' };
  await app.db
    .insertInto('recorded_person')
    .values({ ...holder, first_name: 'Odo', surname: 'Brackwater', active: true })
    .execute();
  await app.db.updateTable('key').set({ holder_identity: holder.identity }).execute();
  const { key, receipt } = await aReceipt(app, persons[0] ?? '');
  const twins = { kind: 'same_number' as const, value: '1', people: '[]' };
  const conflict = { id: randomUUID(), connection_id: source, ...twins };
  await app.db.insertInto('directory_conflict').values(conflict).execute();
  const parked = { connection_id: source, external_id: '2', label: 'Ida', next_try_at: new Date() };
  const reason = JSON.stringify(say('row.ofSource'));
  await app.db
    .insertInto('parked_person')
    .values({ ...parked, reason })
    .execute();
  await noteSourceEvents(app.db, [
    { connection_id: source, kind: 'run.started', sentence: say('sourceEvent.previewBegan') },
  ]);
  const version = { id: randomUUID(), number: 1, mapping: '{}', saved_by: 'admin' };
  await app.db
    .insertInto('mapping_version')
    .values({ ...version, connection_id: source })
    .execute();
  const { body: wizard } = await call(planWizards.create, {
    body: {
      step: 'rules',
      content: {
        name: 'Annex',
        description: 'Who opens what there',
        time_zone: 'UTC',
        schedule_policy: 'refuse',
        iam_connection_ids: [source],
        key_system_connection_ids: [system.id],
        rows: [{ id: 'nurse', all_of: [{ subject_type: 'job_title', subject_identifier: 'Nurse', name: 'Nurse' }] }],
        columns: [{ id: 'c1', object_type: 'cylinder', object_identifier: cylinder.id, name: cylinder.marking }],
        times: [],
        grants: [{ row: 'nurse', column: 'c1', time: null }],
        names: [],
      },
    },
  });
  await call(planWizards.write, { params: { id: wizard.id }, body: {} });
  await anAlias(app, source);
  const renamed = await aRename(app, source);
  await sql`
    insert into change_set_item (change_set_id, ordinal, kind, person_id, label, reference, before, after)
    values (${renamed}, 1, 'mover', ${persons[0]}, 'Somebody', '1', '{"department": "Fire"}', '{"department": "Law"}')
    on conflict do nothing`.execute(app.db);
  const { session } = await aSetup(app);
  const hook = { url: 'https://127.0.0.1/in', description: '', events: ['sync.failed' as const], is_enabled: true };
  const { body: webhook } = await call(webhooks.create, { body: hook });
  await call(webhooks.sendTest, { params: { id: webhook.id } });
  const { body: run } = await call(generator.start, { body: { min_people: 1 } });
  await app.ended(run.task_id ?? '');
  const suggestion_id = await aSuggestionOfEach(app, run.id, { person_id: persons[0] ?? '', cylinder_id: cylinder.id });
  const night = { keyplan_id: plan, profiles: 2, links: 4, rules: 2, coverage: 1, lower_bound: 1 };
  await app.db.insertInto('plan_quality').values(night).execute();
  await call(invitations.invite, { body: { role: 'subadmin' } });
  const { id: admin } = await app.db
    .selectFrom('entra_setup')
    .innerJoin('admin', 'admin.id', 'entra_setup.admin_id')
    .select('admin.id')
    .executeTakeFirstOrThrow();
  const ids: Record<string, string | null> = {
    task_id,
    person_id: persons[0] ?? null,
    keyplan_id: plan,
    profile_id: profileId,
    connection_id: source,
    rule_id: rule.id,
    job_title: 'Nurse',
    job_title_name: 'Nurse',
    department_name: 'Fire department',
    cylinder_id: cylinder.id,
    group_id: group.id,
    location_id: place.body.id,
    suggestion_id,
  };
  const idsBelow: [start: string, id: string | null | undefined][] = [
    ['/administrators', admin],
    ['/people', persons[0]],
    ['/keys', key],
    ['/key-receipts', receipt],
    ['/key-plan/cylinders', cylinder.id],
    ['/key-plan/cylinder-groups', group.id],
    ['/key-plan/keyplans', plan],
    ['/key-plan/wizards', wizard.id],
    ['/change-sets/:id/renames', renamed],
    ['/change-sets/:id/fields', renamed],
    ['/change-sets', change_set_id],
    ['/iam/conflicts', conflict.id],
    ['/auth/entra/setup/status', session],
    ['/iam', source],
    ['/key-systems', system.id],
    ['/locations', place.body.id],
    ['/key-system-connections', system.id],
    ['/outgoing-webhooks', webhook.id],
    ['/key-plan-ai/runs', run.id],
  ];
  const { id: anyRole } = await app.db.selectFrom('admin_role').select('id').limit(1).executeTakeFirstOrThrow();
  const payroll = { username: 'payroll', role_ids: [anyRole] };
  await app.as('superadmin').call(serviceAccounts.create, { body: payroll });
  const compared = `person_id=${persons[0]}&other_id=${persons[0]}`;
  const queries: Record<string, string> = {
    '/keys/:id/holder': `at=${soon}`,
    '/key-plan/wizards/:id/doors': `person_id=${persons[0]}`,
    '/key-plan/wizards/:id/people': `cylinder_id=${cylinder.id}`,
    '/access/week': `of=cylinder&id=${cylinder.id}`,
    '/access/who': `of=cylinder&id=${cylinder.id}`,
    '/access/can-open': `of=cylinder&id=${cylinder.id}`,
    '/access/compare': compared,
    '/access/compare.csv': compared,
    '/access/compare/reasons': compared,
    '/access/check': `person_id=${persons[0]}&cylinder_id=${cylinder.id}`,
    '/access-events': `cylinder_id=${cylinder.id}`,
    '/search': 'q=br',
    '/work-list': 'state=all',
  };
  const addressOf: Addresses = ({ path }, others = {}) => {
    const id = idsBelow.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1] ?? '';
    const known = (name: string) => others[name] ?? (name === 'user_id' ? persons[0] : (ids[name] ?? id)) ?? '';
    return `/api/v1${path.replace(/:(\w+)/g, (_, name) => known(name))}?${queries[path] ?? ''}`;
  };
  const person = persons[0] ?? '';
  return {
    addressOf,
    source,
    system: system.id,
    plan,
    person,
    cylinder: cylinder.id,
    group: group.id,
    place: place.body.id,
    rule: rule.id,
  };
}

/** A key that a person has, with a receipt that was signed on paper. */
async function aReceipt({ db }: TestApp, person_id: string): Promise<{ key: string; receipt: string }> {
  const { id: key } = await db.selectFrom('key').select('id').limit(1).executeTakeFirstOrThrow();
  const [receipt, at] = [randomUUID(), new Date()];
  await db
    .insertInto('key_receipt')
    .values({
      ...{ id: receipt, kind: 'hand_out', language: 'en', drafted_at: at, person_id, giver_id: null },
      ...{ person_name: 'Odo Brackwater', giver_name: null, statement: 'Received.', lines: '[]', hash: 'none' },
      ...{ paper: Buffer.from('%PDF-\n%%EOF'), paper_type: 'application/pdf', created_at: at, created_by: 'admin' },
    })
    .execute();
  await db
    .insertInto('key_custody')
    .values({ key_id: key, state: 'handed_out', reserved_for: null, changed_at: at })
    .execute();
  const held = { person_id, holder_identity: null, due_at: null };
  await db
    .insertInto('key_assignment')
    .values({ id: randomUUID(), key_id: key, ...held, handed_out_at: at, ended_by: null })
    .execute();
  await db
    .insertInto('key_history')
    .values({
      ...{ id: randomUUID(), key_id: key, at, happening: 'handed_out', actor_name: 'admin', reason: null },
      ...{ ...held, receipt_id: receipt },
    })
    .execute();
  return { key, receipt };
}
