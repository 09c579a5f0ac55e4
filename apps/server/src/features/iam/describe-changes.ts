import { type CurrentPerson, diffFields, type PersonChange } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { Db, Deps } from '#platform/deps';
import { largestGroups, type NewItem } from '../change-sets/service';
import { loadFields, type StoredFields } from './apply-people';
import { sayProblem } from './say-problem';
import { sourceHash } from './source-hash';

const batchSize = 500;

/** Turns changes into items of a change set. Reads old values of changed people and leavers, 500 at a time. */
export async function describeChanges(
  deps: Deps,
  changes: readonly PersonChange[],
): Promise<Omit<NewItem, 'ordinal'>[]> {
  const stored = await loadStored(deps.db, changes);
  return changes.map((change) => describe(deps, change, stored));
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

function describe(deps: Deps, change: PersonChange, stored: Map<string, StoredFields>): Omit<NewItem, 'ordinal'> {
  if (change.kind === 'problem') {
    return {
      kind: change.kind,
      person_id: null,
      label: change.fields.display_name ?? '',
      reference: String(change.row),
      detail: null,
      before: null,
      after: change.fields,
      message: say('row.problems', { problems: change.problems.map(sayProblem) }),
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
  return {
    kind: change.kind,
    person_id: change.person_id ?? deps.newId(),
    label: change.fields.display_name ?? change.external_id,
    reference: change.external_id,
    detail: change.kind === 'joiner' ? (change.fields.department ?? null) : null,
    before: change.kind === 'joiner' ? null : diffFields(oldFields, change.fields).before,
    after: change.fields,
    source_hash: sourceHash(change.fields),
  };
}

/** The departments that lose most people ('' for none), to show an administrator where to look. */
export function largestRemovals(leavers: readonly PersonChange[], current: ReadonlyMap<string, CurrentPerson>) {
  return largestGroups(leavers.map(({ external_id }) => current.get(external_id ?? '')?.department ?? null));
}
