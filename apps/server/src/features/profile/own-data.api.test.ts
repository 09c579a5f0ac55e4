import { profile } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { anAdministrator } from '#test/factories/administrators';

/** The part of the file that has what a column says about an administrator. */
const partOf: Record<string, string> = {
  'admin.deputy_id': 'deputy_of',
  'admin.invited_by': 'account',
  'admin_role_member.admin_id': 'roles',
  'admin_scope.admin_id': 'scope',
  'api_token.admin_id': 'api_tokens',
  'idempotency_key.admin_id': 'repeatable_calls',
  'invitation.invited_by': 'invitations_made',
  'invitation.registered_as': 'invitation',
  'kept_report.maker_id': 'kept_reports',
  'known_device.admin_id': 'known_devices',
  'known_network.admin_id': 'known_networks',
  'mail_delivery.admin_id': 'mails',
  'noticed.admin_id': 'notices_seen',
  'notification_settings.admin_id': 'notifications',
  'passkey.admin_id': 'passkeys',
  'password_reset.admin_id': 'password_resets',
  'preferences.admin_id': 'preferences',
  'recovery_code.admin_id': 'recovery_codes_left',
  'report_schedule.owner_id': 'report_schedules',
  'session.acts_for': 'sessions_for_account',
  'session.admin_id': 'sessions',
  'sign_in_attempt.admin_id': 'sign_ins_under_way',
  'single_sign_on_identity.admin_id': 'single_sign_on',
  'single_sign_on_request.admin_id': 'single_sign_on_under_way',
  'sync_task_seen.admin_id': 'tasks_seen',
  'totp_factor.admin_id': 'authenticator_app',
  'totp_set_up.admin_id': 'authenticator_app_set_up',
};

/** Columns that say who did something; of that there are events. */
const recordsOfWork = [
  'access_event_look.admin_id',
  'client_certificate.uploaded_by',
  'entra_setup.admin_id',
  'key_case.owner_id',
  'key_extension.asked_by_id',
  'key_plan.second_person_removal_by',
  'key_request.asked_by_id',
  'staff_list.uploaded_by',
  'sync_task.started_by',
  'work_item.assigned_to',
];

/** Something in each table that is about an administrator. */
async function storeOfEach({ db, deps }: TestApp, admin_id: string, other: string): Promise<void> {
  const [at, later] = [deps.clock(), new Date(deps.clock().getTime() + 3_600_000)];
  const bytes = () => Buffer.from(deps.newId());
  const deputy = (deputy_id: string) => ({ deputy_id, deputy_from: at, deputy_until: later });
  await db.updateTable('admin').set(deputy(other)).where('id', '=', admin_id).execute();
  await db.updateTable('admin').set(deputy(admin_id)).where('id', '=', other).execute();
  await db
    .insertInto('notification_settings')
    .values({ admin_id, mail_address: 'ada@example.org', language: 'en', notices: [] })
    .execute();
  const notice = { notice: 'certificate_warning', subject: deps.newId(), discriminator: '30' };
  await db
    .insertInto('noticed')
    .values({ ...notice, admin_id })
    .execute();
  const view = { acts_for: admin_id, acts_as: 'view' as const, reason: 'A question' };
  const times = { expires_at: later, ends_at: later };
  await db
    .insertInto('session')
    .values({ id: deps.newId(), admin_id: other, token_hash: bytes(), ...times, ...view })
    .execute();
  const own = { admin_id, expires_at: later };
  await db
    .insertInto('sign_in_attempt')
    .values({ ...own, token_hash: bytes(), passed: ['password'] })
    .execute();
  const known = { subject: deps.newId(), admin_id, used_at: at };
  await db.insertInto('known_device').values(known).execute();
  await db.insertInto('known_network').values(known).execute();
  await db
    .insertInto('totp_factor')
    .values({ admin_id, secret: bytes(), last_step: '1', created_at: at, last_used_at: null })
    .execute();
  await db
    .insertInto('totp_set_up')
    .values({ ...own, secret: bytes() })
    .execute();
  const passkey = { credential_id: 'an id', counter: '0', transports: [], rp_id: 'localhost', is_backed_up: false };
  await db
    .insertInto('passkey')
    .values({ id: deps.newId(), admin_id, name: 'Laptop', public_key: bytes(), created_at: at, ...passkey })
    .execute();
  await db.insertInto('recovery_code').values({ admin_id, code_hash: bytes() }).execute();
  const account = { issuer: 'https://id.example.org', subject: 'a1', account: 'ada@example.org' };
  await db
    .insertInto('single_sign_on_identity')
    .values({ id: deps.newId(), admin_id, ...account, linked_by: 'username', linked_at: at })
    .execute();
  const request = { redirect_uri: 'https://keys.example.org', settings_version: 1, invitation_hash: null };
  await db
    .insertInto('single_sign_on_request')
    .values({ id: deps.newId(), ...own, ...request, state_hash: bytes(), browser_hash: bytes(), sealed: bytes() })
    .execute();
  const token = { name: 'Report', shown: 'k2x_ab', is_read_only: true, created_at: at, issued_at: at };
  await db
    .insertInto('api_token')
    .values({ id: deps.newId(), ...own, ...token, secret_hash: bytes() })
    .execute();
  await db
    .insertInto('idempotency_key')
    .values({ key: 'k1', admin_id, request_hash: '', claim: deps.newId(), claimed_until: later })
    .execute();
  await db
    .insertInto('password_reset')
    .values({ id: deps.newId(), ...own, token_hash: bytes(), created_at: at })
    .execute();
  const report = { report: 'keys_out' as const, format: 'csv' as const, parameters: '{}', days_kept: 90 };
  await db
    .insertInto('report_schedule')
    .values({
      id: deps.newId(),
      owner_id: admin_id,
      ...report,
      language: 'en',
      every: 'day',
      clock: '06:00',
      created_at: at,
      recipient_ids: [],
    })
    .execute();
  const { days_kept: _, ...made } = report;
  const file = {
    file_name: 'keys.csv',
    content_type: 'text/csv',
    content: bytes(),
    bytes: 36,
    sha256: 'a'.repeat(64),
    cells: '',
  };
  await db
    .insertInto('kept_report')
    .values({
      id: deps.newId(),
      maker_id: admin_id,
      made_by: 'ada',
      ...made,
      ...file,
      title: 'Keys handed out',
      chosen: [],
      rows: 0,
      made_at: at,
      keep_until: later,
      reader_ids: [],
    })
    .execute();
  const invitation = { role: 'subadmin' as const, invited_by: other, registered_as: admin_id, name: 'Ada' };
  await db
    .insertInto('invitation')
    .values({ id: deps.newId(), token_hash: bytes(), expires_at: later, ...invitation })
    .execute();
}

