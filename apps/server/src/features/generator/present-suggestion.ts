import type { Suggestion } from '@key2xs/contract';
import type { Language } from '@key2xs/texts';
import type { Selectable } from 'kysely';
import type { Schema } from '#platform/schema/schema';
import { nameOfHours } from './drafting/name-of-hours';

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

export function presentSuggestion(row: SuggestionRow, language: Language): Suggestion {
  return { ...eventOfSuggestion(row), name: nameWithHours(row, language) };
}

/** As it is stored in events, for readers of any language. */
export function eventOfSuggestion({ people_count, cylinder_count, addition_count, ...row }: SuggestionRow): Suggestion {
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

type NamedSuggestion = Pick<Suggestion, 'name' | 'name_by'> & {
  hours: readonly { time_restrictions: Parameters<typeof nameOfHours>[0] }[];
};

/** The name as the generator gave it, with the hours where all rights have the same; in the language of the reader. */
export function nameWithHours(
  { name, name_by, hours: [first, ...others] }: NamedSuggestion,
  language: Language,
): string {
  if (name_by !== 'generator' || !first || others.length > 0) return name;
  const hours = nameOfHours(first.time_restrictions, language);
  return hours ? `${name}, ${hours}` : name;
}
