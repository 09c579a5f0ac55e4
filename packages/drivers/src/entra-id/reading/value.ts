import { type Sentence, say } from '@key2xs/texts';
import type { SourceValue } from '../../called-source-driver';
import { type AttributeForm, formOf } from './attributes';

export type ReadValue = { value: SourceValue } | { problem: Sentence };

const refuse = (code: 'notText' | 'notYesOrNo' | 'notMoment' | 'notOne' | 'unstorable', attribute: string) => ({
  problem: say(`entraValue.${code}`, { attribute }),
});

/** Characters that databases cannot store: NUL and lone surrogates. */
const unstorable = /\0|\p{Cs}/gu;

/** A Graph value as a text. An unexpected type is a problem of this value only, not of the person. */
export function readValue(attribute: string, found: unknown): ReadValue {
  if (found === null || found === undefined) return { value: null };
  const form = formOf(attribute);
  return form ? readers[form](attribute, found) : readUnknown(attribute, found);
}

type Reader = (attribute: string, found: unknown) => ReadValue;

const readText: Reader = (attribute, found) =>
  typeof found === 'string' ? { value: found.replace(unstorable, '\uFFFD') } : refuse('notText', attribute);

const readIdentity: Reader = (attribute, found) => {
  if (typeof found !== 'string') return refuse('notText', attribute);
  return found.search(unstorable) < 0 ? { value: found } : refuse('unstorable', attribute);
};

const readers: Record<AttributeForm, Reader> = {
  text: readText,
  identity: readIdentity,
  manager: readIdentity,
  yes_or_no: (attribute, found) =>
    typeof found === 'boolean' ? { value: String(found) } : refuse('notYesOrNo', attribute),
  moment: (attribute, found) => {
    const at = typeof found === 'string' && /^\d{4}-\d{2}-\d{2}/.test(found) ? new Date(found) : undefined;
    if (!at || Number.isNaN(at.getTime())) return refuse('notMoment', attribute);
    return { value: at.getUTCFullYear() === 1 ? null : at.toISOString() }; // Graph's way of writing no date
  },
  first_of_list: (attribute, found) => {
    if (!Array.isArray(found)) return refuse('notOne', attribute);
    return found.length === 0 ? { value: null } : readText(attribute, found[0]);
  },
};

const readUnknown: Reader = (attribute, found) => {
  if (typeof found === 'boolean' || typeof found === 'number') return { value: String(found) };
  return typeof found === 'string' ? readText(attribute, found) : refuse('notOne', attribute);
};
