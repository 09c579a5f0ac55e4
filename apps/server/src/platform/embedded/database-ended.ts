/**
 * The embedded database has ended; only restarting the process brings it back. The message is for the operator. `code`
 * is the SQLSTATE of a server in the same state.
 */
export class DatabaseEnded extends Error {
  override name = 'DatabaseEnded';
  readonly code: string = '57P02';
}

/** The data folder's disk is full or nearly so. The message is for the operator. */
export class DiskFull extends DatabaseEnded {
  override name = 'DiskFull';
  override readonly code = '53100';
}
