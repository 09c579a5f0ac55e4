import { z } from 'zod';
import { Instant } from '../../fields/common';
import { NamedSubject, ObjectType, TimeRestriction } from '../rules/access-rules';

export const AccessRevision = z.string().describe('The state of the database that was asked; opaque.');

/** Why a door opens: the rule, the matching subject, and the path from the rule to the door. */
export const AccessReason = z.object({
  keyplan_id: z.uuid(),
  keyplan_name: z.string(),
  rule_id: z.uuid(),
  rule_name: z.string(),
  rule_updated_at: Instant,
  rule_updated_by: z.string(),
  rule_version: z.int().describe('Version of the key plan that brought the rule as it is.'),
  rule_note: z.string().nullable().describe('Why it was activated, in the words of who did.'),
  matched: z.array(NamedSubject).describe('The subjects of the rule that this person matches.'),
  path: z
    .array(z.object({ object_type: ObjectType, id: z.uuid(), name: z.string() }))
    .describe('From what the rule names down to the cylinder, e.g. profile, group, cylinder.'),
  windows: z.array(TimeRestriction).describe('Alternatives; none means always.'),
  open_now: z.boolean().describe('Whether the moment is inside one of the windows.'),
  until: Instant.nullable().describe('When `open_now` is next another; null when it stays as it is.'),
});
export type AccessReason = z.infer<typeof AccessReason>;
