import { z } from 'zod';
import { ObjectType, RuleSubject, TimeRestriction } from './access-rules';
import { Instant } from './common';
import { endpoint } from './endpoint';

/** Why one door opens: the rule, the subject that matched, and the way from the rule to the door. */
export const AccessReason = z.object({
  keyplan_id: z.uuid(),
  keyplan_name: z.string(),
  rule_id: z.uuid(),
  rule_name: z.string(),
  rule_updated_at: Instant,
  rule_updated_by: z.string(),
  matched: z.array(RuleSubject).describe('The subjects of the rule that this person matches.'),
  path: z
    .array(z.object({ object_type: z.enum([...ObjectType.options, 'location']), id: z.uuid(), name: z.string() }))
    .describe('From what the rule names down to the cylinder, e.g. profile, group, cylinder.'),
  windows: z.array(TimeRestriction).describe('Alternatives; none means always.'),
  open_now: z.boolean().describe('Whether the moment is inside one of the windows.'),
  until: Instant.nullable().describe('When `open_now` is next another; null when it stays as it is.'),
});
export type AccessReason = z.infer<typeof AccessReason>;

export const AccessEvaluation = z.object({
  person_id: z.uuid(),
  layer: z.literal('desired').describe('What plans and directory say, not what keys hold.'),
  at: Instant,
  grants: z
    .array(
      z.object({
        cylinder_id: z.uuid(),
        marking: z.string(),
        name: z.string(),
        location: z.string(),
        key_system_connection_id: z.uuid(),
        open_now: z.boolean(),
        reasons: z.array(AccessReason),
      }),
    )
    .describe('By marking.'),
  recorded: z
    .array(
      z.object({
        key_system_connection_id: z.uuid(),
        key_system_name: z.string(),
        state: z.enum(['absent', 'active', 'inactive']),
        profiles: z.array(z.string()).describe('Names of the profiles the person is a member of there.'),
        read_at: Instant.nullable(),
      }),
    )
    .describe('What each linked key system has stored for this person, as last read.'),
});
export type AccessEvaluation = z.infer<typeof AccessEvaluation>;

export const access = {
  evaluate: endpoint({
    method: 'GET',
    path: '/enhanced-keyplans/connections/:connection_id/evaluate-user-access/:user_id',
    summary: 'What a person of this identity source may open, and because of what',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    params: z.object({ connection_id: z.uuid(), user_id: z.uuid() }),
    query: z.strictObject({ at: Instant.optional().describe('Now unless given.') }),
    response: AccessEvaluation,
    errors: ['not_found'],
  }),
};
