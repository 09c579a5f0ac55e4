import { type RawBuilder, sql } from 'kysely';
import type { Moment } from '../refuse-unknown';

/** What a person had at a moment in the past: the first value that ended later, else the one they have. Of now, the latter. */
export const personThen = ({ at, as_of }: Moment, column: 'department' | 'job_title'): RawBuilder<string | null> =>
  as_of === 'now'
    ? sql`${sql.ref(`person.${column}`)}`
    : sql`(
      select value from (
        select content ->> ${column} as value, until from access_past
        where kind = 'person' and record_id = person.id and until > ${at}::timestamptz
        union all select ${sql.ref(`person.${column}`)}, 'infinity') as known
      order by until limit 1)`;
