import { type AccessRelation, type ProfileBlock, rowOf, transpose } from '../../access-relation';
import { type Groups, groupAt, groupsOf } from '../groups';

/**
 * A relation in which people with equal cylinders are one row, and cylinders with equal people one column. People and cylinders
 * without any grant are in no group.
 */
export type MergedRelation = { relation: AccessRelation; people: Groups; cylinders: Groups };

export function mergeEqual(relation: AccessRelation): MergedRelation {
  const people = groupEqualRows(relation);
  const columns = groupEqualRows(transpose(relation));
  const columnOf = new Int32Array(relation.cylinders).fill(-1);
  const count = columns.start.length - 1;
  for (let group = 0; group < count; group++) columnOf[groupAt(columns, group)[0] ?? 0] = group;
  const start = new Int32Array(people.start.length);
  const list: number[] = [];
  for (let group = 0; group < people.start.length - 1; group++) {
    // Groups are numbered by their first member, so that the columns still ascend.
    for (const cylinder of rowOf(relation, groupAt(people, group)[0] ?? 0)) {
      const column = columnOf[cylinder] ?? -1;
      if (column >= 0) list.push(column);
    }
    start[group + 1] = list.length;
  }
  const merged = { people: people.start.length - 1, cylinders: count, start, list: Int32Array.from(list) };
  return { relation: merged, people, cylinders: columns };
}

/** A block of merged rows and columns, as people and cylinders. */
export const blockOfGroups = (
  { people, cylinders }: MergedRelation,
  rows: Int32Array,
  columns: Int32Array,
): ProfileBlock => ({ people: membersOf(people, rows), cylinders: membersOf(cylinders, columns) });

function membersOf(groups: Groups, chosen: Int32Array): Int32Array {
  const parts = Array.from(chosen, (group) => groupAt(groups, group));
  const members = new Int32Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    members.set(part, at);
    at += part.length;
  }
  return members.sort();
}

/** Rows with the same list, in order of the first of each; empty rows are left out. */
function groupEqualRows(relation: AccessRelation): Groups {
  const groupsByHash = new Map<number, number[]>();
  const firsts: number[] = [];
  const groupOf = new Int32Array(relation.people).fill(-1);
  for (let row = 0; row < relation.people; row++) {
    const list = rowOf(relation, row);
    if (list.length === 0) continue;
    const hash = hashOf(list);
    const candidates = groupsByHash.get(hash) ?? [];
    let group = candidates.find((candidate) => isSame(rowOf(relation, firsts[candidate] ?? 0), list));
    if (group === undefined) {
      group = firsts.push(row) - 1;
      groupsByHash.set(hash, [...candidates, group]);
    }
    groupOf[row] = group;
  }
  return groupsOf(groupOf, firsts.length);
}

function hashOf(list: Int32Array): number {
  let hash = list.length;
  for (let at = 0; at < list.length; at++) {
    hash = Math.imul(hash ^ (list[at] ?? 0), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

function isSame(one: Int32Array, other: Int32Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
