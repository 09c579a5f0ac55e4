import { diffFields, type Leaver, listGroups, type PersonChange, type RowProblem, writeGroups } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import type { Db, Deps } from '#platform/deps';
import { mapInSlices } from '#platform/in-slices';
import { largestGroups, type NewItem } from '../../change-sets/service';
import { sayProblem } from '../say-problem';
import { loadFields, type StoredFields } from './apply-people';
import { sourceHash } from './source-hash';

const batchSize = 500;

/** What a source provides beside the fields. */
export type SourceExtras = {
  /** Problems that the source itself reports, by row. */
  rowProblems?: ReadonlyMap<number, readonly Sentence[]>;
  /** Of a source in which groups have ids, by id. */
  groupNames?: ReadonlyMap<string, string> | undefined;
};

/** Turns changes into items of a change set. Reads old values of changed people and leavers, 500 at a time. */
export async function describeChanges(
  deps: Deps,
  changes: readonly PersonChange[],
  extras: SourceExtras = {},
): Promise<Omit<NewItem, 'ordinal'>[]> {
  const stored = await loadStored(deps.db, changes);
  return mapInSlices(changes, (change) => describe(deps, change, { stored, ...extras }));
}

async function loadStored(db: Db, changes: readonly PersonChange[]): Promise<Map<string, StoredFields>> {
  const ids = changes.flatMap((change) =>
    change.kind === 'joiner' || change.kind === 'problem' ? [] : [change.person_id],
  );
  const stored = new Map<string, StoredFields>();
  for (let at = 0; at < ids.length; at += batchSize) {
    for (const row of await loadFields(db, ids.slice(at, at + batchSize))) stored.set(row.id, row);
  }
  return stored;
}

type Known = SourceExtras & { stored: ReadonlyMap<string, StoredFields> };

function describe(
  deps: Deps,
  change: PersonChange,
  { stored, rowProblems, groupNames }: Known,
): Omit<NewItem, 'ordinal'> {
  if (change.kind === 'problem') {
    return {
      kind: change.kind,
      person_id: null,
      label: change.fields.display_name ?? '',
      reference: String(change.row),
      detail: null,
      before: null,
      after: change.fields,
      message: say('row.problems', { problems: sayProblems(change.problems, rowProblems?.get(change.row)) }),
    };
  }
  const old = change.person_id === null ? undefined : stored.get(change.person_id);
  if (change.kind === 'leaver') {
    return {
      kind: change.kind,
      person_id: change.person_id,
      label: old?.display_name ?? change.external_id,
      reference: change.external_id,
      detail: old?.department ?? null,
      before: { active: true },
      after: { active: false },
    };
  }
  const { id: _, ...oldFields } = old ?? { id: '' };
  const fields = groupNames ? nameGroups(change.fields, groupNames) : change.fields;
  const before = change.kind === 'joiner' ? null : diffFields(oldFields, fields).before;
  if (change.kind === 'conflict') return describeConflict(change, before);
  return {
    kind: change.kind,
    person_id: change.person_id ?? deps.newId(),
    label: change.fields.display_name ?? change.external_id,
    reference: change.external_id,
    detail: change.kind === 'joiner' ? (change.fields.department ?? null) : null,
    before,
    after: groupNames && change.fields.groups ? { ...fields, group_keys: change.fields.groups } : fields,
    source_hash: sourceHash(change.fields),
  };
}

/** Problems of a row, those reported by the source first. */
export const sayProblems = (problems: readonly RowProblem[], reported: readonly Sentence[] = []): Sentence[] => [
  ...reported,
  ...problems.flatMap((problem) => (problem.is === 'of_source' ? [] : sayProblem(problem))),
];

type MappedFields = Extract<PersonChange, { kind: 'joiner' }>['fields'];

/** Groups by their names, as people know them. */
export function nameGroups(fields: MappedFields, names: ReadonlyMap<string, string>): MappedFields {
  if (fields.groups === undefined) return fields;
  const named = [...listGroups(fields.groups).keys()].map((key) => names.get(key) ?? key);
  return { ...fields, groups: writeGroups(named.sort()) };
}

type Conflict = Extract<PersonChange, { kind: 'conflict' }>;

/** Has no person, because it changes no doors. */
const describeConflict = ({ external_id, fields }: Conflict, before: NewItem['before']): Omit<NewItem, 'ordinal'> => ({
  kind: 'conflict',
  person_id: null,
  label: fields.display_name ?? external_id,
  reference: external_id,
  detail: fields.department ?? null,
  before,
  after: fields,
  message: say('conflict.returner'),
});

/** The departments that lose most people ('' for none), to show an administrator where to look. */
export const largestRemovals = (leavers: readonly Leaver[]) =>
  largestGroups(leavers.map(({ department }) => department));
