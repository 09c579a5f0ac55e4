import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

/** Who alone inserts, updates and deletes: a feature, or the platform. */
const owned: Record<string, readonly string[]> = {
  access: ['access_change', 'access_past', 'memory'],
  'access-events': ['access_event_look', 'access_event_policy', 'access_event_privacy'],
  administrators: ['admin_role', 'admin_role_member', 'admin_scope'],
  'api-tokens': ['api_token_policy'],
  audit: ['audit_time_stamp_failure', 'audit_verification'],
  auth: ['admin', 'password_reset'],
  'change-sets': ['change_set', 'change_set_door', 'change_set_doors', 'change_set_item', 'change_set_person'],
  decisions: ['decision'],
  doors: ['door', 'door_group'],
  'effective-access': [
    'cylinder_content',
    'cylinder_held',
    'exposed_right',
    'key_content',
    'key_held',
    'key_look',
    'right_set',
  ],
  generator: [
    'generator_data',
    'generator_event',
    'generator_finding',
    'generator_found',
    'generator_run',
    'generator_suggestion',
    'plan_quality',
  ],
  invitations: ['invitation', 'invitation_role'],
  iam: [
    'department_spelling',
    'directory_conflict',
    'iam_connection',
    'mapping_version',
    'parked_person',
    'person',
    'person_group',
    'rename_finding',
    'source_copy',
    'source_credential',
    'source_group',
    'source_member',
    'source_page',
    'source_person',
    'source_told',
    'source_unsettled',
    'value_alias',
  ],
  plans: [
    'access_profile',
    'access_profile_cylinder',
    'access_profile_group',
    'access_rule',
    'access_rule_object',
    'access_rule_subject',
    'key_plan',
    'key_plan_editor',
    'key_plan_iam_connection',
    'key_plan_key_system',
    'key_plan_last_edit',
    'key_plan_part',
    'key_plan_version',
    'time_restriction',
  ],
  'plan-views': ['key_plan_wizard'],
  'key-systems': ['client_certificate', 'inventory_page', 'key_system_connection'],
  'key-times': [
    'key_extension',
    'key_extension_key',
    'key_held_times',
    'key_holiday_calendar',
    'key_reminder',
    'key_reminder_key',
    'key_times_order',
    'key_times_policy',
    'key_times_template',
  ],
  'key-access': ['key_access_order'],
  'key-cases': ['key_case', 'key_case_door', 'key_case_entry', 'key_entitlement', 'key_joiner_watch', 'key_move_watch'],
  'key-requests': [
    'key_request',
    'key_request_entry',
    'key_request_file',
    'key_request_link',
    'key_request_link_mail',
    'key_request_rules',
    'key_request_step',
  ],
  'access-reviews': ['access_review', 'access_review_item'],
  'possession-checks': ['possession_check', 'possession_check_key', 'possession_check_person'],
  'key-desk': [
    'key_assignment',
    'key_count',
    'key_count_scan',
    'key_custody',
    'key_history',
    'key_receipt',
    'key_receipt_link',
    'key_receipt_texts',
    'key_ring',
    'key_ring_member',
  ],
  locations: ['cylinder_swap', 'floor_plan', 'floor_plan_pin', 'location', 'location_text'],
  'locking-plans': ['locking_plan'],
  'log-forwarding': ['log_destination'],
  reports: ['kept_report', 'report_schedule'],
  notifications: ['mail_delivery', 'mail_text'],
  platform: [
    'api_token',
    'audit_event',
    'audit_head',
    'audit_refused',
    'audit_time_stamp',
    'audit_tree_head',
    'audit_tree_tile',
    'idempotency_key',
    'job',
    'known_device',
    'known_network',
    'noticed',
    'notification_settings',
    'outbox',
    'outbox_delivery',
    'restored_backup',
    'session',
    'sign_in_attempt',
    'sign_in_budget',
    'stream_ticket',
  ],
  privacy: ['privacy_policy', 'retention_run'],
  profile: ['preferences'],
  programming: ['programming_order', 'programming_policy'],
  'providers/csv': ['staff_list', 'staff_list_chunk'],
  'providers/entra-id': ['entra_setup'],
  recorded: [
    'access_event',
    'access_event_left_out',
    'adopted_record',
    'key',
    'key_system_cylinder',
    'key_system_cylinder_group',
    'programming_device',
    'programming_job',
    'programming_key',
    'recorded_drift',
    'recorded_list',
    'recorded_person',
    'recorded_profile',
    'recorded_profile_member',
    'recorded_reading',
  ],
  'second-factors': ['passkey', 'passkey_challenge', 'recovery_code', 'sign_in_policy', 'totp_factor', 'totp_set_up'],
  'single-sign-on': ['single_sign_on', 'single_sign_on_group', 'single_sign_on_identity', 'single_sign_on_request'],
  'source-events': ['source_event'],
  'source-health': ['source_call'],
  'source-webhooks': ['source_farewell', 'source_nudge', 'source_subscription', 'source_webhook'],
  tasks: ['sync_task', 'sync_task_seen'],
  timetables: ['timetable'],
  webhooks: ['webhook', 'webhook_delivery'],
  'work-list': ['work_item'],
};

