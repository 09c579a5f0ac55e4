import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { namedPlaceIds } from '../../locations/relation';
import { peopleOf } from '../../people/relation';

type Scope = Pick<Reader, 'viewer'>;

/** Of the subjects of a rule, as `subject`, those that are not a person outside the reader's scope. */
export const isShownSubject = (reader: Scope): RawBuilder<boolean> =>
  reader.viewer.scope?.departments
    ? sql<boolean>`(subject.subject_type <> 'user'
        or subject.subject_identifier in (select id::text from ${peopleOf(reader, 'inside')}))`
    : sql<boolean>`true`;

/** Of the objects of a rule, as `object`, those that are not a door or place outside the reader's scope. */
export function isShownObject(reader: Scope): RawBuilder<boolean> {
  const places = namedPlaceIds(reader);
  return places
    ? sql<boolean>`case object.object_type
        when 'cylinder' then object.object_identifier in (select id from ${doorsOf(reader, 'inside')})
        when 'location' then object.object_identifier in ${places}
        else true end`
    : sql<boolean>`true`;
}
