import type { KeySystemWrite } from '@key2xs/domain';
import type { Selectable } from 'kysely';
import type { Schema } from '#platform/schema/schema';

export type WorkRow = Selectable<Schema['work_item']>;

/** The change that an entry asks for. */
export const asWrite = ({ kind, write }: Pick<WorkRow, 'kind' | 'write'>) => ({ kind, write }) as KeySystemWrite; // written by planKeySystem under this kind
