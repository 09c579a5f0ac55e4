import { hash } from 'node:crypto';
import type { MappedPerson } from '@key2xs/contract';

/** Equal for equal mapped fields, so unmapped columns do not matter. `fields` is in fixed order. */
export const sourceHash = (fields: MappedPerson['fields']): string => hash('sha256', JSON.stringify(fields), 'base64');
