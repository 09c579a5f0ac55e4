import type { ChangeSetItem } from '@key2xs/contract';

/** `old` is undefined for a record that did not exist. */
export type FieldChange = { field: string; old: unknown; next: unknown };

/** The changed fields of a record, in stored order; empty for changes without fields. */
export function fieldChanges({ before, after }: Pick<ChangeSetItem, 'before' | 'after'>): FieldChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((field) => ({
    field,
    old: before ? (before[field] ?? null) : undefined,
    next: after?.[field],
  }));
}

/** Texts added to and removed from a list; undefined when the values are not lists of texts. */
export function listDifference({ old, next }: FieldChange): { added: string[]; removed: string[] } | undefined {
  const before = textsOf(old ?? []);
  const after = textsOf(next ?? []);
  if (!before || !after || before.length + after.length === 0) return undefined;
  return {
    added: after.filter((one) => !before.includes(one)),
    removed: before.filter((one) => !after.includes(one)),
  };
}

function textsOf(value: unknown): string[] | undefined {
  const isTexts = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return isTexts ? value : undefined;
}
