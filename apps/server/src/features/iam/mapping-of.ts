import { Mapping } from '@key2xs/contract';
import type { IamConnectionRow } from './queries';

/** As stored. */
export const mappingOf = ({ mapping_config }: Pick<IamConnectionRow, 'mapping_config'>): Mapping =>
  Mapping.parse(mapping_config);
