import { z } from 'zod';

const text = z.string().max(200).optional();

export const peopleSearch = z.object({
  search: text,
  connection_id: z.uuid().optional(),
  department: text,
  job_title: text,
  active: z.enum(['true', 'false']).optional(),
  sort: z
    .string()
    .regex(/^-?(display_name|department|job_title|employee_id|updated_at)$/)
    .optional(),
  offset: z.coerce.number().int().min(0).optional(),
});
