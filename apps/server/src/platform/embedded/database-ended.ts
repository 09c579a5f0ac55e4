/**
 * The embedded database is gone for good; only a new start of the process brings it back. The message is for the operator.
 * The code is the SQLSTATE that a server answers in the same state.
 */
export class DatabaseEnded extends Error {
  override name = 'DatabaseEnded';
  readonly code: string = '57P02';
}

/** The disk that holds the data folder is full, or nearly so. The message is for the operator. */
export class DiskFull extends DatabaseEnded {
  override name = 'DiskFull';
  override readonly code = '53100';
}
