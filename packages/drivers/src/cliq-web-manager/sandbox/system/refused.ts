import type { refusalCodes } from '../../wire';

/** A write that the key system does not accept. */
export class Refused extends Error {
  constructor(
    readonly code: keyof typeof refusalCodes,
    message: string,
  ) {
    super(message);
  }
}
