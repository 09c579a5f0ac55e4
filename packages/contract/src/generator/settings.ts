import { z } from 'zod';
import { Reason } from '../fields/common';
import { storableText } from '../fields/text';
import { RuleObject } from '../key-plans/rules/access-rules';

/** Where the access of today is read. */
export const GeneratorSource = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('recorded'),
      key_system_connection_id: z.uuid().nullable().describe('Null: all key systems.'),
    })
    .describe('What key systems have recorded.'),
  z.strictObject({ kind: z.literal('plan'), keyplan_id: z.uuid() }).describe('What an active or drafted plan gives.'),
  z
    .strictObject({ kind: z.literal('locking_plan'), key_system_connection_id: z.uuid() })
    .describe('The locking plan uploaded for a key system.'),
]);
export type GeneratorSource = z.output<typeof GeneratorSource>;

export const generosities = ['never', 'hardly', 'some', 'more', 'generous'] as const;
/** never: nothing new is ever suggested. generous: what most of a group have is suggested for all of it. */
export const Generosity = z.enum(generosities);
export type Generosity = z.infer<typeof Generosity>;

export const GeneratorMode = z
  .enum(['rules_first', 'exact', 'compact'])
  .describe(
    'rules_first: rules from attributes, then profiles for what is left. exact: only profiles, as few as possible. compact: only profiles, with few links, even where that takes more profiles.',
  );
export type GeneratorMode = z.infer<typeof GeneratorMode>;

export const MiningAttributeName = z.enum(['department', 'job_title', 'group']);
export type MiningAttributeName = z.infer<typeof MiningAttributeName>;

const Objects = z.array(z.strictObject(RuleObject.shape)).max(200);

export const GeneratorSettings = z.strictObject({
  source: GeneratorSource.default({ kind: 'recorded', key_system_connection_id: null }),
  scope: z
    .strictObject({
      iam_connection_ids: z.array(z.uuid()).max(100).default([]),
      departments: z.array(storableText(200)).max(500).default([]),
      location_ids: z.array(z.uuid()).max(500).default([]),
    })
    .default({ iam_connection_ids: [], departments: [], location_ids: [] })
    .describe('Only these people and doors; an empty list is no limit.'),
  mode: GeneratorMode.default('rules_first'),
  attributes: z.array(MiningAttributeName).max(3).default(['department', 'job_title', 'group']),
  generosity: Generosity.default('never'),
  min_people: z.int().min(1).max(1_000).default(3).describe('Fewer people make no rule and no profile.'),
  max_suggestions: z.int().min(1).max(10_000).default(5_000),
  used_within_days: z
    .int()
    .min(1)
    .max(3_650)
    .nullable()
    .default(null)
    .describe('Marks rights that were not used for so long. A hint: it never takes a right away.'),
  never_both: z
    .array(z.strictObject({ first: Objects.min(1), second: Objects.min(1), reason: Reason.optional() }))
    .max(50)
    .default([])
    .describe('No one is newly given both.'),
  needs_approval: Objects.default([]).describe(
    'Rights to these are kept for their holders and stay on request for others.',
  ),
  previous_run_id: z
    .uuid()
    .nullable()
    .default(null)
    .describe('Keeps its pins, its decisions and the ids of its suggestions.'),
  seed: z.int().min(0).max(2_147_483_647).optional().describe('The same seed and input give the same plan.'),
});
export type GeneratorSettings = z.output<typeof GeneratorSettings>;
