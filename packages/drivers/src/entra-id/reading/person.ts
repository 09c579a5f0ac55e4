import { type Sentence, say } from '@key2xs/texts';
import type { CalledPerson, GoneFromSource, SourceValue } from '../../called-source-driver';
import { readValue } from './value';
import type { GraphUser } from './wire';

/** `changed` means deleted, but restorable for thirty days. */
export const goneAs = ({ id, '@removed': removed }: GraphUser): GoneFromSource => ({
  id,
  gone: removed?.reason === 'deleted' ? 'for_good' : 'restorable',
});

/**
 * A Graph user with the mapped attributes.
 * @param isWhole in a complete read, Graph omits empty values; later, a missing value is unchanged
 */
export function readPerson(user: GraphUser, attributes: readonly string[], isWhole: boolean): CalledPerson {
  const hasOwn = Object.keys(user).some((name) => name !== 'id' && !name.includes('@'));
  const values: Record<string, SourceValue> = {};
  const problems: Sentence[] = [];
  for (const attribute of attributes) {
    const found = find(user, attribute);
    if (!found && !(isWhole && hasOwn)) continue;
    const read = found && 'problem' in found ? found : readValue(attribute, found?.value);
    if ('problem' in read) problems.push(read.problem);
    else values[attribute] = read.value;
  }
  return { id: user.id, values, ...(problems.length > 0 && { problems }) };
}

type ReadAttribute = { value: unknown } | { problem: Sentence } | undefined;

/** Undefined if the user has no data about it. */
function find(user: GraphUser, attribute: string): ReadAttribute {
  if (attribute === 'manager.id') return findManager(user);
  const [property = attribute, inner] = attribute.split('.');
  if (!Object.hasOwn(user, property)) return undefined;
  const value = user[property];
  if (inner === undefined || value === null) return { value };
  if (typeof value !== 'object' || Array.isArray(value)) return { problem: say('entraValue.notOne', { attribute }) };
  return { value: Object.entries(value).find(([name]) => name === inner)?.[1] ?? null };
}

/** Either as a relation change or expanded. The last one that was not removed wins. */
function findManager(user: GraphUser): ReadAttribute {
  const changes = user['manager@delta'];
  if (Array.isArray(changes)) {
    const [manager] = changes.filter((one) => isRecord(one) && !('@removed' in one)).slice(-1);
    return { value: isRecord(manager) ? manager.id : null };
  }
  if (!Object.hasOwn(user, 'manager')) return undefined;
  return { value: isRecord(user.manager) ? user.manager.id : user.manager };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
