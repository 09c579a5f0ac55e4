import type { Suggestion } from '@key2xs/contract';
import type { Selectable } from 'kysely';
import type { Schema } from '#platform/schema/schema';

/** Columns that a page of suggestions reads: none of bytes. */
export const suggestionColumns = [
  'id',
  'position',
  'kind',
  'conditions',
  'people_count',
  'cylinder_count',
  'rights',
  'confidence',
  'support',
  'lift',
  'addition_count',
  'additions_accepted',
  'outliers',
  'risks',
  'name',
  'name_by',
  'explanation',
  'recorded_profile',
  'hours',
  'decision',
  'decided_by',
  'reason',
  'pinned',
  'version',
] as const;

export type SuggestionRow = Pick<Selectable<Schema['generator_suggestion']>, (typeof suggestionColumns)[number]>;

export function presentSuggestion({ people_count, cylinder_count, addition_count, ...row }: SuggestionRow): Suggestion {
  return {
    ...row,
    people: people_count,
    doors: cylinder_count,
    additions: addition_count,
    explanation: row.explanation ?? null,
    recorded_profile: row.recorded_profile ?? null,
    decided_by: row.decided_by ?? null,
    reason: row.reason ?? null,
  };
}
