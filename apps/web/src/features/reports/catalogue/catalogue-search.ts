import { ReportId } from '@key2xs/contract';
import { z } from 'zod';

/** The chosen report with its parameters, so that the address is a link to it. */
export const catalogueSearch = z.object({
  report: ReportId.optional(),
  days: z.coerce.number().int().min(1).max(3_650).optional(),
  percent: z.coerce.number().int().min(1).max(100).optional(),
  from: z.iso.datetime().optional(),
  before: z.iso.datetime().optional(),
  connection_id: z.uuid().optional(),
  person_id: z.uuid().optional(),
  cylinder_id: z.uuid().optional(),
  group_id: z.uuid().optional(),
  location_id: z.uuid().optional(),
});
