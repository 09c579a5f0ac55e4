/** What answers are about. A client keeps what it has read under the resource, and reads it again after a change. */
export const resources = [
  'session',
  'single-sign-on',
  'second-factors',
  'sign-in-policy',
  'administrators',
  'overview',
  'search',
  'sources',
  'source-data',
  'source-health',
  'timetables',
  'conflicts',
  'entra-setups',
  'people',
  'key-systems',
  'certificate-warnings',
  'source-credential-warnings',
  'cylinders',
  'keys',
  'locations',
  'locking-plans',
  'recorded',
  'work-list',
  'drift',
  'key-plans',
  'plan-wizards',
  'generator',
  'access',
  'tasks',
  'change-sets',
  'memory',
  'notifications',
  'profile',
  'webhooks',
  'audit',
  'api-tokens',
  'api-token-warnings',
  'api-reference',
  'sandbox',
] as const;
export type Resource = (typeof resources)[number];

/**
 * What is derived from a resource, so that it changes with it. Names of other records are not counted: they are read
 * again when their screen opens.
 */
const dependents: Partial<Record<Resource, readonly Resource[]>> = {
  administrators: ['api-tokens'],
  sources: ['source-health', 'overview', 'search'],
  'source-health': ['source-credential-warnings', 'overview'],
  timetables: ['sources'],
  conflicts: ['source-health', 'overview'],
  people: ['access', 'key-plans', 'plan-wizards', 'keys', 'work-list', 'overview', 'search'],
  'key-systems': ['certificate-warnings', 'overview', 'search'],
  cylinders: ['locations', 'access', 'key-plans', 'plan-wizards', 'work-list', 'search'],
  keys: ['overview', 'search'],
  locations: ['cylinders', 'access', 'key-plans', 'overview', 'search'],
  recorded: ['access', 'people', 'key-systems', 'work-list', 'drift'],
  'work-list': ['overview'],
  drift: ['overview'],
  'key-plans': ['access', 'overview', 'search'],
  webhooks: ['overview'],
  access: ['overview'],
  tasks: ['change-sets', 'source-health', 'overview'],
  'change-sets': ['overview'],
  'api-tokens': ['api-token-warnings'],
};

/** The resources themselves, and all that is derived from them. */
export function affectedBy(changed: readonly Resource[]): ReadonlySet<Resource> {
  const affected = new Set(changed);
  for (const resource of affected) for (const dependent of dependents[resource] ?? []) affected.add(dependent);
  return affected;
}

/** Beginnings of the paths of an endpoint that reads, and what it answers; the first that fits counts. */
const paths: readonly (readonly [string, Resource])[] = [
  ['/auth/me/single-sign-on', 'single-sign-on'],
  ['/auth/me/factors', 'second-factors'],
  ['/auth/me', 'session'],
  ['/auth/single-sign-on', 'single-sign-on'],
  ['/auth/deputyships', 'session'],
  ['/auth/invitations', 'administrators'],
  ['/auth/entra/setup', 'entra-setups'],
  ['/administrators', 'administrators'],
  ['/admin-roles', 'administrators'],
  ['/invitations', 'administrators'],
  ['/work-list/operators', 'administrators'],
  ['/overview', 'overview'],
  ['/search', 'search'],
  ['/people', 'people'],
  ['/iam/connections/:id/users', 'people'],
  ['/iam/connections/:id/groups', 'people'],
  ['/iam/connections/:id/job-titles', 'people'],
  ['/iam/connections/:id/departments', 'people'],
  ['/iam/connections/:id/staff-lists', 'source-data'],
  ['/iam/connections/:id/schema', 'source-data'],
  ['/iam/connections/:id/mapping/preview', 'source-data'],
  ['/iam/connections/:id/events', 'source-health'],
  ['/iam/connections/:id/metrics', 'source-health'],
  ['/iam/connections/:id/polling-status', 'source-health'],
  ['/iam/connections/:id/credentials', 'source-health'],
  ['/iam/connections/:id/webhook', 'source-health'],
  ['/iam/connections/:id/timetable', 'timetables'],
  ['/iam/conflicts', 'conflicts'],
  ['/iam/parked-people', 'conflicts'],
  ['/iam', 'sources'],
  ['/key-systems/connections/:id/timetable', 'timetables'],
  ['/key-systems', 'key-systems'],
  ['/certificate-warnings', 'certificate-warnings'],
  ['/source-credential-warnings', 'source-credential-warnings'],
  ['/key-plan/cylinder', 'cylinders'],
  ['/inventory/facets', 'cylinders'],
  ['/keys', 'keys'],
  ['/access-events', 'keys'],
  ['/locations', 'locations'],
  ['/key-system-connections', 'locking-plans'],
  ['/work-list', 'work-list'],
  ['/drift', 'drift'],
  ['/key-plan-ai', 'generator'],
  ['/key-plan/wizards', 'plan-wizards'],
  ['/enhanced-keyplans/connections/:connection_id/evaluate-user-access', 'access'],
  ['/enhanced-keyplans', 'key-plans'],
  ['/key-plan', 'key-plans'],
  ['/access', 'access'],
  ['/sync', 'tasks'],
  ['/change-sets', 'change-sets'],
  ['/settings/memory', 'memory'],
  ['/settings/sign-in-policy', 'sign-in-policy'],
  ['/settings/notifications', 'notifications'],
  ['/settings/single-sign-on', 'single-sign-on'],
  ['/profile', 'profile'],
  ['/outgoing-webhooks', 'webhooks'],
  ['/audit', 'audit'],
  ['/api-tokens', 'api-tokens'],
  ['/service-accounts', 'api-tokens'],
  ['/api-token-warnings', 'api-token-warnings'],
  ['/openapi.json', 'api-reference'],
  ['/sandbox', 'sandbox'],
];

/** @throws Error for a path that has no resource yet */
export function resourceOf({ path }: { path: string }): Resource {
  const found = paths.find(([beginning]) => path.startsWith(beginning));
  if (!found) throw new Error(`No resource is known for ${path}.`);
  return found[1];
}
