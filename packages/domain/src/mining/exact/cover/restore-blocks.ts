import type { AccessRelation, ProfileBlock } from '../../access-relation';
import { groupAt, groupsOf } from '../groups';
import type { Grants } from '../reduce/grants';
import { commonOf } from './common-of';

/** The grants of each profile, once each dropped grant has the profile of the one it fits with. */
export function resolveProfiles(fitsWith: Int32Array, profileOf: Int32Array): void {
  const chain: number[] = [];
  for (let grant = 0; grant < fitsWith.length; grant++) {
    let at = grant;
    while (profileOf[at] === -1) {
      chain.push(at);
      at = fitsWith[at] ?? at;
    }
    for (const link of chain) profileOf[link] = profileOf[at] ?? -1;
    chain.length = 0;
  }
}

/** A block for each profile, as large as it can be without granting anything new. Yields after each. */
export function* restoreBlocks(
  { relation, person, cylinder }: Grants,
  turned: AccessRelation,
  { profileOf, profiles }: { profileOf: Int32Array; profiles: number },
): Generator<number, ProfileBlock[]> {
  const byProfile = groupsOf(profileOf, profiles);
  const seenPerson = new Int32Array(relation.people).fill(-1);
  const seenCylinder = new Int32Array(relation.cylinders).fill(-1);
  const blocks: ProfileBlock[] = [];
  for (let profile = 0; profile < profiles; profile++) {
    const people: number[] = [];
    const cylinders: number[] = [];
    for (const grant of groupAt(byProfile, profile)) {
      const row = person[grant] ?? 0;
      const column = cylinder[grant] ?? 0;
      if (seenPerson[row] !== profile) people.push(row);
      if (seenCylinder[column] !== profile) cylinders.push(column);
      seenPerson[row] = profile;
      seenCylinder[column] = profile;
    }
    const wide = commonOf(relation, Int32Array.from(people), cylinders.length);
    blocks.push({ people: commonOf(turned, wide, people.length), cylinders: wide });
    yield profile;
  }
  return blocks;
}

/** Leaves out blocks whose grants others hold as well, beginning with the smallest. */
export function withoutSuperfluous(relation: AccessRelation, blocks: readonly ProfileBlock[]): ProfileBlock[] {
  const inBlock = new Int32Array(relation.cylinders).fill(-1);
  const holders = new Int32Array(relation.list.length);
  const area = ({ people, cylinders }: ProfileBlock) => people.length * cylinders.length;
  /** Adds to the holders of each grant of a block. @returns how few held one of them */
  const count = (block: ProfileBlock, number: number, more: number): number => {
    for (const cylinder of block.cylinders) inBlock[cylinder] = number;
    let least = holders.length;
    for (const person of block.people) {
      for (let cell = relation.start[person] ?? 0; cell < (relation.start[person + 1] ?? 0); cell++) {
        if (inBlock[relation.list[cell] ?? 0] !== number) continue;
        const before = holders[cell] ?? 0;
        if (before < least) least = before;
        holders[cell] = before + more;
      }
    }
    return least;
  };
  blocks.forEach((block, number) => {
    count(block, number, 1);
  });
  const dropped = new Set<ProfileBlock>();
  for (const [at, block] of [...blocks].sort((one, other) => area(one) - area(other)).entries()) {
    if (count(block, blocks.length + at, 0) < 2) continue;
    count(block, blocks.length + at, -1);
    dropped.add(block);
  }
  return blocks.filter((block) => !dropped.has(block));
}
