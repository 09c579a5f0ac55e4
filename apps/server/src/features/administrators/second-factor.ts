import type { Administrator } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';

/** The strongest second factor of an administrator. There are none yet. @param _admin the table or alias */
export const secondFactorOf = (_admin: string): RawBuilder<Administrator['second_factor']> =>
  sql<Administrator['second_factor']>`'none'`;
