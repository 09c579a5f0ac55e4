import type { ChangeSetItem } from '@key2xs/contract';

/** Old is undefined when there was nothing before: then all values are new. */
export type FieldChange = { field: string; old: unknown; next: unknown };

/** What of a record changes, field by field in the order stored; empty when the change is of another sort. */
export function fieldChanges({ before, after }: Pick<ChangeSetItem, 'before' | 'after'>): FieldChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((field) => ({
    field,
    old: before ? (before[field] ?? null) : undefined,
    next: after?.[field],
  }));
}

/** What was put into a list of texts and what was taken out; undefined when there is no such list, or none with texts. */
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
