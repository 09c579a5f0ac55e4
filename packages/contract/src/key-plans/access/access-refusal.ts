import { z } from 'zod';
import { NamedSubject, SubjectMatch, TimeRestriction } from '../rules/access-rules';
import { RecordedState } from './door-people';

/** A rule that opens a door for others, and why not for this person. */
export const MissedRule = z.object({
  keyplan_id: z.uuid(),
  keyplan_name: z.string(),
  rule_id: z.uuid(),
  rule_name: z.string(),
  windows: z.array(TimeRestriction).describe('Alternatives; none means always.'),
  why: z
    .enum(['subjects', 'source', 'switched_off'])
    .describe(
      'subjects: the person is not what it asks for. source: its key plan does not use the identity source of the person. ' +
        'switched_off: it would open the door for the person, but it or its key plan is not active.',
    ),
  subjects: z.array(NamedSubject).describe('What the person would have to be and is not; empty for other reasons.'),
  needs: SubjectMatch.describe('Whether the person would have to be one of them or all.'),
});
export type MissedRule = z.infer<typeof MissedRule>;

/** Why a person may not open a door. */
export const AccessRefusal = z.object({
  person: z
    .enum(['active', 'inactive', 'unknown'])
    .describe('inactive: rules never match inactive people. unknown: the person did not exist at that moment.'),
  recorded: RecordedState.exclude(['differs']).describe(
    'Whether a key system has the door recorded for the person all the same: the key may then open it. Unknown for the past.',
  ),
  rules: z
    .array(MissedRule)
    .describe(
      'By key plan and rule. Empty when the person is not active, and when neither a rule in force reaches the door nor one ' +
        'that is switched off would open it for the person.',
    ),
});
export type AccessRefusal = z.infer<typeof AccessRefusal>;
