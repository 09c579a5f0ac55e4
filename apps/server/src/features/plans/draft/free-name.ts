import { fitLine } from '@key2xs/contract';

const longestName = 100;

/** A name, with a number where one of the taken names is the same whatever its case. It is taken then. */
export function freeName(called: string, taken: Set<string>): string {
  for (let count = 1; ; count++) {
    const number = count === 1 ? '' : ` (${count})`;
    const name = fitLine(called, longestName - number.length) + number;
    if (taken.has(nameKey(name))) continue;
    taken.add(nameKey(name));
    return name;
  }
}

/** By which two names of rules are the same. */
export const nameKey = (name: string): string => name.normalize().toLowerCase();
