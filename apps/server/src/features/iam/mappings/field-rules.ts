import {
  type CanonicalField,
  canonicalFields,
  type FieldRule,
  type FieldRules,
  factsOf,
  groupLimits,
  Provider,
  transformsOf,
} from '@key2xs/contract';
import { type Language, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';

const maxFieldLength = 500;

const text: FieldRule = {
  type: 'text',
  required: false,
  multi: false,
  max_length: maxFieldLength,
  pattern: null,
  case_exact: false,
  unique: false,
  default_source: null,
  allowed_transforms: [],
  used_for: ['display'],
  sensitive: false,
};

const day: FieldRule = { ...text, type: 'day', max_length: null, used_for: ['access'] };
const personal: FieldRule = { ...text, sensitive: true };

const rules: Readonly<Record<CanonicalField, FieldRule>> = {
  external_id: { ...text, required: true, case_exact: true, unique: true, used_for: ['correlation'] },
  username: personal,
  display_name: personal,
  given_name: personal,
  family_name: personal,
  email: personal,
  job_title: { ...text, used_for: ['rules', 'display'] },
  department: { ...text, used_for: ['rules', 'display'] },
  company: text,
  location: text,
  employee_id: { ...personal, unique: true, used_for: ['correlation', 'display'] },
  employee_type: text,
  manager_ref: text,
  groups: { ...text, type: 'names', multi: true, max_length: groupLimits.name, used_for: ['rules', 'display'] },
  active: { ...text, type: 'switch', max_length: null, used_for: ['access'] },
  start_date: day,
  end_date: day,
};

/** What the fields take; empty for a provider that is not known. */
export function fieldRulesOf(provider: string, language: Language): FieldRules {
  const known = Provider.safeParse(provider.replaceAll('-', '_')).data;
  if (known === undefined) {
    const description = renderSentence(say('fieldRules.unknown'), language);
    return { provider, field_rules: {}, configurable_fields: [], fixed_fields: {}, description };
  }
  const { usualColumns: sources, fixedColumns: fixed } = factsOf(known);
  const withSource = (field: CanonicalField) => ({
    ...rules[field],
    default_source: sources[field] ?? null,
    allowed_transforms: [...transformsOf(field)],
  });
  return {
    provider: known,
    field_rules: Object.fromEntries(canonicalFields.map((field) => [field, withSource(field)])),
    configurable_fields: canonicalFields.filter((field) => !(field in fixed)),
    fixed_fields: fixed,
    description: renderSentence(say('fieldRules.known'), language),
  };
}
