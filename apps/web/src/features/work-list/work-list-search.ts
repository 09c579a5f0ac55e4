import { KeySystemChange, WorkItemState } from '@key2xs/contract';
import { z } from 'zod';

export const workListSearch = z.object({
  search: z.string().max(200).optional(),
  connection_id: z.uuid().optional(),
  state: z.enum([...WorkItemState.options, 'all']).optional(),
  kind: KeySystemChange.optional(),
  assigned_to: z.union([z.literal('me'), z.literal('nobody'), z.uuid()]).optional(),
  sort: z
    .string()
    .regex(/^-?(created_at|label|kind)$/)
    .optional(),
  offset: z.coerce.number().int().min(0).optional(),
  /** The entry whose details are open. */
  open: z.uuid().optional(),
});
export type WorkListSearch = z.output<typeof workListSearch>;

export const noFilter = {
  search: undefined,
  connection_id: undefined,
  state: undefined,
  kind: undefined,
  assigned_to: undefined,
};

export const isFiltered = (state: WorkListSearch): boolean =>
  Object.keys(noFilter).some((name) => name in state && state[name as keyof typeof noFilter] !== undefined); // own keys only

/** As the API asks: what is open, unless another state or every state is wanted. */
export function filterOf({ search, connection_id, state = 'open', kind, assigned_to }: WorkListSearch) {
  const filter = { search, connection_id, kind, assigned_to };
  return state === 'all' ? { ...filter, all: 'true' } : { ...filter, state };
}
