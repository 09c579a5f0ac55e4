import type { FieldRule, FieldRules } from '@key2xs/contract';

const aRule: FieldRule = {
  type: 'text',
  required: false,
  multi: false,
  max_length: 20,
  pattern: null,
  case_exact: false,
  unique: false,
  default_source: null,
  allowed_transforms: ['upper'],
  used_for: ['rules'],
  sensitive: false,
};

/** Some of the fields; the identity is fixed. */
export const entraFieldRules = (): FieldRules => ({
  provider: 'entra_id',
  field_rules: {
    external_id: { ...aRule, required: true },
    department: aRule,
    job_title: { ...aRule, default_source: 'jobTitle' },
  },
  configurable_fields: ['department', 'job_title'],
  fixed_fields: { external_id: 'id' },
  description: '',
});
