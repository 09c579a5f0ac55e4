/**
 * An answer that is JSON already, too long to be parsed and written again beside other requests. Whoever makes one
 * answers for the contract's schema.
 */
export class JsonText {
  constructor(
    readonly bytes: Buffer,
    readonly version: number,
  ) {}
}
