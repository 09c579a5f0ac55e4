import { type RawBuilder, sql } from 'kysely';
import { relation } from '#platform/scope';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';

type Scope = Pick<Reader, 'viewer'>;

/**
 * Entries about the reader's people, and about profiles in which one of the reader's doors changes or something that everybody
 * may see: a group of doors, the hours, the name. Entries about keys and cylinders go with these.
 */
export function workOf<As extends string = 'work_item'>(reader: Scope, as: As = 'work_item' as As) {
  const { scope } = reader.viewer;
  const conditions: RawBuilder<boolean>[] = [];
  if (scope?.departments) {
    conditions.push(sql<boolean>`case
      when work_item.kind = 'programming_job' then true
      when work_item.subject_id is not null then work_item.subject_id in (select id from ${keysOf(reader, 'inside')})
      else work_item.kind = 'profile_put' or work_item.person_id in (select id from ${peopleOf(reader, 'inside')}) end`);
  }
  if (scope?.places) {
    conditions.push(sql<boolean>`case work_item.kind
      when 'programming_job' then work_item.subject_id in (select id from ${doorsOf(reader, 'inside')})
      when 'profile_put' then ${changesShown(reader)} else true end`);
  }
  return relation('work_item', as, conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : null);
}

/** The doors of a change of a profile, by the key system's ids. `of`: the entry's table or alias. */
export const doorsListedIn = (of: string, field: 'cylinders' | 'cylinder_groups'): RawBuilder<unknown> =>
  sql`jsonb_array_elements_text(coalesce(${sql.ref(`${of}.before`)} -> ${sql.lit(field)}, '[]')
    || coalesce(${sql.ref(`${of}.write`)} -> ${sql.lit(field)}, '[]'))`;

const isIn = (side: 'before' | 'write') =>
  sql<boolean>`coalesce(jsonb_exists(${sql.ref(`work_item.${side}`)} -> 'cylinders', listed.id), false)`;

const changesShown = (reader: Scope): RawBuilder<boolean> => sql<boolean>`case
  when work_item.before is null then jsonb_array_length(coalesce(work_item.write -> 'cylinder_groups', '[]')) > 0
  else work_item.before - 'cylinders' <> '{}' end
  or exists (
    select from ${doorsListedIn('work_item', 'cylinders')} as listed (id)
    join ${doorsOf(reader, 'inside')} on inside.connection_id = work_item.connection_id and inside.external_id = listed.id
    where work_item.before is null
      or (jsonb_exists(work_item.before, 'cylinders') and ${isIn('before')} <> ${isIn('write')}))`;
