import { rowOf } from '../../access-relation';
import type { RightCells } from '../mined-plan';
import type { MiningData } from '../mining-data';

/**
 * For each right, the share of the people with the same department and job title, without the person, who have it too; -1
 * where there are none.
 */
export function peerShares({ input, holders }: MiningData, { people, cylinders }: RightCells): Float32Array {
  const { groupOf, sizes } = peerGroups(input.attributes, input.relation.people);
  const atCylinder = new Map<number, number[]>();
  cylinders.forEach((cylinder, n) => {
    const known = atCylinder.get(cylinder);
    if (known) known.push(n);
    else atCylinder.set(cylinder, [n]);
  });
  const shares = new Float32Array(people.length).fill(-1);
  for (const [cylinder, cells] of atCylinder) {
    const having = new Map<number, number>();
    for (const person of rowOf(holders, cylinder)) {
      const group = groupOf[person] ?? 0;
      having.set(group, (having.get(group) ?? 0) + 1);
    }
    for (const n of cells) {
      const group = groupOf[people[n] ?? 0] ?? 0;
      const others = (sizes[group] ?? 1) - 1;
      if (others > 0) shares[n] = ((having.get(group) ?? 1) - 1) / others;
    }
  }
  return shares;
}

function peerGroups(attributes: MiningData['input']['attributes'], people: number) {
  const known = new Map<string, number>();
  const sizes: number[] = [];
  const compared = attributes.filter(({ name }) => name !== 'group');
  const groupOf = Int32Array.from({ length: people }, (_, person) => {
    const values = compared.map(({ start, list }) => list.slice(start[person], start[person + 1]).join());
    // People without known attributes have no peers.
    const key = values.some((value) => value !== '') ? values.join(';') : `person ${person}`;
    const group = known.get(key) ?? known.size;
    known.set(key, group);
    sizes[group] = (sizes[group] ?? 0) + 1;
    return group;
  });
  return { groupOf, sizes };
}
