import { groupLimits, type MappedPerson, type PersonState } from '@key2xs/contract';
import type { GuardInput } from '../check-guard';
import { groupsKey, listGroups } from './group-names';
import type { MappedRow, RowProblem } from './map-staff-row';

type MappedFields = MappedPerson['fields'];
export type StoredFields = Partial<Record<keyof MappedFields, string | null>>;

/** The compared part of a stored person; the rest is fetched for changed people only. */
export type CurrentPerson = {
  external_id: string;
  person_id: string;
  state: PersonState;
  /** Left for good, or so long ago that the id may belong to another person by now. */
  is_forgotten?: boolean;
  /** Hash of all fields as last imported, by the same function as `IncomingPerson.hash`. */
  hash: string;
  job_title: string | null;
  department: string | null;
  /** As `groupsKey` writes them. */
  groups: string;
};

/** The part of a stored person needed to find leavers. */
export type StoredPerson = Pick<CurrentPerson, 'external_id' | 'person_id' | 'state' | 'department'>;

/** One row of the source, mapped. */
export type IncomingPerson = MappedRow & {
  row: number;
  hash: string;
  /** The state according to the row, today. */
  state: PersonState;
  /** The id belonged to a person who is gone for good: the stored person leaves, and the new identity must be decided. */
  is_another?: boolean;
};

export type PersonChange =
  /** `person_id` is null for a new person, set for one who left and came back. */
  | { kind: 'joiner'; row: number; external_id: string; person_id: string | null; fields: MappedFields }
  /** mover: job title, department or groups differ, so access may change. update: only other fields differ. */
  | { kind: 'mover' | 'update'; row: number; external_id: string; person_id: string; fields: MappedFields }
  /** Listed as before, but access begins or stops. */
  | { kind: 'begin' | 'stop'; row: number; external_id: string; person_id: string; fields: MappedFields }
  /** Has the id of a person who left; an administrator decides whether they are the same. Changes nothing until then. */
  | { kind: 'conflict'; row: number; external_id: string; person_id: string; fields: MappedFields }
  | { kind: 'leaver'; external_id: string; person_id: string; department: string | null }
  /** A row that changes nothing. The person it names stays as stored and is no leaver. */
  | { kind: 'problem'; row: number; external_id: string | null; fields: MappedFields; problems: RowProblem[] };

export type Leaver = Extract<PersonChange, { kind: 'leaver' }>;

type Rare = 'begin' | 'stop' | 'conflict';
/** Rare kinds are omitted if they are 0. */
export type DirectoryCounts = Record<Exclude<PersonChange['kind'], Rare> | 'unchanged', number> & {
  [Kind in Rare]?: number;
};

const none: Required<DirectoryCounts> = {
  joiner: 0,
  leaver: 0,
  mover: 0,
  update: 0,
  begin: 0,
  stop: 0,
  conflict: 0,
  problem: 0,
  unchanged: 0,
};

export type DirectoryPlanner = {
  /**
   * Classifies the next row; undefined when the person is unchanged. Rows may come in any order.
   * @param person the stored person with the id of the row
   */
  take: (incoming: IncomingPerson, person: CurrentPerson | undefined) => PersonChange | undefined;
  /** The leavers among stored people: those in no row who have not left. Call after the last row, once per person. */
  leave: (people: readonly StoredPerson[]) => Leaver[];
  counts: () => DirectoryCounts;
  /** For `checkGuards`, once `leave` has seen all people. */
  tally: () => GuardInput;
};

/**
 * Compares a source with the stored people by external id, row by row and page by page, so that neither side is in
 * memory. Of rows with the same external id the first counts; later ones are problems, and so are rows that would exceed
 * the group limit of the source.
 *
 * Memory: the ids of all rows, about 90 bytes each if they are not slices of a larger text. Read the old fields of movers
 * and updates by `person_id`, a few hundred at a time, for `diffFields`.
 */
