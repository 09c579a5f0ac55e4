import { ChangeKind, type ChangeSet, type ChangeSetItem } from '@key2xs/contract';
import type { Language } from '@key2xs/texts';
import { told } from '@key2xs/texts/teller';
import type { ChangeSetRow } from '#platform/schema/schema';
import type { ShownItem } from './queries';

export const presentChangeSet = (row: ChangeSetRow, language: Language): ChangeSet => ({
  ...row,
  title: told(row.title, language),
  applied: row.applied - row.waiting,
  created_at: row.created_at.toISOString(),
  applied_at: row.applied_at?.toISOString() ?? null,
});

/** `after` is stored whole, because applying needs it; shown are only the fields that change. */
export function presentItem(row: ShownItem, language: Language): ChangeSetItem {
  const { before, after } = row;
  const changed =
    before && after && Object.fromEntries(Object.keys(before).map((field) => [field, after[field] ?? null]));
  return {
    ...row,
    kind: ChangeKind.parse(row.kind),
    after: changed ?? after,
    message: row.message && told(row.message, language),
  };
}
