import type { RenameFinding } from '@key2xs/contract';
import {
  type AccessIndex,
  type Bits,
  copyAccess,
  countBits,
  cylindersOf,
  putPerson,
  type Rename,
  withinDates,
} from '@key2xs/domain';
import type { Deps } from '#platform/deps';
import { mapInSlices } from '#platform/in-slices';
import { type OfChangeSet, renamedFields } from './count-moves';
import { countScopes } from './count-scopes';
import { findingsByFlow, listMovedPeople } from './moved-people';

export type RenameEffect = RenameFinding['effect'];

type Sum = { losing: number; gaining: number; lost: Bits; gained: Bits };

/**
 * What each finding would do to doors, by the plans in force, and to stored scopes if nothing but its field changed. Cost: two
 * indexes, and for each person who moves one look-up a field; people alike in all that rules ask are compared once.
 */
export async function measureRenames(
  { db, access, clock }: Pick<Deps, 'access' | 'clock' | 'db'>,
  of: OfChangeSet,
  findings: readonly Rename[],
): Promise<Map<Rename, RenameEffect>> {
  if (findings.length === 0) return new Map();
  const { index } = await access.whole();
  const before = copyAccess(withinDates(index, clock().getTime())); // before other code patches it
  const sums = new Map<Rename, Sum>();
  if (before.granting.some(Boolean)) {
    const after = copyAccess(before);
    const compare = comparer(before, after);
    const findingOf = findingsByFlow(findings);
    for await (const people of listMovedPeople(db, of)) {
      await mapInSlices(people, (person) => {
        for (const field of renamedFields) {
          const finding = findingOf(person, field);
          if (!finding) continue;
          putPerson(after, { ...person.facts, [field]: person.to[field] ?? null });
          const difference = compare(person.facts.id);
          if (difference) add(sums, finding, difference);
        }
      });
    }
  }
  const scopesOf = await countScopes(db);
  return new Map(findings.map((finding) => [finding, { ...effectOf(sums.get(finding)), scopes: scopesOf(finding) }]));
}

type Difference = { lost: Bits; gained: Bits };

function comparer(before: AccessIndex, after: AccessIndex): (personId: string) => Difference | undefined {
  const known = new Map<string, Difference | undefined>();
  return (personId) => {
    const person = before.people.numberOf.get(personId);
    if (person === undefined) return undefined;
    const rows = `${before.people.rowOf[person]} ${after.people.rowOf[person]}`;
    if (!known.has(rows)) known.set(rows, differenceOf(cylindersOf(before, person), cylindersOf(after, person)));
    return known.get(rows);
  };
}

function differenceOf(old: Bits, next: Bits): Difference | undefined {
  const words = Math.max(old.length, next.length);
  const [lost, gained] = [new Int32Array(words), new Int32Array(words)];
  for (let i = 0; i < words; i++) {
    lost[i] = (old[i] ?? 0) & ~(next[i] ?? 0);
    gained[i] = (next[i] ?? 0) & ~(old[i] ?? 0);
  }
  return lost.some(Boolean) || gained.some(Boolean) ? { lost, gained } : undefined;
}

function add(sums: Map<Rename, Sum>, finding: Rename, { lost, gained }: Difference): void {
  const words = lost.length;
  const blank = () => ({ losing: 0, gaining: 0, lost: new Int32Array(words), gained: new Int32Array(words) });
  const sum = sums.get(finding) ?? blank();
  sums.set(finding, sum);
  if (lost.some(Boolean)) sum.losing++;
  if (gained.some(Boolean)) sum.gaining++;
  for (let i = 0; i < words; i++) {
    sum.lost[i] = (sum.lost[i] ?? 0) | (lost[i] ?? 0);
    sum.gained[i] = (sum.gained[i] ?? 0) | (gained[i] ?? 0);
  }
}

const effectOf = (sum: Sum | undefined): Omit<RenameEffect, 'scopes'> => ({
  people_losing: sum?.losing ?? 0,
  people_gaining: sum?.gaining ?? 0,
  doors_lost: sum ? countBits(sum.lost) : 0,
  doors_gained: sum ? countBits(sum.gained) : 0,
});
