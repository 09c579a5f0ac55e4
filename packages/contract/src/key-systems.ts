import { z } from 'zod';
import { ById, DeleteResult, Description, Instant, Name, Version } from './common';
import { endpoint, roles } from './endpoint';
import { pagingFields } from './paging';
import { SyncTask } from './sync';
import { isUploadedFile, type UploadedFile } from './uploaded-file';

export const KeySystemStatus = z
  .enum(['ACTIVE', 'CONFIGURED', 'PENDING_VALIDATION', 'ERROR', 'DISABLED'])
  .describe('Health as of the last call to the key system. DISABLED wins over every other value.');
export type KeySystemStatus = z.infer<typeof KeySystemStatus>;

export const SystemType = z
  .literal('CLIQ_WEB_MANAGER')
  .describe('Which driver speaks to it; shown as CLIQ Web Manager.');

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
    .describe('Why the last call failed and what to do; null unless status is ERROR.'),
  last_successful_interaction: Instant.nullable().describe('Null before the first answer.'),
  inventory_read_at: Instant.nullable().describe('When cylinders and groups were last read.'),
  cylinders: z.int().describe('In the mirror.'),
  cylinder_groups: z.int().describe('In the mirror.'),
  guard_limit_percent: z.number(),
  waiting_change_set_id: z.uuid().nullable(),
  active_configuration: z.object({
    id: z.uuid(),
    created_at: Instant,
    config_data: z.object({
      cliq_api_url: z.string(),
      domain_name: z.string(),
      client_certificate_info: z
        .object({
          subject: z.string(),
          issuer: z.string(),
          fingerprint_sha256: z.string(),
          not_before: Instant,
          not_after: Instant,
        })
        .nullable(),
    }),
  }),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type KeySystemConnection = z.infer<typeof KeySystemConnection>;

export const maxBundleBytes = 256 * 1024;

const formBoolean = z.union([z.boolean(), z.stringbool()]);

export const KeySystemCreate = z.strictObject({
  name: Name,
  system_type: z
    .string()
    .transform((value) => value.toUpperCase())
    .pipe(SystemType),
  description: Description.optional(),
  is_active: formBoolean.default(true),
  cliq_api_url: z
    .url({ protocol: /^https$/, error: 'Invalid URL format.' })
    .max(500)
    .describe('Address of CLIQ Web Manager, https only.'),
  domain_name: z.string().trim().min(1, 'Domain Name is required for CLIQ Web Manager.').max(100),
  client_certificate_bundle_pem_file: z
    .custom<UploadedFile>(isUploadedFile, 'A file upload is required.')
    .describe('PEM: client certificate, its private key, and CA certificates to trust beside the public ones.'),
});
export type KeySystemCreate = z.infer<typeof KeySystemCreate>;

export const KeySystemUpdate = z
  .strictObject({ name: Name, description: Description.nullable(), is_active: z.boolean() })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'No valid fields provided for update.');

export const keySystems = {
  list: endpoint({
    method: 'GET',
    path: '/key-systems/connections',
    summary: 'Key systems, by name',
    allow: roles,
    audit: { none: 'read-only' },
    query: z.strictObject(pagingFields),
    response: z.object({ items: z.array(KeySystemConnection), total: z.int(), page: z.int(), size: z.int() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/key-systems/connections',
    summary: 'Add a key system with its client certificate',
    allow: ['superadmin'],
    audit: 'key_system.created',
    status: 201,
    encoding: { multipart: 'client_certificate_bundle_pem_file', maxBytes: maxBundleBytes },
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
    summary: 'Change name, description or activity',
    allow: ['superadmin'],
    audit: 'key_system.updated',
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
    audit: 'key_system.deleted',
    params: ById,
    response: DeleteResult,
    errors: ['not_found', 'constraint_violation'],
  }),
  test: endpoint({
    method: 'POST',
    path: '/key-systems/connections/:id/test',
    summary: 'Call the key system once and record what it answered',
    allow: ['superadmin'],
    audit: 'key_system.tested',
    params: ById,
    response: z.object({ id: z.uuid(), status: KeySystemStatus, status_message: z.string() }),
    errors: ['not_found'],
  }),
  readInventory: endpoint({
    method: 'POST',
    path: '/key-systems/connections/:id/read-inventory',
    summary: 'Read cylinders, groups, keys, persons and profiles into the mirror',
    allow: ['superadmin'],
    audit: 'key_system.inventory_started',
    status: 202,
    params: ById,
    response: SyncTask,
    errors: ['not_found', 'conflict', 'sync_in_progress'],
  }),
};
