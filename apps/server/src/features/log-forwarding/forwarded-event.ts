import { nameIn } from '../audit/service';

/** An entry of the administration log, as it is forwarded. */
export type ForwardedEvent = {
  id: string;
  at: Date;
  actor_id: string | null;
  actor_name: string;
  action: string;
  target_type: string | null;
  target_id: string | null;
  /** Of an administrator, as it is now. */
  admin_name: string | null;
  request_id: string | null;
  details: Record<string, unknown> | null;
  is_erased: boolean;
  /** In the chain; null: a test, which is in no chain. */
  seq: string | null;
};

/** The installation that sends. */
export type Sender = {
  version: string;
  host: string;
  /** Undefined: not configured. */
  publicUrl: string | undefined;
};

/** How much a security team should care. */
export type Severity = 'informational' | 'low' | 'medium' | 'high';

const failures: ReadonlySet<string> = new Set(['login.failed', 'single_sign_on.failed', 'second_factor.refused']);

/** What changes who may do what, or how the product is guarded. */
const grave: ReadonlySet<string> = new Set([
  'admin.deputy_set',
  'admin.invited',
  'admin.resumed',
  'admin.second_factors_reset',
  'admin.suspended',
  'admin.updated',
  'admin.viewed',
  'admin_role.created',
  'admin_role.updated',
  'admin_role.deleted',
  'api_token.created',
  'api_token_policy.updated',
  'audit_log.end_accepted',
  'guard.limit_raised',
  'installation.restored',
  'log_destination.updated',
  'log_destination.deleted',
  'second_factor.removed',
  'service_account.created',
  'sign_in_policy.updated',
  'single_sign_on.updated',
]);

export const hasFailed = (action: string): boolean => failures.has(action);

export function severityOf(action: string): Severity {
  if (action === 'audit_log.rows_refused') return 'high';
  if (grave.has(action)) return 'medium';
  return hasFailed(action) ? 'low' : 'informational';
}

/** The last part of an action: what was done. */
export const verbOf = (action: string): string => action.slice(action.indexOf('.') + 1);

/** What the record concerned was called then; an administrator, as now. */
export const targetNameOf = ({ admin_name, details }: ForwardedEvent): string | null =>
  admin_name ?? nameIn(details ?? {});

/** The reason that was given for it. */
export const reasonOf = ({ details }: ForwardedEvent): string | undefined => textOf(details?.reason);

/** The API token by which the actor acted. */
export function tokenOf({
  details,
}: ForwardedEvent): { id?: string | undefined; name?: string | undefined } | undefined {
  const token = details?.api_token;
  return isRecord(token) ? { id: textOf(token.id), name: textOf(token.name) } : undefined;
}

/** Where it came from, if the log has it: of sign-ins. */
export const addressOf = ({ details }: ForwardedEvent): string | undefined => textOf(details?.address);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Who has no account, and acts by a mailed link. */
export const isByLink = ({ actor_id, details }: ForwardedEvent): boolean =>
  actor_id === null && details?.is_by_link === true;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
