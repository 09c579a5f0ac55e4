import { z } from 'zod';
import { Instant } from '../fields/common';

/** What a plan gives to those who came after it was written, and what those like them have. */
const newcomersOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({
    count: z.int().describe('Who came since.'),
    covered: z.int().describe('Of them, those for whom the plan has a rule.'),
    open: z
      .array(
        z.object({
          id: z.uuid(),
          ...shape,
          alike: z.int().describe('How many are like them, of those who were there before.'),
          rules: z
            .array(z.object({ id: z.uuid(), name: z.string(), having: z.int().describe('Of those alike.') }))
            .describe('Rules of the plan that at least half of those alike have, at most three.'),
        }),
      )
      .describe('The others, at most 50; those with most alike first.'),
  });

export const PlanNewcomers = z.object({
  since: Instant.describe('When the run that drafted the plan has read people and doors.'),
  people: newcomersOf({
    name: z.string(),
    department: z.string().nullable(),
    job_title: z.string().nullable(),
  }).describe('Alike: the same department and job title.'),
  doors: newcomersOf({ name: z.string(), marking: z.string(), location_path: z.string().nullable() }).describe(
    'Alike: at the same place.',
  ),
});
export type PlanNewcomers = z.infer<typeof PlanNewcomers>;
