import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { openTo } from '../api/roles';
import { Instant, Version } from '../fields/common';

export const keyRequestStepKinds = ['manager', 'owner', 'security'] as const;
export const KeyRequestStepKind = z
  .enum(keyRequestStepKinds)
  .describe('manager: of the person, in the directory. owner: of the place. security: who assigns keys.');

const kinds = ['new_key', 'more_access', 'extension', 'replacement', 'temporary', 'return'] as const;

export const KeyRequestRule = z.strictObject({
  kinds: z.array(z.enum(kinds)).max(kinds.length).describe('Empty: all.'),
  min_class: z.int().min(1).max(4).nullable().describe('From this protection class on; null: all.'),
  min_days: z.int().min(0).max(36_500).nullable().describe('Longer than this many days, or without an end; null: all.'),
  steps: z.array(KeyRequestStepKind).max(5).describe('In this order. Empty: approved at once.'),
  max_days: z.int().min(1).max(36_500).nullable().describe('The longest that can be asked for; null: no limit.'),
});
export type KeyRequestRule = z.infer<typeof KeyRequestRule>;

const Absence = z.strictObject({
  person_id: z.uuid(),
  deputy_id: z.uuid(),
  from: Instant,
  until: Instant,
});

const rules = {
  rules: z.array(KeyRequestRule).max(50).describe('The first that fits counts. Where none fits, security decides.'),
  step_hours: z.int().min(1).max(8_760).describe('After this time a step is escalated.'),
  pick_up_days: z.int().min(1).max(365).describe('How long a key lies ready.'),
  asks_by_mail: z.boolean().default(false).describe('People without an account may ask for keys by a mailed link.'),
  absences: z.array(Absence).max(500).describe('Who stands in for whom, of those who agree to requests.'),
};

export const KeyRequestRules = z.object({
  ...rules,
  absences: z.array(Absence.extend({ person_name: z.string(), deputy_name: z.string() })),
  version: Version,
});
export type KeyRequestRules = z.infer<typeof KeyRequestRules>;

const superadmin = { allow: ['superadmin'] } as const;

export const keyRequestRules = {
  get: endpoint({
    method: 'GET',
    path: '/settings/key-requests',
    summary: 'The rules of requests: who agrees to which, how long one may ask for, and who stands in',
    ...openTo('request_keys', 'assign_keys'),
    audit: { none: 'read-only' },
    response: KeyRequestRules,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/settings/key-requests',
    summary: 'Change the rules of requests; those already asked for keep their steps',
    ...superadmin,
    audit: 'key_request_rules.saved',
    changes: ['key-requests'],
    body: z.strictObject(rules),
    response: KeyRequestRules,
    errors: ['validation_failed', 'version_conflict'],
  }),
};
