import { z } from 'zod';

/** Maximum number of departments and of places in an overview; the last one combines the rest. */
export const maxCrossing = 30;

/** A department of an overview: one, people without one, or all others. */
export const CrossingDepartment = z.object({
  kind: z.enum(['department', 'none', 'others']),
  name: z.string().describe('As written; empty unless it is one department.'),
});

/** A place of an overview: a topmost one, doors without a place, or all others. */
export const CrossingPlace = z.object({
  kind: z.enum(['place', 'none', 'others']),
  location_id: z.uuid().nullable(),
  name: z.string().describe('Empty unless it is one place.'),
});

/** Indexes into the departments and places of the overview. */
export const CrossingCell = z.object({ department: z.int(), place: z.int() });
