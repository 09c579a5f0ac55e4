import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { pagingFields } from '../api/paging';
import { openTo, roles } from '../api/roles';
import { ById, DeleteResult, Description, Instant, Name, Reason, Version } from '../fields/common';
import { fieldError } from '../fields/field-error';
import { nothingToUpdate, tooLong } from '../fields/field-words';
import { HttpsAddress } from '../fields/https-address';
import { lineOf } from '../fields/text';
import { UploadedFiles } from '../fields/uploaded-file';
import { SyncTask } from '../runs/sync';
import { Diagnosis, DiagnosisStep } from './diagnosis';

export const KeySystemStatus = z
  .enum(['ACTIVE', 'CONFIGURED', 'PENDING_VALIDATION', 'ERROR', 'DISABLED'])
  .describe('Health as of the last call to the key system. DISABLED wins over every other value.');
export type KeySystemStatus = z.infer<typeof KeySystemStatus>;

export const SystemType = z
  .literal('CLIQ_WEB_MANAGER')
  .describe('Which driver speaks to it; shown as CLIQ Web Manager.');

export const ClientCertificateInfo = z.object({
  subject: z.string(),
  issuer: z.string(),
  fingerprint_sha256: z.string(),
  not_before: Instant,
  not_after: Instant,
  key_kind: z.string().optional().describe("E.g. 'RSA 2048'; missing in those stored before it was noted."),
});
export type ClientCertificateInfo = z.infer<typeof ClientCertificateInfo>;

export const InventoryLoss = z.object({
  list: z.enum(['cylinder_groups', 'cylinders', 'persons', 'keys']),
  known: z.int().describe('How many records of it there were.'),
  gone: z.int().describe('How many of those are not listed any more.'),
  listed: z.int().describe('How many there are now.'),
});
export type InventoryLoss = z.infer<typeof InventoryLoss>;

