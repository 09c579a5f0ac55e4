import { type PlanWizardStep, planWizardSteps } from '@key2xs/contract';
import { type Act, dialog, openRow, press } from './acts';
import { beginEntra } from './entra-acts';
import {
  beginCount,
  decideAll,
  handOutKeys,
  openAccess,
  openKeyTab,
  openRing,
  printLabels,
  signForKeys,
} from './key-desk-acts';
import {
  editRule,
  explainCrossing,
  openDepartment,
  paintHours,
  proposeCrossing,
  selectRules,
  showAll,
  toMatrix,
} from './key-plan-acts';
import {
  askToAccept,
  askToDelete,
  failAndEdit,
  failToAddKeySystem,
  reviewKeySystem,
  selectKeySystem,
  testKeySystem,
} from './key-system-acts';
import { askForExtension, remindOfKeys, switchReminders } from './key-times-acts';
import {
  explainRight,
  findInPlan,
  overviewOfPlan,
  uploadLockingPlan,
  withLargeLockingPlan,
  withoutLockingPlan,
} from './locking-plan-acts';
import { assignJobs } from './programming-acts';
import {
  mapColumns,
  placeSelected,
  search,
  selectCylinders,
  selectWork,
  showDoorWeek,
  showEntries,
  showTable,
  tickWork,
} from './record-acts';

/** Ids the screens need, from `seedScreens`. */
export type Scene = {
  sourceId: string;
  /** A called source. */
  directoryId: string;
  systemId: string;
  /** The key system whose last inventory was stopped. */
  shrunkenSystemId: string;
  planId: string;
  /** A plan with waiting changes. */
  draftPlanId: string;
  /** An unfinished key plan in the wizard. */
  wizardId: string;
  placeId: string;
  personId: string;
  /** A request for a key that waits for a colleague. */
  keyRequestId: string;
  /** An access review that is under way. */
  reviewId: string;
  otherPersonId: string;
  /** A finished run of the generator. */
  runId: string;
  /** A group of doors that people may open. */
  stationsId: string;
  directoryChangeSetId: string;
  syncChangeSetId: string;
  taskId: string;
  webhookId: string;
  /** With a scope and a deputy. */
  subAdminId: string;
  /** Of a key that has doors. */
  lostCaseId: string;
};

export type Screen = {
  name: string;
  path: (scene: Scene) => string;
  act?: Act;
  isSignedOut?: true;
  /** Shown by a product without data. */
  isEmpty?: true;
};

const dashboard = () => '/dashboards/start';
const addKeySystem = () => '/add-key-system';
const source = ({ sourceId }: Scene) => `/iam-manager?source=${sourceId}`;
const directory = ({ directoryId }: Scene) => `/iam-manager?source=${directoryId}`;
const upload = ({ sourceId }: Scene) => `/connect/iam-wizard?connection=${sourceId}`;
const entra = () => '/connect/iam-wizard?kind=entra_id';
const person = ({ personId }: Scene) => `/people/${personId}`;
const whoIn = ({ stationsId }: Scene) => `/access/who?of=group&id=${stationsId}`;
const compare = ({ personId, otherPersonId }: Scene) =>
  `/people/compare?person_id=${personId}&other_id=${otherPersonId}`;
const place = ({ placeId }: Scene) => `/keys/locations?location_id=${placeId}`;
const wizard =
  (step: PlanWizardStep) =>
  ({ wizardId }: Scene) =>
    `/keyplan/wizard?wizard=${wizardId}&step=${step}`;
const draft = ({ draftPlanId }: Scene) => `/keys/key-plans/${draftPlanId}`;
const plan = ({ planId }: Scene) => `/keys/key-plans/${planId}`;
const rules = ({ planId }: Scene) => `/keys/key-plans/${planId}?tab=rules`;
const matrix = ({ planId }: Scene) => `/keys/key-plans/${planId}?tab=matrix`;
const lockingPlan = ({ systemId }: Scene) => `/key-systems/${systemId}/locking-plan`;
const stopped = ({ directoryChangeSetId }: Scene) => `/change-sets/${directoryChangeSetId}`;
const keySystem = ({ systemId }: Scene) => `/key-systems?connection=${systemId}`;
const loss = ({ shrunkenSystemId }: Scene) => `/key-systems?connection=${shrunkenSystemId}&tab=inventory`;
const applied = ({ syncChangeSetId }: Scene) => `/change-sets/${syncChangeSetId}`;

