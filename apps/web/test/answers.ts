import type {
  Administrator,
  Answer,
  iam,
  KeySystemConnection,
  keyPlans,
  keySystems,
  Me,
  Overview,
  SyncTask,
} from '@key2xs/contract';
import { aKeyPlan } from '../src/data/plans/key-plans.fixture';

const id = (n: number) => `0190c0de-0000-7000-8000-${String(n).padStart(12, '0')}`;
const at = '2026-03-01T06:00:00.000Z';

/** The signed-in user. */
export const anAdmin = (fields: Partial<Me> = {}): Me => ({
  id: id(1),
  username: 'ada',
  role: 'superadmin',
  functions: ['assign_keys', 'request_keys', 'view_cylinders', 'user_audits'],
  created_at: at,
  acting: null,
  ...fields,
});

/** A row of the list of administrators. */
export const anAdministrator = (fields: Partial<Administrator> = {}): Administrator => ({
  ...anAdmin(),
  name: null,
  mail_address: null,
  role: 'subadmin',
  roles: [{ id: id(90), name: 'Sub-admin' }],
  scope: null,
  status: 'active',
  suspended_at: null,
  valid_from: null,
  valid_until: null,
  last_sign_in_at: null,
  second_factor: 'none',
  deputy: null,
  is_service: false,
  linked_accounts: [],
  separation_warnings: [],
  version: 1,
  ...fields,
});

/** A successful task; `n` distinguishes several. */
export const aTask = (n: number, fields: Partial<SyncTask> = {}): SyncTask => ({
  task_id: id(n),
  kind: 'key_system',
  status: 'SUCCESS',
  phase: 'finished',
  done: 10,
  total: 10,
  title: 'Head office',
  dry_run: false,
  result: { outcome: 'applied', counts: {}, failed: 0, waiting: 0 },
  error: null,
  cancelled: false,
  subject_id: fields.key_system_connection_id ?? fields.iam_connection_id ?? '01900000-0000-7000-8000-0000000000a1',
  iam_connection_id: null,
  key_system_connection_id: null,
  change_set_id: null,
  seen: true,
  created_at: at,
  started_at: at,
  completed_at: at,
  ...fields,
});

export const taskList = (items: SyncTask[]) => ({
  items,
  total: items.length,
  limit: 20,
  offset: 0,
  unseen: items.filter((task) => !task.seen).length,
});

/** An installation in which nothing is connected yet. */
export const anOverview = (fields: Partial<Overview> = {}): Overview => ({
  people: { total: 0, last_change: null, last_read_at: null },
  audit_log: null,
  may_open: { people: 0, doors: 0, rights: 0, active_plans: 0, rules: 0, only_plan: null },
  recorded: {
    state: null,
    rights_to_withdraw: 0,
    people_losing: 0,
    rights_to_grant: 0,
    people_gaining: 0,
    writes: 0,
    changed_there: 0,
    waiting_for_operator: 0,
    key_systems: [],
  },
  on_keys: {
    keys: 0,
    up_to_date: 0,
    waiting: 0,
    unknown: 0,
    exposure: {
      ...{ keys: 0, doors: 0, rights: 0, endless: 0, last_end: null, time_zone: 'UTC', stock_keys: 0 },
      ...{ unknown_keys: 0, unknown_doors: 0, known_keys: 0, read_at: null },
    },
    open_jobs: 0,
    read_at: null,
  },
  needs_you: [],
  days: [],
  identity_sources: { total: 0, active: 0, never_read: 0, name: null, id: null },
  key_systems: {
    total: 0,
    active: 0,
    name: null,
    worst_status: null,
    cylinders: 0,
    unplaced_cylinders: 0,
    cylinder_groups: 0,
    is_sandbox: false,
  },
  key_plans: { total: 0, active: 0, drafts: 0 },
  ...fields,
});

export const iamStatus = (isConnected: boolean): Answer<typeof iam.status> => ({
  is_connected: isConnected,
  iam_configured: isConnected,
  connections: isConnected ? 1 : 0,
});

const aKeySystem: KeySystemConnection = {
  id: id(5),
  name: 'Head office',
  system_type: 'CLIQ_WEB_MANAGER',
  description: null,
  status: 'ACTIVE',
  is_active: true,
  is_sandbox: false,
  error_message: null,
  last_successful_interaction: at,
  inventory_read_at: at,
  capabilities: [],
  inventory_counts: {},
  inventory_loss: null,
  open_work_items: 0,
  cylinders: 0,
  cylinder_groups: 0,
  guard_limit_percent: 5,
  waiting_change_set_id: null,
  active_configuration: {
    id: id(6),
    created_at: at,
    config_data: { cliq_api_url: 'https://cliq.test', domain_name: 'hq', client_certificate_info: null },
  },
  standby_certificate: null,
  last_test: null,
  version: 1,
  created_at: at,
  updated_at: at,
};

/** One key system for each flag, active or not. */
export const keySystemList = (...areActive: boolean[]): Answer<typeof keySystems.list> => ({
  items: areActive.map((is_active, n) => ({ ...aKeySystem, id: id(50 + n), is_active })),
  total: areActive.length,
  page: 0,
  size: 100,
});

export const keyPlanCount = (total: number): Answer<typeof keyPlans.list> => ({
  keyplans: Array.from({ length: total }, () => aKeyPlan()),
  total,
  limit: 1,
  offset: 0,
});
