import { randomUUID } from 'node:crypto';
import {
  accessEvents,
  allEndpoints,
  audit,
  type Endpoint,
  eventsOf,
  generator,
  invitations,
  keptReports,
  keyPlans,
  keySystems,
  locations,
  lockingPlans,
  logDestinations,
  planWizards,
  reportSchedules,
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
 * connections, the integrity of the log, how to try the product, how to connect Entra ID, whether the
 * installation is paused, and how mails read.
 */
const aboutNoRecord = [
  '/iam/config/providers/:provider/field-rules',
  '/iam/config/user-model',
  '/auth/me',
  '/auth/single-sign-on',
  '/auth/deputyships',
  '/settings/notifications',
  '/settings/access-events',
  '/settings/key-receipts',
  '/settings/mail-texts',
  '/settings/key-requests',
  '/key-request-links',
  '/settings/privacy',
  '/privacy/fields',
  '/settings/programming',
  '/settings/sign-in-policy',
  '/settings/single-sign-on',
  '/profile',
  '/iam/status',
  '/audit/verify',
  '/sandbox',
  '/auth/entra/setup/options',
  '/openapi.json',
  '/api-token',
  '/installation',
];
/** Have the same content as the readable CSV, or as the key. */
const printed = [
  '/work-list.pdf',
  '/access/as-of/rights.pdf',
  '/key-receipts/:id/pdf',
  '/key-cases/:id/pdf',
  '/key-counts/:id/pdf',
  '/possession-checks/:id/forms.pdf',
  '/possession-checks/:id/results.pdf',
  '/people/:id/file.pdf',
  '/audit/proof',
];

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
  await call(audit.verifyNow, {});
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
  await aFloorPlan(app, place.body.id, cylinder.id);
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
  await app.db
    .insertInto('exposed_right')
    .values({
      ...{ connection_id: system.id, key_id: key, cylinder_id: cylinder.id, whereabouts: 'in_hand' },
      ...{
        withdrawn_at: new Date(),
        ends_at: new Date(soon),
        ended_by: 'validity',
        is_certain: true,
        is_unlisted: false,
      },
    })
    .execute();
  const keyCase = await aKeyCase(app, { key_id: key, person_id: persons[0] ?? '', cylinder_id: cylinder.id });
  const count = await aCountAndRing(app, key);
  const request = await aKeyRequest(app, { person_id: persons[0] ?? '', place_id: place.body.id });
  const check = await aPossessionCheck(app, { key_id: key, person_id: persons[0] ?? '' });
  const review = await anAccessReview(app, { person_id: persons[0] ?? '', cylinder_id: cylinder.id });
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
  await app.db.insertInto('key_times_template').values({ id: randomUUID(), name: 'Office', schedule: '[]' }).execute();
  await app.db
    .insertInto('key_holiday_calendar')
    .values({ id: randomUUID(), name: 'Site', closes: 'Reception', days: '[]' })
    .execute();
  const mailed = { mail_address: 'ada@city.test', day: '2026-11-02', language: 'en' as const, state: 'sent' as const };
  await app.db
    .insertInto('key_reminder')
    .values({ id: randomUUID(), ...mailed, asked_by: null, created_at: new Date(), ended_at: new Date() })
    .execute();
  await app.db
    .insertInto('key_extension')
    .values({ id: randomUUID(), hours: 1, reason: 'Flood', asked_by: 'admin', asked_at: new Date(), state: 'open' })
    .execute();
  const { session } = await aSetup(app);
  const hook = { url: 'https://127.0.0.1/in', description: '', events: ['sync.failed' as const], is_enabled: true };
  const { body: webhook } = await call(webhooks.create, { body: hook });
  await call(webhooks.sendTest, { params: { id: webhook.id } });
  const target = { kind: 'syslog' as const, host: '127.0.0.1' };
  const forwarded = { name: 'SIEM', format: 'ocsf' as const, target };
  const { body: destination } = await call(logDestinations.create, { body: forwarded });
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
  const wanted = { filter: {}, purpose: 'audit', reason: 'A question', hours: 1, ask_second: false } as const;
  const { kept, schedule } = await reportsOfHouse(app);
  const { body: look } = await app.as('superadmin').call(accessEvents.reveal, { body: wanted });
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
    report: 'keys_out',
  };
  const idsBelow: [start: string, id: string | null | undefined][] = [
    ['/administrators', admin],
    ['/people', persons[0]],
    ['/keys', key],
    ['/access-event-looks', look.id],
    ['/programming-capacities/keys', key],
    ['/key-receipts', receipt],
    ['/key-cases', keyCase],
    ['/key-counts', count],
    ['/key-requests', request],
    ['/kept-reports', kept.id],
    ['/report-schedules', schedule.id],
    ['/possession-checks', check],
    ['/access-reviews', review],
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
    ['/log-destinations', destination.id],
    ['/key-plan-ai/runs', run.id],
  ];
  const { id: anyRole } = await app.db.selectFrom('admin_role').select('id').limit(1).executeTakeFirstOrThrow();
  const payroll = { username: 'payroll', role_ids: [anyRole] };
  await app.as('superadmin').call(serviceAccounts.create, { body: payroll });
  const compared = `person_id=${persons[0]}&other_id=${persons[0]}`;
  const queries: Record<string, string> = {
    '/keys/:id/holder': `at=${soon}`,
    '/people/:id/file': 'purpose=audit',
    '/people/:id/file.pdf': 'purpose=audit',
    '/key-request-choices': 'what=people',
    '/key-plan/wizards/:id/doors': `person_id=${persons[0]}`,
    '/key-plan/wizards/:id/people': `cylinder_id=${cylinder.id}`,
    '/access/week': `of=cylinder&id=${cylinder.id}`,
    '/access/who': `of=cylinder&id=${cylinder.id}`,
    '/access/can-open': `of=cylinder&id=${cylinder.id}`,
    '/access/as-of': `of=cylinder&id=${cylinder.id}`,
    '/access/as-of/rights': `of=cylinder&id=${cylinder.id}`,
    '/access/as-of/rights.csv': `of=cylinder&id=${cylinder.id}`,
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

/** A report that is kept, and one that is made each day. */
async function reportsOfHouse(app: TestApp) {
  const { call } = app.as('superadmin');
  const common = { format: 'csv', days_kept: 30 } as const;
  const { body: kept } = await call(keptReports.keep, { params: { report: 'keys_out' }, body: common });
  const daily = { every: 'day', weekday: null, day: null, clock: '06:00' } as const;
  const body = { report: 'keys_out', parameters: {}, ...common, ...daily, recipient_ids: [] } as const;
  const { body: schedule } = await call(reportSchedules.create, { body: { ...body, recipient_ids: [] } });
  return { kept, schedule };
}

/** A key that a person has, with a receipt that was signed on paper. */
async function aReceipt({ db }: TestApp, person_id: string): Promise<{ key: string; receipt: string }> {
  const { id: key } = await db
    .selectFrom('key')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('marking')
    .limit(1)
    .executeTakeFirstOrThrow();
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

type InCase = { key_id: string; person_id: string; cylinder_id: string };

/** A case of a lost key, about one door. */
async function aKeyCase({ db }: TestApp, { key_id, person_id, cylinder_id }: InCase): Promise<string> {
  const [id, at] = [randomUUID(), new Date()];
  await db
    .insertInto('key_case')
    .values({
      ...{ id, kind: 'lost', key_id, person_id, holder_identity: null, report: null, due_at: null, opened_at: at },
      ...{ opened_by: 'admin', replacement_key_id: null, closed_at: null, closed_by: null, outcome: null },
    })
    .execute();
  const undecided = { decision: null, accept_until: null, reason: null, decided_by: null, decided_at: null };
  await db
    .insertInto('key_case_door')
    .values({ case_id: id, cylinder_id, ...undecided, order_id: null })
    .execute();
  const entry = { id: randomUUID(), case_id: id, at, happening: 'opened' as const, actor_name: 'admin' };
  await db
    .insertInto('key_case_entry')
    .values({ ...entry, note: null, doors: null, decision: null })
    .execute();
  return id;
}

/** A plan of a place whose picture has two lines, with one cylinder on it, which took the place of another. */
async function aFloorPlan({ db }: TestApp, location_id: string, cylinder_id: string): Promise<void> {
  const picture = Buffer.from('picture\nof two lines');
  await db
    .insertInto('floor_plan')
    .values({ location_id, picture, thumbnail: picture, width: 2, height: 1, tag: 'a' })
    .execute();
  await db.insertInto('floor_plan_pin').values({ location_id, cylinder_id, place_id: null, x: 0.5, y: 0.5 }).execute();
  const words = { removed_words: 'C-0002', installed_words: 'C-0001' };
  const cylinders = { removed_id: null, installed_id: cylinder_id };
  await db
    .insertInto('cylinder_swap')
    .values({ id: randomUUID(), location_id, ...cylinders, ...words, reason: 'Broken' })
    .execute();
}

/** A check in which one holder was asked about one key, and has not answered. */
async function aPossessionCheck({ db }: TestApp, { key_id, person_id }: Omit<InCase, 'cylinder_id'>): Promise<string> {
  const [id, at] = [randomUUID(), new Date()];
  await db
    .insertInto('possession_check')
    .values({
      ...{ id, language: 'en', started_at: at, started_by: 'admin' },
      ...{ due_at: new Date(at.getTime() + 86_400_000), ended_at: null, ended_by: null },
    })
    .execute();
  const mail = { mail_address: 'ada@example.org', token_hash: null, is_to_mail: false, mailed_at: at };
  await db
    .insertInto('possession_check_person')
    .values({ check_id: id, person_id, ...mail, problem: null, answered_at: null })
    .execute();
  await db.insertInto('possession_check_key').values({ check_id: id, key_id, person_id, answer: null }).execute();
  return id;
}

/** A review with a right that no one has decided. */
async function anAccessReview({ db }: TestApp, { person_id, cylinder_id }: Omit<InCase, 'key_id'>): Promise<string> {
  const [id, at] = [randomUUID(), new Date()];
  await db
    .insertInto('access_review')
    .values({
      ...{ id, name: 'Autumn', scope_kind: 'all', scope_values: '[]', scope_names: '[]', reviewers: 'owner' },
      ...{ systems: '[]', started_at: at, started_by: 'admin', due_at: new Date(at.getTime() + 86_400_000) },
    })
    .execute();
  const none = { recorded_person_id: null, key_id: null, place_id: null, reviewer_id: null, protection_class: null };
  await db
    .insertInto('access_review_item')
    .values({
      ...{ id: randomUUID(), review_id: id, subject: 'person', person_id, department: null, place_name: null, ...none },
      ...{ doors: JSON.stringify([{ id: cylinder_id, name: 'Door' }]), door_ids: [cylinder_id], source: 'left_over' },
      ...{ rules: '[]', profiles: '[]', recorded: 'all', used: 'not_known', peers: 0, peers_with: 0, evidence: 'e' },
    })
    .execute();
  return id;
}

/** A request that waits for an administrator. */
async function aKeyRequest(
  { db }: TestApp,
  { person_id, place_id }: { person_id: string; place_id: string },
): Promise<string> {
  const [id, at] = [randomUUID(), new Date()];
  const none = {
    key_id: null,
    reserved_key_id: null,
    starts_at: null,
    ends_at: null,
    granted_until: null,
    pick_up_by: null,
  };
  await db
    .insertInto('key_request')
    .values({
      ...{
        id,
        kind: 'new_key',
        state: 'in_approval',
        step: 1,
        steps: 1,
        person_id,
        place_id,
        place_name: 'House',
        ...none,
      },
      ...{ is_urgent: false, reason: 'New here', protection_class: null, needs_four_eyes: false, closed_at: null },
      ...{ asked_by_id: null, asked_by: 'admin', asked_at: at },
    })
    .execute();
  const open = { decision: null, decided_by_id: null, decided_by: null, decided_at: null, reason: null };
  await db
    .insertInto('key_request_step')
    .values({
      ...{ request_id: id, position: 1, kind: 'security', person_id: null, stands_in: false },
      ...{ due_at: at, escalated_at: null, ...open },
    })
    .execute();
  const file = {
    name: 'order.pdf',
    type: 'application/pdf' as const,
    bytes: 12,
    content: Buffer.from('%PDF-\n%%EOF\n'),
  };
  await db
    .insertInto('key_request_file')
    .values({ id, request_id: id, ...file, tag: 'order', added_by: 'admin', added_at: at })
    .execute();
  return id;
}

/** A count in which a key was found that is recorded as handed out, and a ring on which it hangs. */
async function aCountAndRing({ db }: TestApp, key_id: string): Promise<string> {
  const [id, ring_id, at] = [randomUUID(), randomUUID(), new Date()];
  const open = { closed_at: null, closed_by: null, reason: null, figures: null, differences: null };
  await db
    .insertInto('key_count')
    .values({ id, connection_id: null, storage: '', started_at: at, started_by: 'admin', ...open })
    .execute();
  const scanned = { text: 'K-1', kind: 'handed_out' as const, at, by_name: 'admin' };
  await db
    .insertInto('key_count_scan')
    .values({ id: randomUUID(), count_id: id, key_id, ...scanned })
    .execute();
  await db.insertInto('key_ring').values({ id: ring_id, name: 'Guard', created_at: at, created_by: 'admin' }).execute();
  await db.insertInto('key_ring_member').values({ key_id, ring_id }).execute();
  return id;
}
