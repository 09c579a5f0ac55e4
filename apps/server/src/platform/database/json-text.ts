import type { Reader } from '../deps';
import { readerKey } from '../scope';

type Options = { version?: number; isGzip?: boolean };

/**
 * An answer that is already JSON, too long to parse and serialise again on the main thread. Skips the check against the
 * response schema, so its producer must satisfy it. It names the reader it was made for: a kept one is sent only to readers
 * who may see the same.
 */
export class JsonText {
  readonly version?: number | undefined;
  /** Its bytes are compressed, because it is kept and given again. */
  readonly isGzip: boolean;
  readonly #readerKey: string;

  constructor(
    readonly bytes: Buffer,
    madeFor: Pick<Reader, 'viewer'>,
    { version, isGzip = false }: Options = {},
  ) {
    this.#readerKey = readerKey(madeFor);
    this.version = version;
    this.isGzip = isGzip;
  }

  isFor(reader: Pick<Reader, 'viewer'>): boolean {
    return this.#readerKey === readerKey(reader);
  }
}
