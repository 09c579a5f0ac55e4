import { ChangeSetState } from '@key2xs/contract';
import { z } from 'zod';

export const changeSetsSearch = z.object({
  state: ChangeSetState.optional(),
  connection_id: z.uuid().optional(),
  offset: z.coerce.number().int().min(0).optional(),
});
