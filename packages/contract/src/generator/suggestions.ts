import { z } from 'zod';
import { Name, Reason, Version } from '../fields/common';
import { TimeRestriction } from '../key-plans/rules/access-rules';
import { MiningAttributeName } from './settings';

const share = z.number().min(0).max(1);
const Door = z.object({
  id: z.uuid(),
  marking: z.string(),
  name: z.string(),
  location_path: z.string().nullable(),
  protection_class: z.int().nullable(),
});
const PersonShort = z.object({
  id: z.uuid(),
  display_name: z.string(),
  employee_id: z.string().nullable(),
  department: z.string().nullable(),
  job_title: z.string().nullable(),
});

export const SuggestionDecision = z.enum(['open', 'accepted', 'rejected']);
export type SuggestionDecision = z.infer<typeof SuggestionDecision>;

export const SuggestionRisk = z
  .enum(['adds_rights', 'sensitive_doors', 'never_both', 'few_people', 'unused_rights', 'many_outliers'])
  .describe('Why a person should look before accepting.');
export type SuggestionRisk = z.infer<typeof SuggestionRisk>;

/** A rule or a profile that the generator suggests, and the numbers it rests on. */
export const Suggestion = z.object({
  id: z.uuid().describe('Kept by a later run that suggests the same.'),
  position: z.int().describe('From 0, best first.'),
  kind: z.enum(['rule', 'profile']).describe('rule: all who match its conditions. profile: the people it names.'),
  name: z.string(),
  name_by: z.enum(['generator', 'language_model', 'administrator']),
  explanation: z.string().nullable().describe('By a language model, as plain text; null without one.'),
  conditions: z
    .array(z.object({ attribute: MiningAttributeName, value: z.string().describe('A group by id.'), name: z.string() }))
    .describe('All have to match; empty for a profile.'),
  people: z.int(),
  doors: z.int(),
  rights: z.int().describe('Of today that it explains, and nothing before it does.'),
  confidence: share.describe('Of its people and doors, the share that holds today.'),
  support: z.int().describe('People who hold all of its doors today.'),
  lift: z.number().describe('How much likelier its people hold its doors than others.'),
  additions: z.int().describe('Rights that no one has today; given only where they are accepted.'),
  additions_accepted: z.boolean(),
  outliers: z.int().describe('People who match and hold less than half of its doors today.'),
  risks: z.array(SuggestionRisk),
  recorded_profile: z
    .object({
      id: z.string(),
      name: z.string(),
      is_same: z.boolean().describe('With exactly these people: nothing is written for it.'),
    })
    .nullable()
    .describe('Of the key system, with the same doors and hours: it is taken over.'),
  hours: z
    .array(z.object({ time_restrictions: z.array(TimeRestriction), rights: z.int() }))
    .describe('When its rights of today hold, most first; no restriction: always. Empty: all of them always.'),
  decision: SuggestionDecision,
  decided_by: z.string().nullable(),
  reason: z.string().nullable().describe('Of a rejection.'),
  pinned: z.boolean().describe('Later runs keep it as it is.'),
  version: Version,
});
export type Suggestion = z.infer<typeof Suggestion>;

const maxListed = 500;

export const SuggestionDetail = Suggestion.extend({
  people_listed: z.array(
    PersonShort.extend({ missing: z.int().describe('Doors it gives that the person lacks today.') }),
  ),
  doors_listed: z.array(
    Door.extend({
      holders: z.int().describe('Of its people, those who have the door today.'),
      gaining: z.int().describe('Of its people, those who would get it newly; 0 unless additions are accepted.'),
    }),
  ),
  alternatives: z
    .array(
      z.object({
        conditions: Suggestion.shape.conditions,
        people: z.int(),
        rights: z.int(),
        additions: z.int(),
        confidence: share,
      }),
    )
    .describe('Other conditions for much the same people or doors, best first; at most 5.'),
}).describe(`People and doors by name, at most ${maxListed} of each.`);
export type SuggestionDetail = z.infer<typeof SuggestionDetail>;

/** What an administrator makes of a suggestion. What is left out stays. */
export const SuggestionEdit = z.strictObject({
  decision: SuggestionDecision.optional(),
  reason: Reason.optional().describe('Needed to reject.'),
  name: Name.optional(),
  pinned: z.boolean().optional(),
  accept_additions: z.int().min(0).optional().describe('The number of rights newly given, as it was shown; 0: none.'),
  without_cylinder_ids: z
    .array(z.uuid())
    .max(5_000)
    .optional()
    .describe('Doors taken out of it; they stay single rights.'),
  conditions: z
    .array(z.strictObject({ attribute: MiningAttributeName, value: z.string().min(1).max(200) }))
    .min(1)
    .max(3)
    .optional()
    .describe('One of its alternatives.'),
});
export type SuggestionEdit = z.output<typeof SuggestionEdit>;
