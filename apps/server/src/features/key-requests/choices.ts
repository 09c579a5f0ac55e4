import type { keyRequests, Output } from '@key2xs/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Reader, visibleTo } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { placesOf } from '../locations/relation';
import { locationPath } from '../locations/service';
import { peopleOf } from '../people/relation';
import { peopleLike } from '../people/service';

type Query = z.output<typeof keyRequests.choices.query>;
type Choices = Output<typeof keyRequests.choices>['items'];

const maxChoices = 20;

/** What can be named in a request, by name. */
export async function listChoices(reader: Reader, { what, search = '', person_id }: Query): Promise<Choices> {
  const pattern = sql<string>`('%' || lower(${escaped(search)}) || '%')`;
  const isVisible = visibleTo(reader.viewer, 'key_requests');
  const { rows } = await {
    people: sql<Choices[number]>`
      select id, display_name as name, department as detail from ${peopleOf(reader)}
      where ${isVisible} and active and superseded_at is null and ${peopleLike(pattern)} order by lower(display_name), id limit ${maxChoices}`,
    places: sql<Choices[number]>`
      select * from (select location.id, ${locationPath('location.id')} as name, null as detail from ${placesOf(reader)}) as place
      where ${isVisible} and lower(name) like ${pattern} order by lower(name), id limit ${maxChoices}`,
    keys: sql<Choices[number]>`
      select key.id, key.marking as name, nullif(key.name, '') as detail from ${keysOf(reader)}
      join key_standing as standing on standing.key_id = key.id
      where ${isVisible} and standing.person_id = ${person_id ?? null}::uuid and standing.state = 'handed_out' and key.deleted_at is null
        and lower(key.marking || ' ' || key.name) like ${pattern} order by key.marking, key.id limit ${maxChoices}`,
  }[what].execute(reader.db);
  return rows;
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
