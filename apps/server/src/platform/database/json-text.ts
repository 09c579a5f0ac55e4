/**
 * An answer that is already JSON, too long to parse and serialise again on the main thread. Skips the check against the
 * response schema, so its producer must satisfy it.
 */
export class JsonText {
  readonly version?: number | undefined;
  /** Its bytes are compressed, because it is kept and given again. */
  readonly isGzip: boolean;

  constructor(
    readonly bytes: Buffer,
    { version, isGzip = false }: { version?: number; isGzip?: boolean } = {},
  ) {
    this.version = version;
    this.isGzip = isGzip;
  }
}
