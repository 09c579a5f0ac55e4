import type { MinedCondition } from '../plan/mining-input';
import { pairTable } from './pair-table';
import type { PersonAttribute } from './person-attribute';

/**
 * The people of one attribute value, or of two values of different attributes. Groups come first that have one value;
 * group g has `people[peopleStart[g]]` up to, without, `people[peopleStart[g + 1]]`, ascending, and person n likewise
 * `groups[groupsStart[n]]`.
 */
export type PersonGroups = {
  singles: number;
  size: Int32Array;
  peopleStart: Int32Array;
  people: Int32Array;
  groupsStart: Int32Array;
  groups: Int32Array;
  /** What a group of more values is the intersection of: a group of one value less, and one of one; -1 for one value. */
  first: Int32Array;
  second: Int32Array;
  /** For each person the attributes with a value, and for each group those of its conditions, as `attributeBit`s. */
  known: Int32Array;
  attributes: Int32Array;
  /** Of a group of one value. */
  condition: (single: number) => MinedCondition;
  /** The largest group that is too small, when `count` is 0: the nearest smallest size that gives a group. */
  largest: number;
};

/** The groups of one value that a group is the intersection of. */
export function partsOf(groups: PersonGroups, group: number): number[] {
  const second = groups.second[group] ?? -1;
  return second < 0 ? [group] : [...partsOf(groups, groups.first[group] ?? 0), second];
}

/** The people of a group, ascending; a view, not a copy. */
export const membersOf = ({ peopleStart, people }: PersonGroups, group: number): Int32Array =>
  people.subarray(peopleStart[group], peopleStart[group + 1]);

/** One bit for each attribute; beyond 31 attributes they share bits, which only blurs what is known of a person. */
const attributeBit = (attribute: number): number => 1 << (attribute % 31);

/**
 * All groups of at least `minPeople`. A group of two values that has the same people as one of the two is left out:
 * the more general condition says the same.
 *
 * @yields the share that is done, after every 5,000 people
 */
export function* groupPeople(
  people: number,
  { attributes, minPeople }: { attributes: readonly PersonAttribute[]; minPeople: number },
): Generator<number, PersonGroups> {
  const values = frequentValues(people, attributes, minPeople);
  const { singles, rowStart, row, attributeOf } = values;
  const pairs = pairTable();
  for (let person = 0; person < people; person++) {
    forEachPair(values, person, (a, b) => pairs.add(a * singles + b));
    if (person % peoplePerStep === 0) yield person / people / 2;
  }
  const single = new Int32Array(singles);
  for (const value of row) single[value] = (single[value] ?? 0) + 1;
  const kept = pairs.numberKept((key, size) => {
    const smaller = Math.min(single[Math.floor(key / singles)] ?? 0, single[key % singles] ?? 0);
    return size >= minPeople && size < smaller;
  }, singles);
  const count = singles + kept.length;
  const first = new Int32Array(count).fill(-1);
  const second = new Int32Array(count).fill(-1);
  kept.forEach((key, i) => {
    first[singles + i] = Math.floor(key / singles);
    second[singles + i] = key % singles;
  });

  const groupsStart = new Int32Array(people + 1);
  let groups = new Int32Array(row.length * 4);
  let end = 0;
  for (let person = 0; person < people; person++) {
    const many = (rowStart[person + 1] ?? 0) - (rowStart[person] ?? 0);
    if (end + many + many * many > groups.length) groups = grown(groups, end + many + many * many);
    for (let at = rowStart[person] ?? 0; at < (rowStart[person + 1] ?? 0); at++) groups[end++] = row[at] ?? 0;
    forEachPair(values, person, (a, b) => {
      const group = pairs.numberOf(a * singles + b);
      if (group >= 0) groups[end++] = group;
    });
    groupsStart[person + 1] = end;
    if (person % peoplePerStep === 0) yield (1 + person / people) / 2;
  }
  groups = groups.subarray(0, end);
  const byGroup = peopleOfGroups(count, { people, groupsStart, groups });
  yield 1;

  const condition = (value: number): MinedCondition => ({
    attribute: attributeOf[value] ?? 0,
    value: values.ownNumberOf[value] ?? 0,
  });
  return {
    singles,
    ...byGroup,
    groupsStart,
    groups,
    first,
    second,
    known: knownOf(people, attributes),
    attributes: Int32Array.from({ length: count }, (_, group) =>
      group < singles
        ? attributeBit(attributeOf[group] ?? 0)
        : attributeBit(attributeOf[first[group] ?? 0] ?? 0) | attributeBit(attributeOf[second[group] ?? 0] ?? 0),
    ),
    condition,
    largest: values.largest,
  };
}

