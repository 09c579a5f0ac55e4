import { isDeepStrictEqual } from 'node:util';
import type { SandboxClock } from '../../../sandbox-kit/clock';
import { createRecords, newRecords, type Records } from '../../../sandbox-kit/records';
import type { StoredLists } from '../../../sandbox-kit/stored-lists';
import { Change, Group, Membership, Person } from './objects';
import type { Population } from './population';

/** The directory. Every put is recorded as a change, from which deltas and notifications derive. */
export type Directory = {
  people: Pick<Records<Person>, 'total' | 'at' | 'get'>;
  groups: Pick<Records<Group>, 'total' | 'at' | 'get'>;
  /** Without removed objects. @param from the end of the page before; undefined to begin */
  members(group: string, from: number | undefined, max: number): { ids: string[]; next: number | undefined };
  putPerson(person: Person): void;
  putGroup(group: Group): void;
  setMember(group: string, member: string, joined: boolean): void;
  /** The number of the last change. */
  last(): number;
  /** The changes after one number, up to another. */
  changes(after: number, upTo: number): Change[];
  isThere(id: string): boolean;
  clock: SandboxClock;
};

type Options = { population: Population; clock: SandboxClock; lists: StoredLists; onChange: (change: Change) => void };

const idOf = ({ id }: { id: string }) => id;

export function openDirectory({ population, clock, lists, onChange }: Options): Directory {
  const people = lists.load('people', Person, createRecords(population.people, idOf));
  const groups = lists.load('groups', Group, createRecords(population.groups, idOf));
  const memberships = lists.load('memberships', Membership, indexed(population));
  const log = lists.load(
    'changes',
    Change,
    newRecords<Change>(({ seq }) => String(seq)),
  );
  const note = (change: Omit<Change, 'seq'>) => {
    const noted = { seq: log.total() + 1, ...change };
    log.put(noted);
    onChange(noted);
  };
  const isThere = (id: string) => (people.get(id) ?? groups.get(id))?.gone === null;
  return {
    people,
    groups,
    clock,
    isThere,
    last: log.total,
    changes: (after, upTo) => log.slice(after, upTo),
    members: (group, from = 0, max) => memberships.page(group, from, max, isThere),
    putPerson(person) {
      const before = people.get(person.id);
      const properties = differences(before, person);
      if (properties.length === 0) return;
      people.put(person);
      const isMoved = properties.includes('manager') && before;
      note({ object: 'users', id: person.id, properties, ...(isMoved && { manager_before: before.manager }) });
    },
    putGroup(group) {
      const properties = differences(groups.get(group.id), group);
      if (properties.length === 0) return;
      groups.put(group);
      note({ object: 'groups', id: group.id, properties });
    },
    setMember(group, member, joined) {
      if (memberships.has(group, member) === joined) return;
      memberships.put({ group, member, joined });
      note({ object: 'groups', id: group, properties: ['members'], member: { id: member, joined } });
    },
  };
}

/** `*` if the object was added, removed or restored. */
function differences<T extends { gone: unknown }>(before: T | undefined, now: T): string[] {
  if (!before || before.gone !== now.gone) return ['*'];
  const names = Object.keys(now) as (keyof T & string)[]; // of one kind of object, all of which have the same
  return names.filter((name) => !isDeepStrictEqual(before[name], now[name]));
}

/** Joined and left members since the start, by group. */
function indexed({ membersOf, people }: Population) {
  const records = newRecords<Membership>(({ group, member }) => `${group}/${member}`);
  const byGroup = new Map<string, Map<string, boolean>>();
  const belongs = new Map<string, Set<string>>();
  const wasMember = (group: string, member: string) => {
    if (people.indexOf(member) === undefined) return false;
    let all = belongs.get(group);
    if (!all) {
      const source = membersOf(group);
      all = new Set(Array.from({ length: source.count }, (_, index) => source.at(index)));
      belongs.set(group, all);
    }
    return all.has(member);
  };
  return {
    ...records,
    put(membership: Membership) {
      records.put(membership);
      const changed = byGroup.get(membership.group) ?? new Map<string, boolean>();
      changed.set(membership.member, membership.joined);
      byGroup.set(membership.group, changed);
    },
    has: (group: string, member: string) => byGroup.get(group)?.get(member) ?? wasMember(group, member),
    page(group: string, from: number, max: number, isThere: (id: string) => boolean) {
      const original = membersOf(group);
      const changed = byGroup.get(group) ?? new Map<string, boolean>();
      // A member who left and came back keeps the position.
      const added = [...changed.keys()].filter((id) => !wasMember(group, id));
      const ids: string[] = [];
      let index = from;
      for (; index < original.count + added.length && ids.length < max; index++) {
        const id = index < original.count ? original.at(index) : added[index - original.count];
        if (id !== undefined && changed.get(id) !== false && isThere(id)) ids.push(id);
      }
      return { ids, next: index < original.count + added.length ? index : undefined };
    },
  };
}
