import { type WorkItem, WorkKind } from '@key2xs/contract';
import type { Language } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { isReadable } from './is-readable';
import type { ListedWork } from './queries';

/** Ticking needs the whole `after`; only the changed fields are shown. */
export function presentWork(row: ListedWork, language: Language): WorkItem {
  const { before, after, assigned_to, assignee } = row;
  const changed =
    before && after && Object.fromEntries(Object.keys(before).map((field) => [field, after[field] ?? null]));
  return {
    ...row,
    what: renderSentence(row.what, language),
    place: renderSentence(row.place, language),
    why: renderSentence(row.why, language),
    kind: WorkKind.parse(row.kind),
    after: changed ?? after,
    is_readable: isReadable(row),
    closed_by_name: row.decided_by,
    assigned_to: assigned_to === null ? null : { id: assigned_to, username: assignee ?? '' },
    created_at: row.created_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}