/** Who else may write a table, and why. */
const exceptions: Record<string, readonly string[]> = {
  // A group of the provider may make a super admin.
  'single-sign-on': ['admin'],
  // What ends an administrator's access ends open links for the password.
  platform: ['password_reset'],
  // Accounts begin with a registration or the first start, and are managed there.
  administrators: ['admin'],
  // A credential may come with the connection, so `iam` stores it; how it is tested, activated and removed is defined there.
  'source-credentials': ['source_credential'],
  // Raising a limit is a decision about a change set, made in its transaction, and both kinds of connection have one.
  'change-sets': ['iam_connection', 'key_system_connection'],
  // Erases a person wherever one is held, in one transaction.
  privacy: [
    'access_review_item',
    'adopted_record',
    'change_set_item',
    'change_set_person',
    'directory_conflict',
    'iam_connection',
    'key_entitlement',
    'key_receipt',
    'key_receipt_link',
    'key_request',
    'key_request_entry',
    'key_request_file',
    'key_request_link',
    'key_request_link_mail',
    'key_request_step',
    'kept_report',
    'parked_person',
    'person',
    'possession_check_key',
    'possession_check_person',
    'recorded_person',
    'source_member',
    'source_person',
    'source_told',
    'source_unsettled',
    'staff_list',
    'sync_task',
    'work_item',
  ],
};

/** Places that write tables by a name that is not in the text, and which tables these may be. */
const byVariable: Record<string, readonly string[]> = {
  'features/doors/service.ts': ['door', 'door_group'],
  'features/change-sets/decide.ts': ['iam_connection', 'key_system_connection'],
  'features/change-sets/save-effect.ts': ['change_set_door', 'change_set_doors', 'change_set_person'],
  'features/plans/settings/insert-links.ts': ['key_plan_iam_connection', 'key_plan_key_system'],
  'features/plans/settings/links.ts': ['key_plan_iam_connection', 'key_plan_key_system'],
  'features/plans/draft/write-draft.ts': [
    'access_profile',
    'access_profile_cylinder',
    'access_profile_group',
    'access_rule',
    'access_rule_object',
    'access_rule_subject',
    'time_restriction',
  ],
  'features/recorded/mirror/list-rows.ts': [
    'key',
    'key_system_cylinder',
    'key_system_cylinder_group',
    'key_system_cylinder_group',
    'programming_device',
    'programming_job',
    'programming_key',
    'recorded_person',
    'recorded_profile',
  ],
  'features/recorded/own.ts': ['recorded_person', 'recorded_profile'],
  'features/recorded/mirror/planned.ts': ['key_system_cylinder', 'key_system_cylinder_group'],
  'features/privacy/erasure/write-erasure.ts': [], // texts of all of them, in which an erased person is named
  'platform/backup/restore-backup.ts': [], // all of them, of an installation that does not run
};

const source = import.meta.dirname;

const filesIn = (folder: string): { path: string; text: string }[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => ({ path: relative(source, join(folder, name)), text: readFileSync(join(folder, name), 'utf8') }));

/** Tables of the database as it is after the last migration. */
function listTables(): string[] {
  const tables = new Set<string>();
  for (const { text } of filesIn(join(source, '../migrations'))) {
    for (const [, verb, names] of text.matchAll(/\b(create|drop) table ([a-z_]+(?:, [a-z_]+)*)/g)) {
      for (const name of names?.split(', ') ?? []) verb === 'create' ? tables.add(name) : tables.delete(name);
    }
    for (const [, from = '', to = ''] of text.matchAll(/\balter table ([a-z_]+) rename to ([a-z_]+)/g)) {
      if (tables.delete(from)) tables.add(to);
    }
  }
  return [...tables].sort();
}

const ownerOf = (path: string) =>
  /^(features\/(?:providers\/)?[^/]+|[^/]+)\//.exec(path)?.[1]?.replace('features/', '') ?? path;

const named = /(?:(?:insertInto|updateTable|deleteFrom)\('|\b(?:insert into|update|delete from)\s+)([a-z_]+)/g;
const unnamed = /(?:insertInto|updateTable|deleteFrom)\((?!')|\b(?:insert into|update|delete from)\s+\$\{/;

test('a table is written by the feature that owns it, and by no other', () => {
  const files = filesIn(source);
  const tables = listTables();
  const writers = new Map<string, Set<string>>(tables.map((table) => [table, new Set()]));
  for (const { path, text } of files) {
    const written = [...text.matchAll(named)].map(([, table]) => table ?? '');
    for (const table of [...written, ...(byVariable[path] ?? [])]) writers.get(table)?.add(ownerOf(path));
  }
  const allowed = new Map<string, Set<string>>();
  for (const [owner, tables] of [...Object.entries(owned), ...Object.entries(exceptions)]) {
    for (const table of tables) allowed.set(table, new Set([...(allowed.get(table) ?? []), owner]));
  }
  expect(byTable(writers)).toEqual(byTable(allowed));
});

test('a write to a table named by a variable says which', () => {
  const places = filesIn(source).filter(({ text }) => unnamed.test(text));
  expect(places.map(({ path }) => path)).toEqual(Object.keys(byVariable).sort());
});

const byTable = (writers: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries([...writers].map(([table, by]) => [table, [...by].sort()]));
