import { ChangeKind, ItemOutcome } from '@key2xs/contract';
import { z } from 'zod';

export const changeSetSearch = z.object({
  kind: ChangeKind.optional(),
  outcome: ItemOutcome.optional(),
  search: z.string().max(200).optional(),
  sort: z.enum(['ordinal', '-ordinal', 'label', '-label']).optional(),
  offset: z.coerce.number().int().min(0).optional(),
});
