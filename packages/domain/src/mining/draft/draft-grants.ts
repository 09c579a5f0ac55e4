import { type AccessRelation, relationOfRows, rowOf, transpose } from '../access-relation';
import { grantsOf } from '../plan/grants-of';
import type { MinedSuggestion, RightCells } from '../plan/mined-plan';
import { measureBlock } from './measure-block';
import { positionOf, positionsOf } from './right-positions';

/** A suggestion that was accepted. */
export type AcceptedSuggestion = Pick<MinedSuggestion, 'id' | 'kind' | 'people' | 'cylinders'> & {
  /** Cylinders that people who lack them may newly get. */
  additions: RightCells;
  acceptsAdditions: boolean;
};

type Draft = {
  accepted: readonly AcceptedSuggestion[];
  /** 1 for each cylinder whose rights are kept whatever becomes of the rest. */
  needsApproval: Uint8Array;
  /** What was decided of findings: rights to leave out, and cells to give newly. */
  removed: RightCells;
  added: RightCells;
  rest: 'single' | 'leave_out';
};

export type DraftedGrant = { people: Int32Array; cylinders: Int32Array };

export type DraftGrants = {
  /** By position in `accepted`. `isToAll`: to everybody in the suggestion, so that its conditions say to which people. */
  ofSuggestions: (DraftedGrant & { isToAll: boolean })[][];
  /** What is left for people alone; people with the same rest share a grant. */
  ofRest: DraftedGrant[];
  /** Beyond the rights that were read, and what of them is given no longer. */
  gained: RightCells;
  lost: RightCells;
};

/**
 * What a plan has to grant so that everybody has exactly the rights that were read, with the accepted additions and without what is
 * left out.
 */
export function draftGrants(read: AccessRelation, draft: Draft): DraftGrants {
  const wanted = decidedRelation(read, draft);
  const holders = transpose(wanted);
  const removedAt = bySide(draft.removed);
  const ofSuggestions = draft.accepted.map((suggestion) => {
    const { people, cylinders, additions, acceptsAdditions } = suggestion;
    const addable = new Set(additions.cylinders);
    const members = new Set(people);
    const isRemoved = (cylinder: number) => removedAt.get(cylinder)?.some((person) => members.has(person)) ?? false;
    const mayAdd = (cylinder: number) => addable.has(cylinder) && !isRemoved(cylinder);
    const measured = measureBlock(wanted, holders, { people, cylinders, mayAdd });
    const grants = grantsOf(wanted, { ...shell, ...suggestion, ...measured }, acceptsAdditions, holders);
    return grants.map((grant) => ({
      people: grant.people,
      cylinders: grant.cylinders,
      isToAll: grant.people === people,
    }));
  });
  const { isGiven, beyond } = given(wanted, ofSuggestions.flat());
  const keeps = new Uint8Array(isGiven.length);
  wanted.list.forEach((cylinder, at) => {
    keeps[at] = draft.needsApproval[cylinder] ?? 0;
  });
  for (const at of positionsOf(wanted, draft.added)) if (at >= 0) keeps[at] = 1;
  const isLeft = (at: number) => isGiven[at] === 0 && (draft.rest === 'single' || keeps[at] === 1);
  const ofRest = restOf(wanted, isLeft);
  const gained = [...beyond];
  forEachRight(wanted, (person, cylinder, at) => {
    const isDrafted = isGiven[at] === 1 || isLeft(at);
    if (isDrafted && positionOf(read, person, cylinder) < 0) gained.push([person, cylinder]);
  });
  const lost: [number, number][] = [];
  forEachRight(read, (person, cylinder) => {
    const at = positionOf(wanted, person, cylinder);
    if (at < 0 || (isGiven[at] === 0 && !isLeft(at))) lost.push([person, cylinder]);
  });
  return { ofSuggestions, ofRest, gained: cellsOf(gained), lost: cellsOf(lost) };
}

/** Of a suggestion what decides nothing about its grants. */
const shell = { conditions: [], explained: 0, risks: [], pinned: false };

/** The rights that were read, with what was decided of findings. */
function decidedRelation(read: AccessRelation, { removed, added }: Draft): AccessRelation {
  if (removed.people.length + added.people.length === 0) return read;
  const rows = Array.from({ length: read.people }, (_, person) => [...rowOf(read, person)]);
  const removedBy = bySide({ people: removed.cylinders, cylinders: removed.people });
  for (const [person, cylinders] of removedBy) {
    const gone = new Set(cylinders);
    rows[person] = (rows[person] ?? []).filter((cylinder) => !gone.has(cylinder));
  }
  for (const [n, person] of added.people.entries()) rows[person]?.push(added.cylinders[n] ?? 0);
  return relationOfRows(read.cylinders, rows);
}

/** The people of each cylinder. */
function bySide({ people, cylinders }: RightCells): Map<number, number[]> {
  const lists = new Map<number, number[]>();
  for (const [n, cylinder] of cylinders.entries()) {
    const list = lists.get(cylinder) ?? [];
    lists.set(cylinder, list);
    list.push(people[n] ?? 0);
  }
  return lists;
}

/** Which rights grants give, and what they give beyond them, each cell once. */
function given(relation: AccessRelation, grants: readonly DraftedGrant[]) {
  const isGiven = new Uint8Array(relation.list.length);
  const beyond = new Map<number, [number, number]>();
  for (const { people, cylinders } of grants) {
    for (const person of people) {
      for (const cylinder of cylinders) {
        const at = positionOf(relation, person, cylinder);
        if (at >= 0) isGiven[at] = 1;
        else beyond.set(person * relation.cylinders + cylinder, [person, cylinder]);
      }
    }
  }
  return { isGiven, beyond: beyond.values() };
}

function restOf(relation: AccessRelation, isLeft: (at: number) => boolean): DraftedGrant[] {
  const groups = new Map<string, { people: number[]; cylinders: Int32Array }>();
  for (let person = 0; person < relation.people; person++) {
    const first = relation.start[person] ?? 0;
    const cylinders = rowOf(relation, person).filter((_, n) => isLeft(first + n));
    if (cylinders.length === 0) continue;
    const key = cylinders.join();
    const group = groups.get(key) ?? { people: [], cylinders };
    groups.set(key, group);
    group.people.push(person);
  }
  return [...groups.values()].map(({ people, cylinders }) => ({
    people: Int32Array.from(people),
    cylinders,
  }));
}

function forEachRight(relation: AccessRelation, visit: (person: number, cylinder: number, at: number) => void): void {
  for (let person = 0; person < relation.people; person++) {
    for (let at = relation.start[person] ?? 0; at < (relation.start[person + 1] ?? 0); at++) {
      visit(person, relation.list[at] ?? 0, at);
    }
  }
}

const cellsOf = (cells: readonly (readonly [number, number])[]): RightCells => ({
  people: Int32Array.from(cells, ([person]) => person),
  cylinders: Int32Array.from(cells, ([, cylinder]) => cylinder),
});
