/**
 * An answer that is already JSON, too long to parse and serialise again on the main thread. Skips the check against the
 * response schema, so its maker must satisfy it.
 */
export class JsonText {
  constructor(
    readonly bytes: Buffer,
    readonly version?: number,
  ) {}
}
