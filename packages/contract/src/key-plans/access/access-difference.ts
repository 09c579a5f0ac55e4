import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { openTo } from '../../api/roles';
import { NamedSubject, SubjectMatch } from '../rules/access-rules';

/** Doors that one of two people may open and the other not, for one reason. */
export const DifferenceReason = z.object({
  subjects: z
    .array(NamedSubject)
    .describe(
      'What the one matches and the other does not. Empty where the other has left or is of a source the plan does not know.',
    ),
  needs: SubjectMatch.describe('Whether the other would have to match one of them or all.'),
  doors: z.int(),
  rules: z.array(z.object({ id: z.uuid(), name: z.string(), keyplan_id: z.uuid() })),
});
export type DifferenceReason = z.infer<typeof DifferenceReason>;

export const AccessDifference = z.object({
  layer: z.literal('desired').describe('What plans and directory say, not what keys hold.'),
  both: z.int().describe('Doors that both may open.'),
  person_only: z.int(),
  other_only: z.int(),
  person_reasons: z
    .array(DifferenceReason)
    .describe('Each door once, by the first rule that opens it; most doors first.'),
  other_reasons: z.array(DifferenceReason),
});
export type AccessDifference = z.infer<typeof AccessDifference>;

export const accessDifference = endpoint({
  method: 'GET',
  path: '/access/compare/reasons',
  summary: 'Why one of two people may open doors that the other may not, and what would have to change',
  ...openTo('view_people'),
  audit: { none: 'read-only' },
  query: z.strictObject({ person_id: z.uuid(), other_id: z.uuid() }),
  response: AccessDifference,
  errors: ['not_found'],
});
