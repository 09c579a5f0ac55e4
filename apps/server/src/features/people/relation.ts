import { type RawBuilder, sql } from 'kysely';
import { relation } from '#platform/scope';
import type { Reader } from '#platform/visible-to';

type Scope = Pick<Reader, 'viewer'>;

/** People in the reader's departments. People without a department are in none. */
export const peopleOf = <As extends string = 'person'>({ viewer: { scope } }: Scope, as: As = 'person' as As) =>
  relation(
    'person',
    as,
    scope?.departments
      ? sql<boolean>`person.department in (
          select spelling from department_spelling where folded = any(${[...scope.departments]}::text[]))`
      : null,
  );

/** A column with the id of a person, null where the reader may not see that person. */
export const shownPersonId = (reader: Scope, column: string): RawBuilder<string | null> =>
  reader.viewer.scope?.departments
    ? sql`case when ${sql.ref(column)} in (select id from ${peopleOf(reader, 'shown')}) then ${sql.ref(column)} end`
    : sql`${sql.ref(column)}`;