const peoplePerStep = 5_000;

type Values = {
  singles: number;
  rowStart: Int32Array;
  row: Int32Array;
  attributeOf: Int32Array;
  ownNumberOf: Int32Array;
  largest: number;
};

/** The values that enough people have, numbered over all attributes, and those of each person. */
function frequentValues(people: number, attributes: readonly PersonAttribute[], minPeople: number): Values {
  const attributeOf: number[] = [];
  const ownNumberOf: number[] = [];
  let largest = 0;
  const numberOf = attributes.map(({ values, list }, attribute) => {
    const size = new Int32Array(values);
    for (const value of list) size[value] = (size[value] ?? 0) + 1;
    return size.map((many, value) => {
      largest = Math.max(largest, many);
      if (many < minPeople) return -1;
      ownNumberOf.push(value);
      return attributeOf.push(attribute) - 1;
    });
  });
  const rowStart = new Int32Array(people + 1);
  const row = new Int32Array(attributes.reduce((sum, { list }) => sum + list.length, 0));
  let end = 0;
  for (let person = 0; person < people; person++) {
    attributes.forEach(({ start, list }, attribute) => {
      for (let at = start[person] ?? 0; at < (start[person + 1] ?? 0); at++) {
        const value = numberOf[attribute]?.[list[at] ?? 0] ?? -1;
        if (value >= 0) row[end++] = value;
      }
    });
    rowStart[person + 1] = end;
  }
  return {
    singles: attributeOf.length,
    rowStart,
    row: row.subarray(0, end),
    attributeOf: Int32Array.from(attributeOf),
    ownNumberOf: Int32Array.from(ownNumberOf),
    largest,
  };
}

function forEachPair(
  { rowStart, row, attributeOf }: Values,
  person: number,
  visit: (a: number, b: number) => void,
): void {
  const end = rowStart[person + 1] ?? 0;
  for (let i = rowStart[person] ?? 0; i < end; i++) {
    const a = row[i] ?? 0;
    for (let j = i + 1; j < end; j++) {
      const b = row[j] ?? 0;
      if (attributeOf[a] !== attributeOf[b]) visit(a, b);
    }
  }
}

/** The people of each group, from the groups of each person. */
export function peopleOfGroups(
  count: number,
  { people, groupsStart, groups }: { people: number; groupsStart: Int32Array; groups: Int32Array },
): Pick<PersonGroups, 'size' | 'peopleStart' | 'people'> {
  const size = new Int32Array(count);
  for (const group of groups) size[group] = (size[group] ?? 0) + 1;
  const peopleStart = new Int32Array(count + 1);
  for (let group = 0; group < count; group++) peopleStart[group + 1] = (peopleStart[group] ?? 0) + (size[group] ?? 0);
  const free = peopleStart.slice();
  const members = new Int32Array(groups.length);
  for (let person = 0; person < people; person++) {
    for (let at = groupsStart[person] ?? 0; at < (groupsStart[person + 1] ?? 0); at++) {
      const group = groups[at] ?? 0;
      const to = free[group] ?? 0;
      members[to] = person;
      free[group] = to + 1;
    }
  }
  return { size, peopleStart, people: members };
}

/** Where fewer people have a value, as with groups, having none says that it applies to none of them. */
const minKnown = 0.6;

function knownOf(people: number, attributes: readonly PersonAttribute[]): Int32Array {
  const known = new Int32Array(people);
  attributes.forEach(({ start }, attribute) => {
    let many = 0;
    for (let person = 0; person < people; person++) many += Number(start[person] !== start[person + 1]);
    const isNoneAnAnswer = many < minKnown * people;
    for (let person = 0; person < people; person++) {
      if (isNoneAnAnswer || start[person] !== start[person + 1])
        known[person] = (known[person] ?? 0) | attributeBit(attribute);
    }
  });
  return known;
}

const grown = (list: Int32Array, atLeast: number): Int32Array<ArrayBuffer> => {
  const wide = new Int32Array(Math.max(atLeast, 2 * list.length));
  wide.set(list);
  return wide;
};
