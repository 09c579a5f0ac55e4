import { ChangeKind, type ChangeSet, type ChangeSetItem } from '@key2xs/contract';
import { type Language, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { ChangeSetRow } from '#platform/schema/schema';
import type { ShownItem } from './queries';

/** With the decision about it. */
export type ShownChangeSet = ChangeSetRow & {
  choice: string | null;
  reason: string | null;
  decided_by: string | null;
  decided_at: Date | null;
};

export const presentChangeSet = (row: ShownChangeSet, language: Language): ChangeSet => ({
  ...row,
  decision: decisionOf(row),
  title: renderSentence(row.title, language),
  effect: row.effect && { ...row.effect, keys_read_at: row.effect.keys_read_at ?? null }, // missing in effects from before it was saved
  largest_removals: row.largest_removals.map(({ label, count }) => ({
    label: label || renderSentence(say('changeSet.noDepartment'), language),
    count,
    department: row.effect ? label || null : null, // before, labels of key systems were profiles
  })),
  applied: row.applied - row.waiting,
  created_at: row.created_at.toISOString(),
  applied_at: row.applied_at?.toISOString() ?? null,
});

const decisionOf = ({ choice, reason, decided_by, decided_at }: ShownChangeSet): ChangeSet['decision'] =>
  choice === null || decided_by === null || decided_at === null
    ? null
    : { action: choice, reason: reason ?? '', by: decided_by, at: decided_at.toISOString() };

type ManagerNames = { manager_before: string | null; manager_after: string | null };

/** Applying needs the whole `after`; only the changed fields are shown, and managers by their names. */
export function presentItem(
  { manager_before, manager_after, ...row }: ShownItem & ManagerNames,
  language: Language,
): ChangeSetItem {
  const before = row.before && withManager(row.before, manager_before);
  const after = row.after && withManager(withoutKeys(row.after), manager_after);
  const changed =
    before && after && Object.fromEntries(Object.keys(before).map((field) => [field, after[field] ?? null]));
  const message = row.message && renderSentence(row.message, language);
  const shown = { ...row, kind: ChangeKind.parse(row.kind), before, after: changed ?? after, message };
  return shown.kind === 'problem' ? presentProblem(shown, language) : shown;
}

type Fields = NonNullable<ShownItem['after']>;
const withManager = (fields: Fields, name: string | null): Fields =>
  name === null ? fields : { ...fields, manager_ref: name };

/** Leaves out the keys by which groups with ids are applied. */
const withoutKeys = ({ group_keys: _, ...shown }: Fields) => shown;

/** An unreadable row is stored with its line number as reference and the problem as message. */
function presentProblem(item: ChangeSetItem, language: Language): ChangeSetItem {
  const row = item.reference;
  return {
    ...item,
    label: item.label || renderSentence(say('row.aLine', { row }), language),
    reference: renderSentence(say('row.line', { row }), language),
    detail: item.message,
    message: null,
  };
}
