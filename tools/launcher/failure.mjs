/** Something the person at the terminal can mend: printed without a stack. */
export class Failure extends Error {
  /** @param {number} code exit code: 1 not possible, 2 not understood, 3 not running */
  constructor(message, code = 1) {
    super(message);
    this.code = code;
  }
}
