import { Mapping } from '@key2xs/contract';
import type { IamConnectionRow } from './queries';

/** The columns or attributes that a mapping reads. */
export const columnsOf = (mapping: Mapping): string[] => [...new Set(Object.values(mapping))];

/** As stored. */
export const mappingOf = ({ mapping_config }: Pick<IamConnectionRow, 'mapping_config'>): Mapping =>
  Mapping.parse(mapping_config);
