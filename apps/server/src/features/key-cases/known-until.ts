import { sql } from 'kysely';

/** What is noted as earlier than this is committed: what is being written now is looked at next time. */
export const knownUntil = sql<Date>`least(now(), (
  select min(xact_start) from pg_stat_activity where backend_xid is not null and datname = current_database()))`;
