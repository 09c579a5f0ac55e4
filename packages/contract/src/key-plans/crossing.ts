import { z } from 'zod';

/** Most lines of departments and of places in a picture; what is left over is put together as the last one. */
export const maxCrossing = 30;

/** A department of a picture: one, people without one, or all that are not shown. */
export const CrossingDepartment = z.object({
  kind: z.enum(['department', 'none', 'others']),
  name: z.string().describe('As written; empty unless it is one department.'),
});

/** A place of a picture: one of the topmost, doors without a place, or all that are not shown. */
export const CrossingPlace = z.object({
  kind: z.enum(['place', 'none', 'others']),
  location_id: z.uuid().nullable(),
  name: z.string().describe('Empty unless it is one place.'),
});

/** Indexes into the departments and places of the picture. */
export const CrossingCell = z.object({ department: z.int(), place: z.int() });
