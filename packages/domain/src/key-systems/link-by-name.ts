import { foldText } from '../fold-text';
import { groupBy } from './group-by';

type PersonName = { first_name: string; surname: string };

/** Equal for names that fold to the same text. */
export const nameKey = ({ first_name, surname }: PersonName): string => `${foldText(first_name)}\n${foldText(surname)}`;

/** A person that an operator was asked to create, and since when (ms). */
export type AwaitedPerson = PersonName & { reference: string; since: number };
/** A foreign person in the key system, and when it was first seen (ms). */
export type ForeignPerson = PersonName & { identity: string; firstSeen: number };

/**
 * Matches foreign persons with awaited ones: same name, first seen after the request, and unique on both sides. Never
 * guesses between namesakes. A person awaited twice counts once.
 *
 * @returns reference to identity
 */
export function linkByName(awaited: readonly AwaitedPerson[], found: readonly ForeignPerson[]): Map<string, string> {
  const [awaitedByName, foreignByName] = [groupBy(awaited, nameKey), groupBy(found, nameKey)];
  const links = new Map<string, string>();
  for (const [name, wanted] of awaitedByName) {
    const [first] = wanted;
    if (!first || wanted.some(({ reference }) => reference !== first.reference)) continue;
    const since = Math.min(...wanted.map((one) => one.since));
    const [person, ...others] = (foreignByName.get(name) ?? []).filter(({ firstSeen }) => firstSeen >= since);
    if (person && others.length === 0) links.set(first.reference, person.identity);
  }
  return links;
}
