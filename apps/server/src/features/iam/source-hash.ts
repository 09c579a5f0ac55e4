import { hash } from 'node:crypto';
import type { MappedPerson } from '@key2xs/contract';

/** Equal for people whose mapped fields are equal, so a column nobody maps changes nobody. Fields come in one fixed order. */
export const sourceHash = (fields: MappedPerson['fields']): string => hash('sha256', JSON.stringify(fields), 'base64');