/** Every screen of the product in its notable states, for pictures and accessibility checks. */
export const screens: Screen[] = [
  { name: 'login', path: () => '/login', isSignedOut: true },
  { name: 'reset-password', path: () => '/reset-password#a-token', isSignedOut: true },
  { name: 'forgotten-password', path: () => '/forgotten-password', isSignedOut: true },
  { name: 'invitation-ended', path: () => '/invitation#a-token', isSignedOut: true },
  { name: 'receipt-link-ended', path: () => '/receipt-confirmation#a-token', isSignedOut: true },
  { name: 'possession-link-ended', path: () => '/possession#a-token', isSignedOut: true },
  { name: 'request-link-off', path: () => '/request-keys', isSignedOut: true },
  { name: 'request-link-ended', path: () => '/request-keys#a-token', isSignedOut: true },
  { name: 'single-sign-on-lost', path: () => '/auth/callback/oidc', isSignedOut: true },
  { name: 'dashboard', path: dashboard },
  { name: 'dashboard-empty', path: dashboard, isEmpty: true },
  { name: 'connection-manager', path: () => '/connection-manager' },
  { name: 'connection-manager-empty', path: () => '/connection-manager', isEmpty: true },
  { name: 'iam-manager', path: () => '/iam-manager' },
  { name: 'iam-manager-source', path: source },
  { name: 'iam-manager-people', path: (scene) => `${source(scene)}&tab=people` },
  { name: 'iam-manager-values', path: (scene) => `${source(scene)}&tab=values` },
  { name: 'iam-manager-departments', path: (scene) => `${source(scene)}&tab=values&of=department&unused=yes` },
  { name: 'iam-manager-mapping', path: (scene) => `${source(scene)}&tab=mapping` },
  { name: 'iam-manager-runs', path: (scene) => `${source(scene)}&tab=runs` },
  { name: 'iam-manager-conflicts', path: (scene) => `${source(scene)}&tab=conflicts` },
  { name: 'iam-manager-events', path: (scene) => `${source(scene)}&tab=events` },
  { name: 'iam-manager-directory', path: directory },
  { name: 'iam-manager-directory-groups', path: (scene) => `${directory(scene)}&tab=people` },
  { name: 'iam-manager-directory-mapping', path: (scene) => `${directory(scene)}&tab=mapping` },
  { name: 'iam-manager-directory-runs', path: (scene) => `${directory(scene)}&tab=runs` },
  { name: 'iam-manager-directory-conflicts', path: (scene) => `${directory(scene)}&tab=conflicts` },
  { name: 'iam-manager-credentials', path: (scene) => `${directory(scene)}&tab=credentials` },
  { name: 'iam-manager-metrics', path: (scene) => `${directory(scene)}&tab=metrics` },
  { name: 'iam-manager-empty', path: () => '/iam-manager', isEmpty: true },
  { name: 'iam-wizard', path: () => '/connect/iam-wizard' },
  { name: 'iam-wizard-staff-list', path: () => '/connect/iam-wizard?kind=csv' },
  { name: 'iam-wizard-entra', path: entra },
  { name: 'iam-wizard-entra-connect', path: entra, act: beginEntra },
  { name: 'entra-callback', path: () => '/auth/callback/entra-id' },
  { name: 'entra-callback-failed', path: () => '/auth/callback/entra-id?admin_consent=True&state=unknown' },
  { name: 'iam-wizard-upload', path: upload },
  { name: 'iam-wizard-map', path: upload, act: mapColumns },
  { name: 'sub-admins', path: () => '/admin/sub-admins' },
  { name: 'sub-admin', path: ({ subAdminId }) => `/admin/sub-admins?open=${subAdminId}` },
  { name: 'sub-admins-invite', path: () => '/admin/sub-admins?dialog=invite' },
  { name: 'sub-admins-invitations', path: () => '/admin/sub-admins?tab=invitations' },
  { name: 'sub-admins-roles', path: () => '/admin/sub-admins?tab=roles' },
  { name: 'sub-admins-role', path: () => '/admin/sub-admins?tab=roles&open=new' },
  { name: 'sub-admins-settings', path: () => '/admin/sub-admins?tab=settings' },
  { name: 'profile', path: () => '/profile' },
  { name: 'profile-settings', path: () => '/profile?tab=settings' },
  { name: 'developers', path: () => '/developers?operation=people.list' },
  { name: 'developers-tokens', path: () => '/developers?tab=tokens' },
  { name: 'developers-errors', path: () => '/developers?tab=errors' },
  { name: 'developers-webhooks', path: () => '/developers?tab=webhooks' },
  { name: 'developers-webhooks-empty', path: () => '/developers?tab=webhooks', isEmpty: true },
  { name: 'developers-forwarding', path: () => '/developers?tab=forwarding' },
  { name: 'webhook-log', path: ({ webhookId }) => `/developers?tab=webhooks&webhook=${webhookId}` },
  { name: 'people', path: () => '/people' },
  { name: 'people-filtered', path: () => '/people?search=lib&sort=-department' },
  { name: 'people-none', path: () => '/people?search=nobody-of-this-name' },
  { name: 'people-empty', path: () => '/people', isEmpty: true },
  { name: 'person', path: person },
  { name: 'person-why', path: person, act: openRow(/^Why may /, /^Why /) },
  { name: 'person-moment', path: (scene) => `${person(scene)}?at=2037-03-04T10:00:00.000Z` },
  { name: 'person-week-table', path: person, act: showTable },
  { name: 'compare', path: compare },
  { name: 'compare-none', path: () => '/people/compare' },
  { name: 'who', path: whoIn },
  { name: 'who-recorded', path: (scene) => `${whoIn(scene)}&layer=recorded_only` },
  { name: 'who-department', path: () => '/access/who?of=department&id=FIRE' },
  { name: 'who-none', path: () => '/access/who' },
  { name: 'add-key-system', path: addKeySystem },
  { name: 'add-key-system-credentials', path: addKeySystem, act: selectKeySystem },
  { name: 'add-key-system-failed', path: addKeySystem, act: failToAddKeySystem },
  { name: 'add-key-system-edit', path: addKeySystem, act: failAndEdit },
  { name: 'add-key-system-test', path: addKeySystem, act: testKeySystem },
  { name: 'add-key-system-review', path: addKeySystem, act: reviewKeySystem },
  { name: 'key-systems', path: () => '/key-systems' },
  { name: 'key-systems-none', path: () => '/key-systems?search=nothing-of-this-name' },
  { name: 'key-system-overview', path: keySystem },
  { name: 'key-system-configuration', path: (scene) => `${keySystem(scene)}&tab=configuration` },
  { name: 'key-system-certificates', path: (scene) => `${keySystem(scene)}&tab=certificates` },
  { name: 'key-system-test', path: (scene) => `${keySystem(scene)}&tab=test` },
  { name: 'key-system-inventory', path: (scene) => `${keySystem(scene)}&tab=inventory` },
  { name: 'key-system-loss', path: loss },
  { name: 'key-system-loss-accept', path: loss, act: askToAccept },
  { name: 'key-system-edit', path: (scene) => `${keySystem(scene)}&mode=edit` },
  { name: 'key-system-delete', path: () => '/key-systems', act: askToDelete },
  { name: 'locking-plan', path: lockingPlan },
  { name: 'locking-plan-large', path: lockingPlan, act: withLargeLockingPlan },
  { name: 'locking-plan-found', path: lockingPlan, act: findInPlan },
  { name: 'locking-plan-explained', path: lockingPlan, act: explainRight },
  { name: 'locking-plan-overview', path: lockingPlan, act: overviewOfPlan },
  { name: 'locking-plan-none', path: lockingPlan, act: withoutLockingPlan },
  { name: 'locking-plan-preview', path: lockingPlan, act: uploadLockingPlan },
  { name: 'locking-plan-delete', path: lockingPlan, act: press('Delete plan', 'Delete the locking plan?') },
  { name: 'cylinders', path: () => '/cylinders' },
  { name: 'cylinders-empty', path: () => '/cylinders', isEmpty: true },
  { name: 'cylinder', path: () => '/cylinders?job=open', act: openRow(/^Open /, /./) },
  { name: 'cylinder-week', path: () => '/cylinders?search=FS-07-01', act: showDoorWeek },
  { name: 'cylinder-groups', path: () => '/cylinders?tab=groups' },
  { name: 'keys', path: () => '/cylinders?tab=keys&holder=any' },
  { name: 'key', path: () => '/cylinders?tab=keys&holder=any', act: openRow(/^Open /, /./) },
  { name: 'programming', path: () => '/cylinders/jobs' },
  { name: 'programming-assign', path: () => '/cylinders/jobs', act: assignJobs },
  { name: 'programming-capacity', path: () => '/cylinders/jobs?tab=capacity&from_percent=0' },
  { name: 'programming-keys', path: () => '/cylinders/jobs?tab=keys' },
  { name: 'programming-devices', path: () => '/cylinders/jobs?tab=devices' },
  { name: 'programming-empty', path: () => '/cylinders/jobs', isEmpty: true },
  { name: 'key-desk', path: () => '/keys/manage' },
  { name: 'key-desk-empty', path: () => '/keys/manage', isEmpty: true },
  { name: 'key-desk-key', path: () => '/keys/manage?custody=handed_out', act: openRow(/^Open /, /./) },
  { name: 'key-desk-hand-out', path: () => '/keys/manage?custody=in_stock', act: handOutKeys },
  { name: 'key-desk-sign', path: () => '/keys/manage?custody=in_stock', act: signForKeys },
  { name: 'key-desk-return', path: () => '/keys/manage?desk=return' },
  { name: 'key-desk-labels', path: () => '/keys/manage?custody=in_stock', act: printLabels },
  { name: 'stock-taking', path: () => '/keys/stock-taking', act: beginCount },
  { name: 'key-rings', path: () => '/keys/manage?custody=in_stock', act: openRing },
  { name: 'key-desk-texts', path: () => '/keys/manage?settings=texts' },
  { name: 'key-desk-access', path: () => '/keys/manage?custody=lost', act: openAccess },
  { name: 'key-desk-updates', path: () => '/keys/manage?custody=handed_out', act: openKeyTab('Updates') },
  { name: 'key-exposure', path: () => '/keys/exposure' },
  { name: 'key-exposure-stock', path: () => '/keys/exposure?where=in_stock' },
  { name: 'key-exposure-empty', path: () => '/keys/exposure', isEmpty: true },
  { name: 'key-cases', path: () => '/keys/cases' },
  { name: 'access-reviews', path: () => '/admin/reviews' },
  { name: 'access-reviews-empty', path: () => '/admin/reviews', isEmpty: true },
  { name: 'access-review-begin', path: () => '/admin/reviews', act: press('New review', 'New access review') },
  { name: 'access-review', path: ({ reviewId }) => `/admin/reviews?review=${reviewId}` },
  {
    name: 'access-review-right',
    path: ({ reviewId }) => `/admin/reviews?review=${reviewId}&decision=remove`,
    act: openRow(/, /, /./),
  },
  { name: 'possession-checks', path: () => '/keys/possession-checks' },
  {
    name: 'possession-check-start',
    path: () => '/keys/possession-checks',
    act: press('Start a check', 'Start a possession check'),
  },
  { name: 'key-requests', path: () => '/keys/request' },
  { name: 'key-requests-empty', path: () => '/keys/request?view=to_decide' },
  { name: 'key-request', path: ({ keyRequestId }) => `/keys/request?view=mine&open=${keyRequestId}` },
  { name: 'key-request-new', path: () => '/keys/request?view=new' },
  { name: 'key-request-rules', path: () => '/keys/request?view=rules' },
  { name: 'privacy', path: () => '/admin/privacy' },
  { name: 'restored', path: () => '/admin/restored' },
  { name: 'key-cases-empty', path: () => '/keys/cases', isEmpty: true },
  { name: 'key-case', path: ({ lostCaseId }) => `/keys/cases/${lostCaseId}` },
  { name: 'key-case-decide', path: ({ lostCaseId }) => `/keys/cases/${lostCaseId}`, act: decideAll },
  { name: 'key-times', path: () => '/admin/activation' },
  { name: 'key-times-empty', path: () => '/admin/activation', isEmpty: true },
  { name: 'key-times-key', path: () => '/admin/activation?state=due_soon', act: openRow(/^Open /, /./) },
  { name: 'key-times-change', path: () => '/admin/activation?change=all' },
  { name: 'key-times-templates', path: () => '/admin/activation?tab=templates' },
  { name: 'key-times-forecast', path: () => '/admin/activation?tab=forecast&days=30' },
  { name: 'key-times-remind', path: () => '/admin/activation?state=ok', act: remindOfKeys },
  { name: 'key-times-extension', path: () => '/admin/activation?state=ok', act: askForExtension },
  { name: 'key-times-mails', path: () => '/admin/activation?tab=mails' },
  { name: 'key-times-mail', path: () => '/admin/activation?tab=mails', act: openRow(/^Change the text: /, /./) },
  { name: 'key-times-policy', path: () => '/admin/activation?tab=policy' },
  { name: 'key-times-reminders', path: () => '/admin/activation?tab=policy', act: switchReminders },
  { name: 'events', path: () => '/audits/user?period=quarter' },
  { name: 'events-empty', path: () => '/audits/user?period=all', isEmpty: true },
  { name: 'events-none', path: () => '/audits/user?cause=nothing-of-this-kind' },
  { name: 'events-one', path: () => '/audits/user?period=quarter', act: openRow(/^Open: /, /./) },
  { name: 'reports', path: () => '/admin/reports' },
  { name: 'reports-events', path: () => '/admin/reports?tab=events&period=quarter' },
  { name: 'reports-empty', path: () => '/keys/reports', isEmpty: true },
  { name: 'reports-none', path: () => '/admin/reports?search=nothing-of-this-kind' },
  { name: 'reports-catalogue', path: () => '/admin/reports?tab=catalogue' },
  { name: 'report', path: () => '/admin/reports?tab=catalogue&report=administrator_actions' },
  { name: 'reports-kept', path: () => '/admin/reports?tab=kept' },
  { name: 'reports-schedules', path: () => '/admin/reports?tab=schedules' },
  {
    name: 'report-who',
    path: ({ placeId }) => `/admin/reports?tab=catalogue&report=who_may_open&location_id=${placeId}`,
  },
  { name: 'reports-entry', path: () => '/admin/reports?action=key.reported', act: openRow(/^Open: /, /./) },
  { name: 'work-list', path: () => '/work-list' },
  { name: 'work-list-empty', path: () => '/work-list', isEmpty: true },
  { name: 'work-list-selected', path: () => '/work-list', act: selectWork },
  { name: 'work-list-tick', path: () => '/work-list', act: tickWork },
  { name: 'work-list-entry', path: () => '/work-list', act: openRow(/^Open: /, /./) },
  {
    name: 'work-list-group',
    path: () => '/work-list',
    act: openRow(/^Open: Create \d+ persons/, /^Create \d+ persons/),
  },
  { name: 'work-list-group-entries', path: () => '/work-list', act: showEntries },
  { name: 'drift', path: () => '/drift' },
  { name: 'locations', path: () => '/keys/locations' },
  { name: 'locations-empty', path: () => '/keys/locations', isEmpty: true },
  { name: 'location', path: place },
  { name: 'location-edit', path: place, act: press('Edit', 'Edit place') },
  { name: 'location-selected', path: place, act: selectCylinders },
  { name: 'location-place', path: place, act: placeSelected },
  { name: 'locations-unplaced', path: () => '/keys/locations?placing=unplaced' },
  { name: 'locations-without-owner', path: () => '/keys/locations?view=owner' },
  { name: 'locations-differences', path: () => '/keys/locations?placing=differs' },
  { name: 'locations-proposal', path: () => '/keys/locations?view=proposal' },
  { name: 'locations-import', path: () => '/keys/locations', act: press('Import…', 'Import places') },
  { name: 'key-plans', path: () => '/keys/key-plans' },
  { name: 'key-plans-empty', path: () => '/keys/key-plans', isEmpty: true },
  { name: 'key-plan-matrix', path: matrix, act: toMatrix },
  { name: 'key-plan-matrix-close', path: matrix, act: openDepartment },
  { name: 'key-plan-matrix-far', path: matrix, act: showAll },
  { name: 'key-plan-matrix-people', path: (scene) => `${matrix(scene)}&rows=people`, act: toMatrix },
  { name: 'key-plan-matrix-draft', path: (scene) => `${draft(scene)}?tab=matrix`, act: toMatrix },
  { name: 'key-plan-matrix-explain', path: matrix, act: explainCrossing },
  { name: 'key-plan-matrix-proposal', path: matrix, act: proposeCrossing },
  { name: 'key-plan-matrix-keys', path: ({ draftPlanId }) => `/keys/key-plans/${draftPlanId}?tab=matrix&rows=keys` },
  { name: 'key-plan-rules', path: rules },
  { name: 'key-plan-rule-form', path: rules, act: press('Add rule', 'Add rule') },
  { name: 'key-plan-rule-hours', path: rules, act: paintHours },
  { name: 'key-plan-rule-edit', path: rules, act: editRule },
  { name: 'key-plan-rules-selected', path: rules, act: selectRules },
  { name: 'key-plan-profiles', path: (scene) => `${plan(scene)}?tab=profiles` },
  { name: 'key-plan-check', path: (scene) => `${plan(scene)}?tab=check` },
  { name: 'key-plan-draft', path: draft },
  { name: 'key-plan-activate', path: draft, act: press('Activate...', /^Activate /) },
  { name: 'key-plan-discard', path: draft, act: press('Discard...', /^Discard the changes/) },
  { name: 'key-plan-impact', path: (scene) => `${draft(scene)}?tab=impact` },
  {
    name: 'key-plan-impact-doors',
    path: (scene) => `${draft(scene)}?tab=impact`,
    act: openRow(/^Doors that /, /./),
  },
  { name: 'key-plan-no-impact', path: (scene) => `${plan(scene)}?tab=impact` },
  { name: 'key-plan-statistics', path: (scene) => `${plan(scene)}?tab=statistics` },
  { name: 'key-plan-history', path: (scene) => `${draft(scene)}?tab=history` },
  {
    name: 'key-plan-version',
    path: (scene) => `${draft(scene)}?tab=history`,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^What changed in version/ })
        .first()
        .click();
      await dialog(page, /^Version \d/);
      await page.getByRole('heading', { name: /^Against version/ }).waitFor();
    },
  },
  {
    name: 'key-plan-restore',
    path: (scene) => `${draft(scene)}?tab=history`,
    act: press(/^Restore version 2/, /^Restore version 2/),
  },
  { name: 'key-plan-form', path: () => '/keys/key-plans?dialog=create' },
  { name: 'key-plan-connections', path: (scene) => `${plan(scene)}?tab=connections` },
  { name: 'plan-wizard', path: () => '/keyplan/wizard' },
  { name: 'plan-wizard-empty', path: () => '/keyplan/wizard', isEmpty: true },
  ...planWizardSteps.map((step) => ({ name: `plan-wizard-${step}`, path: wizard(step) })),
  { name: 'change-sets', path: () => '/change-sets' },
  { name: 'change-sets-empty', path: () => '/change-sets', isEmpty: true },
  { name: 'change-set-stopped', path: stopped },
  { name: 'change-set-allow', path: stopped, act: press('Allow once…', 'Allow these changes once?') },
  { name: 'change-set-item', path: (scene) => `${stopped(scene)}?kind=leaver`, act: openRow(/: Left$/, /./) },
  { name: 'change-set-person', path: stopped, act: openRow(/^Doors of /, /./) },
  { name: 'change-set-doors', path: (scene) => `${stopped(scene)}?tab=doors` },
  { name: 'change-set-applied', path: applied },
  { name: 'task', path: ({ taskId }) => `/tasks/${taskId}` },
  { name: 'generator', path: () => '/keyplan-ai/create' },
  { name: 'generator-empty', path: () => '/keyplan-ai/create', isEmpty: true },
  ...['suggestions', 'matrix', 'choices', 'review', 'compare'].map((view) => ({
    name: `generator-${view}`,
    path: ({ runId }: Scene) => `/keyplan-ai/create?run=${runId}&view=${view}`,
  })),
  { name: 'architecture', path: () => '/dashboards/demo/Key2XSArchitecture' },
  { name: 'notifications', path: dashboard, act: press(/^Notifications/, 'Notifications') },
  { name: 'settings', path: dashboard, act: press('Dashboard Settings', 'Dashboard Settings') },
  { name: 'account', path: dashboard, act: press(/^SA, account of /, /^SA, account of /) },
  { name: 'navigation', path: dashboard, act: press('Open navigation', 'Navigation') },
  { name: 'search', path: dashboard, act: search },
];