export const KeySystemConnection = z.object({
  id: z.uuid(),
  name: z.string(),
  system_type: SystemType,
  description: z.string().nullable(),
  status: KeySystemStatus,
  is_active: z.boolean().describe('False pauses every sync without losing configuration.'),
  is_sandbox: z.boolean().describe('True once the peer has said that it is a sandbox.'),
  error_message: z
    .string()
    .nullable()
    .describe('Why the last call failed and what to do; null once one has succeeded.'),
  last_successful_interaction: Instant.nullable().describe('Null before the first answer.'),
  capabilities: z
    .array(z.string())
    .describe('What the last test found that it can do, e.g. write_persons. The rest goes to the work list.'),
  inventory_read_at: Instant.nullable().describe('When the mirror was last read from end to end.'),
  inventory_counts: z.record(z.string(), z.int()).describe('Records by kind as of that read.'),
  inventory_loss: InventoryLoss.nullable().describe(
    'Why the last read was stopped: a list had lost too much to be believed. It waits for a decision, or for another read.',
  ),
  cylinders: z.int().describe('In the mirror.'),
  cylinder_groups: z.int().describe('In the mirror.'),
  open_work_items: z.int().describe('What waits for an operator.'),
  guard_limit_percent: z.number().nullable().describe('Null where settings are not shown.'),
  waiting_change_set_id: z.uuid().nullable(),
  active_configuration: z.object({
    id: z.uuid(),
    created_at: Instant,
    config_data: z.object({
      cliq_api_url: z.string(),
      domain_name: z.string(),
      client_certificate_info: ClientCertificateInfo.nullable(),
    }),
  }),
  standby_certificate: z
    .object({ id: z.uuid(), created_at: Instant, info: ClientCertificateInfo, last_test: Diagnosis.nullable() })
    .nullable()
    .describe('The second live certificate: the coming one, or the former one until it is removed.'),
  last_test: Diagnosis.nullable().describe('With the active certificate; the present one while it runs.'),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type KeySystemConnection = z.infer<typeof KeySystemConnection>;

/** What a test may return instead of our status, in any letter case. TESTING: it has not ended. */
const testStatuses: { [word: string]: KeySystemStatus | 'TESTING' } = {
  SUCCESS: 'ACTIVE',
  TESTING: 'TESTING',
  PENDING: 'TESTING',
};

/** The answer of a test in any words of the specification. An unknown status becomes ERROR. */
export const AnyTestAnswer = z.object({
  id: z.uuid(),
  status: z
    .string()
    .transform((text) => text.toUpperCase())
    .transform((word) => testStatuses[word] ?? KeySystemStatus.catch('ERROR').parse(word)),
  status_message: z.string().default(''),
  steps: z.array(DiagnosisStep).default([]),
});

/**
 * The list in any shape of the specification: an array, or an object with items, connections or results. An unknown
 * status becomes ERROR; an inactive connection becomes DISABLED.
 */
export const AnyKeySystemList = z
  .preprocess(itemsOf, z.array(z.preprocess(withKnownStatus, KeySystemConnection)))
  .transform((items) => ({ items }));

function itemsOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { items, connections, results }: Record<string, unknown> = { ...body };
  return items ?? connections ?? results;
}

function withKnownStatus(connection: unknown): unknown {
  if (typeof connection !== 'object' || connection === null) return connection;
  const { status, is_active, ...rest }: Record<string, unknown> = { ...connection };
  const known = KeySystemStatus.catch('ERROR').parse(status);
  const isActive = is_active ?? known === 'ACTIVE';
  return { ...rest, is_active: isActive, status: is_active === false ? 'DISABLED' : known };
}

export const maxBundleBytes = 256 * 1024;

const formBoolean = z.union([z.boolean(), z.stringbool()]);

export const KeySystemCreate = z.strictObject({
  name: lineOf({ max: 100, short: fieldError({ connectionName: 'Connection name is required.' }) }),
  system_type: z
    .string()
    .max(50)
    .transform((value) => value.toUpperCase())
    .pipe(SystemType),
  description: Description.optional(),
  is_active: formBoolean.default(true),
  cliq_api_url: HttpsAddress.describe('Address of CLIQ Web Manager, https only.'),
  domain_name: lineOf({ max: 100, short: fieldError({ domain: 'Domain Name is required for CLIQ Web Manager.' }) }),
  client_certificate_bundle_pem_file: UploadedFiles.optional().describe(
    'May be uploaded later; until then the connection is pending. PEM, DER, JSON or PKCS#12: client certificate, its private key, and CA certificates to trust beside the public ones.',
  ),
  client_certificate_pass_phrase: z
    .string()
    .max(1_000, { error: fieldError({ tooLong }, { most: 1_000 }) })
    .optional()
    .describe('Of a PKCS#12 file or of the private key. Never kept.'),
});
export type KeySystemCreate = z.infer<typeof KeySystemCreate>;

export const KeySystemUpdate = z
  .strictObject({ name: Name, description: Description.nullable(), is_active: z.boolean() })
  .partial()
  .refine((body) => Object.keys(body).length > 0, { error: fieldError({ nothingToUpdate }) });

export const keySystems = {
  list: endpoint({
    method: 'GET',
    path: '/key-systems/connections',
    summary: 'Key systems, by name; without address, certificates, tests and limits for sub-admins',
    allow: roles,
    audit: { none: 'read-only' },
    query: z.strictObject(pagingFields),
    response: z.object({ items: z.array(KeySystemConnection), total: z.int(), page: z.int(), size: z.int() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/key-systems/connections',
    summary: 'Add a key system, with its client certificate or without',
    allow: ['superadmin'],
    audit: 'key_system.created',
    changes: ['key-systems', 'tasks'],
    status: 201,
    encoding: { multipart: 'client_certificate_bundle_pem_file', maxBytes: maxBundleBytes, maxFiles: 3 },
    body: KeySystemCreate,
    response: KeySystemConnection,
    errors: ['conflict', 'payload_too_large'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/key-systems/connections/:id',
    summary: 'One key system',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    params: ById,
    response: KeySystemConnection,
    errors: ['not_found'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/key-systems/connections/:id',
    summary: 'Change a key system: name, description or activity',
    allow: ['superadmin'],
    audit: 'key_system.updated',
    changes: ['key-systems', 'tasks'],
    params: ById,
    body: KeySystemUpdate,
    response: KeySystemConnection,
    errors: ['not_found', 'conflict', 'version_conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/key-systems/connections/:id',
    summary: 'Remove a key system that nothing refers to',
    allow: ['superadmin'],
    stepUp: true,
    audit: 'key_system.deleted',
    changes: ['key-systems'],
    params: ById,
    response: DeleteResult,
    errors: ['not_found', 'version_conflict', 'constraint_violation'],
  }),
  test: endpoint({
    method: 'POST',
    path: '/key-systems/connections/:id/test',
    summary: 'Go through the connection step by step, and record how far it gets',
    allow: ['superadmin'],
    audit: 'key_system.tested',
    changes: ['key-systems', 'tasks'],
    params: ById,
    response: z.object({
      id: z.uuid(),
      status: KeySystemStatus,
      status_message: z.string(),
      steps: z.array(DiagnosisStep),
    }),
    errors: ['not_found'],
  }),
  testProgress: endpoint({
    method: 'GET',
    path: '/key-systems/connections/:id/test',
    summary: 'The test that runs, step by step, or the last one; null before the first',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    params: ById,
    query: z.strictObject({ certificate_id: z.uuid().optional().describe('The active one unless given.') }),
    response: z.object({ test: Diagnosis.nullable() }),
    errors: ['not_found'],
  }),
  readInventory: endpoint({
    method: 'POST',
    path: '/key-systems/connections/:id/read-inventory',
    summary: 'Read the inventory into the mirror: persons, keys, cylinders, groups, profiles, jobs and events',
    ...openTo('run_syncs'),
    audit: 'key_system.inventory_started',
    changes: ['tasks'],
    status: 202,
    params: ById,
    response: SyncTask,
    errors: ['not_found', 'conflict', 'sync_in_progress'],
  }),
  acceptLoss: endpoint({
    method: 'POST',
    path: '/key-systems/connections/:id/accept-loss',
    summary: 'Read the inventory again, and once believe a list that has lost so much',
    allow: ['superadmin'],
    audit: 'key_system.loss_accepted',
    changes: ['key-systems', 'tasks'],
    status: 202,
    params: ById,
    body: z.strictObject({
      ...InventoryLoss.omit({ known: true }).shape,
      reason: Reason,
    }),
    response: SyncTask,
    errors: ['not_found', 'conflict', 'sync_in_progress'],
  }),
};
