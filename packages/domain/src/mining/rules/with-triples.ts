import { membersOf, type PersonGroups, peopleOfGroups } from './person-groups';

/** People of a group of two values who have a third one as well. */
export type Triple = { pair: number; value: number };

/** The same groups, and those of three values after them. */
export function withTriples(groups: PersonGroups, triples: readonly Triple[]): PersonGroups {
  const added: number[][] = [];
  const count = groups.size.length;
  triples.forEach(({ pair, value }, i) => {
    const isOfValue = new Set(membersOf(groups, value));
    for (const person of membersOf(groups, pair)) {
      if (!isOfValue.has(person)) continue;
      const own = added[person] ?? [];
      own.push(count + i);
      added[person] = own;
    }
  });
  const people = groups.groupsStart.length - 1;
  const groupsStart = new Int32Array(people + 1);
  const list = new Int32Array(groups.groups.length + added.reduce((sum, own) => sum + own.length, 0));
  let end = 0;
  for (let person = 0; person < people; person++) {
    const own = groups.groups.subarray(groups.groupsStart[person], groups.groupsStart[person + 1]);
    list.set(own, end);
    list.set(added[person] ?? [], end + own.length);
    end += own.length + (added[person]?.length ?? 0);
    groupsStart[person + 1] = end;
  }
  const attributes = triples.map(({ pair, value }) => (groups.attributes[pair] ?? 0) | (groups.attributes[value] ?? 0));
  return {
    ...groups,
    ...peopleOfGroups(count + triples.length, { people, groupsStart, groups: list }),
    groupsStart,
    groups: list,
    first: appended(
      groups.first,
      triples.map(({ pair }) => pair),
    ),
    second: appended(
      groups.second,
      triples.map(({ value }) => value),
    ),
    attributes: appended(groups.attributes, attributes),
  };
}

function appended(list: Int32Array, more: readonly number[]): Int32Array {
  const longer = new Int32Array(list.length + more.length);
  longer.set(list);
  longer.set(more, list.length);
  return longer;
}
