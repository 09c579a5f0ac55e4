import { type RawBuilder, sql } from 'kysely';
import { relation } from '#platform/scope';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { peopleOf } from '../people/relation';

type Scope = Pick<Reader, 'viewer'>;

/**
 * Changes of the reader's people, of profiles by one of the reader's doors or a group of doors, and of profiles as a whole, which
 * are everybody's as their rules are.
 */
export function driftOf<As extends string = 'recorded_drift'>(reader: Scope, as: As = 'recorded_drift' as As) {
  const { scope } = reader.viewer;
  const conditions: RawBuilder<boolean>[] = [];
  if (scope?.departments) {
    conditions.push(sql<boolean>`(recorded_drift.person_reference is null
      or recorded_drift.person_reference in (select id from ${peopleOf(reader, 'inside')}))`);
  }
  if (scope?.places) {
    conditions.push(sql<boolean>`(recorded_drift.kind not in ('doors_added', 'doors_removed')
      or jsonb_array_length(coalesce(${sideOfDoors('recorded_drift')} -> 'cylinder_groups', '[]')) > 0
      or exists (
        select from jsonb_array_elements_text(${sideOfDoors('recorded_drift')} -> 'cylinders') as listed (id)
        join ${doorsOf(reader, 'inside')} on inside.connection_id = recorded_drift.connection_id
          and inside.external_id = listed.id))`);
  }
  return relation(
    'recorded_drift',
    as,
    conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : null,
  );
}

/** The doors that a change lists. `of`: its table or alias. */
export const sideOfDoors = (of: string) => {
  const [kind, before, after] = ['kind', 'before', 'after'].map((name) => sql.ref(`${of}.${name}`));
  return sql`(case ${kind} when 'doors_added' then ${after} when 'doors_removed' then ${before}
    when 'profile_deleted' then ${before} end)`;
};
