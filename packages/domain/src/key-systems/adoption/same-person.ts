import { foldText } from '../../fold-text';
import { groupBy } from '../group-by';
import type { KeySystemPerson } from '../key-system-state';
import { nameKey } from '../link-by-name';

/** A person that a key system has recorded under no reference. */
export type UnreferencedPerson = Omit<KeySystemPerson, 'reference'> & { identity: string; active: boolean };

/**
 * Finds the records of people among those entered by hand. Two of employee number, e-mail and name have to be equal, the
 * numbers must not differ, and the match must be unique on both sides: a wrong one would give one person's rights to another.
 *
 * @param persons all people that may be meant
 * @returns identity by reference
 */
export function matchSamePersons(
  persons: readonly KeySystemPerson[],
  unreferenced: readonly UnreferencedPerson[],
): Map<string, string> {
  const active = unreferenced.filter((record) => record.active);
  const byKey = groupBy(
    active.flatMap((record) => keysOf(record).map((key) => ({ key, record }))),
    ({ key }) => key,
  );
  const partners = new Map<string, Set<string>>();
  const claims = new Map<string, number>();
  for (const person of persons) {
    const candidates = keysOf(person).flatMap((key) => byKey.get(key) ?? []);
    const same = new Set(candidates.flatMap(({ record }) => (isSame(person, record) ? record.identity : [])));
    partners.set(person.reference, same);
    for (const identity of same) claims.set(identity, (claims.get(identity) ?? 0) + 1);
  }
  const matches = new Map<string, string>();
  for (const [reference, [identity, ...others]] of partners) {
    if (identity !== undefined && others.length === 0 && claims.get(identity) === 1) matches.set(reference, identity);
  }
  return matches;
}

type Described = Omit<KeySystemPerson, 'reference'>;

/** Of two equal fields, one is the number or the e-mail. */
const keysOf = (person: Described): string[] => {
  const [number, email] = [numberOf(person), emailOf(person)];
  return [...(number ? [`number ${number}`] : []), ...(email ? [`email ${email}`] : [])];
};

function isSame(one: Described, other: Described): boolean {
  const numbers = [numberOf(one), numberOf(other)];
  const isNumber = numbers[0] !== '' && numbers[0] === numbers[1];
  if (!isNumber && numbers[0] !== '' && numbers[1] !== '') return false;
  const isEmail = emailOf(one) !== '' && emailOf(one) === emailOf(other);
  const isName = nameKey(one).trim() !== '' && nameKey(one) === nameKey(other);
  return Number(isNumber) + Number(isEmail) + Number(isName) >= 2;
}

const numberOf = ({ employee_id }: Described): string => (employee_id ?? '').trim();
const emailOf = ({ email }: Described): string => foldText(email ?? '');
