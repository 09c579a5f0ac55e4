import { z } from 'zod';

export const recordTabs = ['cylinders', 'groups', 'keys'] as const;

const text = z.string().max(200).optional();

/** One address for the three lists. What a list does not know, it leaves alone. */
export const cylindersSearch = z.object({
  tab: z.enum(recordTabs).optional(),
  search: text,
  connection_id: z.uuid().optional(),
  group_id: z.uuid().optional(),
  type: text,
  state: text,
  domain: text,
  job: z.enum(['open', 'none']).optional(),
  holder: z.enum(['any', 'none']).optional(),
  sort: z
    .string()
    .regex(/^-?[a-z_]{1,30}$/)
    .optional(),
  offset: z.coerce.number().int().min(0).optional(),
  /** The record whose details are open. */
  open: z.uuid().optional(),
});

const filters = ['search', 'connection_id', 'group_id', 'type', 'state', 'domain', 'job', 'holder'] as const;

/** Nothing chosen, for clearing and for going to another list. */
export const noFilter = Object.fromEntries([...filters, 'sort', 'open'].map((name) => [name, undefined]));

export const isFiltered = (state: z.output<typeof cylindersSearch>): boolean =>
  filters.some((name) => state[name] !== undefined);

/** The order asked for, if this list has it. */
export function sortIn<const Sort extends string>(
  sort: string | undefined,
  sorts: readonly Sort[],
  usual: Sort,
): string {
  return sorts.some((name) => name === sort?.replace(/^-/, '')) ? (sort ?? usual) : usual;
}