describe('own data', () => {
  test('is a file about this administrator only', async ({ app }) => {
    const ada = await anAdministrator(app, { username: 'ada' });
    await anAdministrator(app, { username: 'grace' });
    const { text, headers } = await ada.call(profile.download, {});
    expect(headers.get('content-disposition')).toContain('key2xs-ada-');
    const data = JSON.parse(text);
    expect(data).toMatchObject({
      account: { id: ada.id, username: 'ada', role: 'subadmin' },
      sessions: [{ acts_as: null }],
      preferences: null,
    });
    expect(data.events.map(({ action }: { action: string }) => action)).toEqual(['profile.downloaded']);
    expect(text).not.toContain('grace');
  });

  test('has what is stored in every table about the account, and no secret', async ({ app }) => {
    const ada = await anAdministrator(app, { username: 'ada' });
    const zoe = await anAdministrator(app, { username: 'zoe' });
    await storeOfEach(app, ada.id, zoe.id);

    const { text } = await ada.call(profile.download, {});
    const data = JSON.parse(text);
    expect(data).toMatchObject({
      deputy: { username: 'zoe', until: expect.any(String) },
      deputy_of: [{ username: 'zoe', until: expect.any(String) }],
      notifications: { mail_address: 'ada@example.org' },
      notices_seen: [{ notice: 'certificate_warning' }],
      sessions_for_account: [{ username: 'zoe', acts_as: 'view', reason: 'A question' }],
      sign_ins_under_way: [{ passed: ['password'] }],
      known_networks: 1,
      known_devices: 1,
      authenticator_app: { created_at: expect.any(String) },
      authenticator_app_set_up: { expires_at: expect.any(String) },
      passkeys: [{ name: 'Laptop', created_at: expect.any(String) }],
      recovery_codes_left: 1,
      single_sign_on: [{ issuer: 'https://id.example.org', account: 'ada@example.org' }],
      single_sign_on_under_way: [{ redirect_uri: 'https://keys.example.org' }],
      api_tokens: [{ name: 'Report', expires_at: expect.any(String) }],
      repeatable_calls: 1,
      password_resets: [{ used_at: null }],
      kept_reports: [{ title: 'Keys handed out', keep_until: expect.any(String) }],
      report_schedules: [{ report: 'keys_out', every: 'day' }],
      invitation: { name: 'Ada' },
    });
    expect(text).not.toMatch(/hash|argon|sealed|\\\\x/); // so PostgreSQL writes bytes

    const { rows } = await sql<{ name: string }>`
      select conrelid::regclass || '.' || attname as name from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where contype = 'f' and confrelid = 'admin'::regclass`.execute(app.db);
    expect(rows.map(({ name }) => name).sort()).toEqual([...Object.keys(partOf), ...recordsOfWork].sort());
    expect(Object.keys(data)).toEqual(expect.arrayContaining(Object.values(partOf)));
  });
});