export function directoryPlanner(): DirectoryPlanner {
  const seen = new Set<string>();
  /** Ids that belong to another person now: the stored person with that id is in no row. */
  const others = new Set<string>();
  const counts = { ...none };
  let before = 0;
  const groups = groupCount();

  /** @returns whether this is the first row with that id */
  const addId = (external_id: string, isAnother: boolean | undefined): boolean => {
    const count = seen.size;
    const isFirst = seen.add(external_id).size > count;
    if (isFirst && isAnother) others.add(external_id);
    return isFirst;
  };

  const take = (incoming: IncomingPerson, person: CurrentPerson | undefined): PersonChange | undefined => {
    const external_id = incoming.fields.external_id ?? null;
    const isFirst = external_id === null || addId(external_id, incoming.is_another);
    const change = classify(incoming, { person, isFirst, groups });
    counts[change?.kind ?? 'unchanged']++;
    return change;
  };

  const leave = (people: readonly StoredPerson[]) => {
    const leavers: Leaver[] = [];
    for (const { external_id, person_id, state, department } of people) {
      if (state === 'left') continue;
      before++;
      if (seen.has(external_id) && !others.has(external_id)) continue;
      leavers.push({ kind: 'leaver', external_id, person_id, department });
    }
    counts.leaver += leavers.length;
    return leavers;
  };

  const tally = (): GuardInput => {
    const { leaver, ...ofRows } = counts;
    const rows = Object.values(ofRows).reduce((sum, count) => sum + count, 0);
    const { stop, problem } = counts;
    return { before, listed: seen.size, removals: leaver + stop, rows, problems: problem };
  };

  return { take, leave, counts: () => withoutEmpty(counts), tally };
}

/**
 * The fields that differ, old and new; null means absent. Both are empty if only the hash differs, as after a change of
 * the mapping: then write only the hash.
 */
export function diffFields(before: StoredFields, after: StoredFields): { before: StoredFields; after: StoredFields } {
  const changed: { before: StoredFields; after: StoredFields } = { before: {}, after: {} };
  // Object.keys loses the key type.
  const fields = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof StoredFields)[]);
  for (const field of fields) {
    const [old, next] = [before[field] ?? null, after[field] ?? null];
    if (old === next || (field === 'groups' && groupsKey(old) === groupsKey(next))) continue;
    changed.before[field] = old;
    changed.after[field] = next;
  }
  return changed;
}

type Known = { person: CurrentPerson | undefined; isFirst: boolean; groups: ReturnType<typeof groupCount> };

function classify(
  { row, fields, hash, problems, state, is_another }: IncomingPerson,
  { person, isFirst, groups }: Known,
): PersonChange | undefined {
  const external_id = fields.external_id ?? null;
  if (external_id === null || problems.length > 0) return { kind: 'problem', row, external_id, fields, problems };
  if (!isFirst) {
    return { kind: 'problem', row, external_id, fields, problems: [{ is: 'repeated_id', external_id }] };
  }
  if (!groups.take(fields.groups)) {
    const most = groupLimits.of_source;
    return { kind: 'problem', row, external_id, fields, problems: [{ is: 'many_groups_of_source', most }] };
  }
  if (!person) return { kind: 'joiner', row, external_id, person_id: null, fields };
  const { person_id } = person;
  const isAsBefore = person.hash === hash && person.state === state;
  if (isAsBefore && !is_another) return undefined;
  if (is_another || person.is_forgotten) return { kind: 'conflict', row, external_id, person_id, fields };
  if (person.state === 'left') return { kind: 'joiner', row, external_id, person_id, fields };
  if (person.state !== state)
    return { kind: state === 'active' ? 'begin' : 'stop', row, external_id, person_id, fields };
  const isMover =
    person.job_title !== (fields.job_title ?? null) ||
    person.department !== (fields.department ?? null) ||
    person.groups !== groupsKey(fields.groups);
  return { kind: isMover ? 'mover' : 'update', row, external_id, person_id, fields };
}

function withoutEmpty({ begin, stop, conflict, ...counts }: Required<DirectoryCounts>): DirectoryCounts {
  return { ...counts, ...(begin && { begin }), ...(stop && { stop }), ...(conflict && { conflict }) };
}

/** Collects the distinct groups of a source, up to its limit. */
function groupCount() {
  const seen = new Set<string>();
  /** @returns whether the source may have these groups too; otherwise adds none of them */
  const take = (text: string | undefined): boolean => {
    const fresh = [...listGroups(text).keys()].filter((key) => !seen.has(key));
    if (seen.size + fresh.length > groupLimits.of_source) return false;
    for (const key of fresh) seen.add(JSON.parse(JSON.stringify(key))); // a copy, because a slice would retain the whole text
    return true;
  };
  return { take };
}
