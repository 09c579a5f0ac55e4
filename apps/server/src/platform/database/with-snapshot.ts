import type { Db } from '#platform/deps';

/** Reads in a transaction that sees one state of the database, so that what it reads fits together. */
export const withSnapshot = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
