import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { openTo } from '../../api/roles';
import { ById, Instant } from '../../fields/common';
import { storableText } from '../../fields/text';
import { SyncTask } from '../../runs/sync';
import { CanonicalField } from './canonical-fields';
import { Mapping } from './field-source';

export const MappingVersion = z.object({
  number: z.int().describe('From 1.'),
  mapping: Mapping,
  saved_by: z.string(),
  saved_at: Instant,
});
export type MappingVersion = z.infer<typeof MappingVersion>;

/** The allowed values of a field, and its use. */
export const FieldRule = z.object({
  type: z.enum(['text', 'day', 'switch', 'names']),
  required: z.boolean(),
  multi: z.boolean(),
  max_length: z.int().nullable(),
  pattern: z.string().nullable(),
  case_exact: z.boolean().describe('Whether values are case-sensitive.'),
  unique: z.boolean(),
  default_source: z.string().nullable().describe('Where it usually comes from.'),
  allowed_transforms: z.array(z.string()),
  used_for: z.array(z.enum(['correlation', 'rules', 'access', 'display'])),
  sensitive: z.boolean(),
});
export type FieldRule = z.infer<typeof FieldRule>;

export const FieldRules = z.object({
  provider: z.string(),
  field_rules: z.partialRecord(CanonicalField, FieldRule),
  configurable_fields: z.array(CanonicalField),
  fixed_fields: z.partialRecord(CanonicalField, z.string()).describe('Fields whose source cannot be chosen.'),
  description: z.string(),
});
export type FieldRules = z.infer<typeof FieldRules>;

/** The attributes that can be mapped. */
export const SourceSchema = z.object({
  columns: z.array(
    z.object({
      name: z.string(),
      filled: z.int().nullable().describe('Of how many of the people looked at it is not empty; null: not looked at.'),
      samples: z.array(z.string()).describe('Up to three different values.'),
    }),
  ),
  rows: z.int().describe('How many people were looked at.'),
  suggested_mapping: Mapping.describe('The stored mapping where its columns exist, else matched by name.'),
});
export type SourceSchema = z.infer<typeof SourceSchema>;

const none = { none: 'read-only' } as const;

export const mappings = {
  schema: endpoint({
    method: 'GET',
    path: '/iam/connections/:id/schema',
    summary: 'Attributes of a source with sample values: of the first page of people, or of the latest staff list',
    ...openTo('manage_sources'),
    audit: none,
    params: ById,
    response: SourceSchema,
    errors: ['not_found', 'conflict'],
  }),
  versions: endpoint({
    method: 'GET',
    path: '/iam/connections/:id/mapping/versions',
    summary: 'Versions of the mapping with author and time, newest first, at most a hundred',
    ...openTo('manage_sources'),
    audit: none,
    params: ById,
    response: z.object({ items: z.array(MappingVersion) }),
    errors: ['not_found'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/iam/connections/:id/mapping/versions/:number/restore',
    summary: 'Map again as a former version did; it becomes the newest one',
    ...openTo('manage_sources'),
    audit: 'iam_connection.mapped',
    changes: ['sources'],
    params: ById.extend({ number: z.coerce.number().int().min(1) }),
    response: z.object({ mapping: Mapping }),
    errors: ['not_found'],
  }),
  simulate: endpoint({
    method: 'POST',
    path: '/iam/connections/:id/mapping/simulate',
    summary: 'Try a mapping that is not stored, over everybody; its change set cannot be applied',
    ...openTo('manage_sources'),
    audit: 'sync.started',
    changes: ['tasks'],
    status: 202,
    params: ById,
    body: z.strictObject({
      mapping: Mapping,
      read: z
        .boolean()
        .default(false)
        .describe('Read the source first, like any preview; otherwise only the data received so far is compared.'),
    }),
    response: SyncTask,
    errors: ['not_found', 'conflict', 'sync_in_progress'],
  }),
  fieldRules: endpoint({
    method: 'GET',
    path: '/iam/config/providers/:provider/field-rules',
    summary: 'What the fields of a provider take; nothing for one that is not known',
    ...openTo('manage_sources'),
    audit: none,
    params: z.object({ provider: storableText(100).min(1) }),
    response: FieldRules,
  }),
  userModel: endpoint({
    method: 'GET',
    path: '/iam/config/user-model',
    summary: 'Obsolete: the field rules of a provider took its place',
    ...openTo('manage_sources'),
    audit: none,
    response: z.object({}),
    errors: ['obsolete'],
  }),
};
