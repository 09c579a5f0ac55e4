import { z } from 'zod';

/** Who gains and who loses which doors between two states: what a plan says, or what is recorded. A door may be kept at other hours. */
export const AccessDelta = z.object({
  people_gaining: z.int().describe('People who gain some door.'),
  people_losing: z.int().describe('People who lose some door.'),
  people_other_hours: z.int().describe('People who keep some door at other hours.'),
  rights_gained: z.int().describe('Pairs of person and door.'),
  rights_lost: z.int().describe('Pairs of person and door.'),
  doors: z.int().describe('Doors that at least one person gains or loses.'),
});
export type AccessDelta = z.infer<typeof AccessDelta>;
