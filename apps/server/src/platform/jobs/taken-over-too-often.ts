/** The workers of a job have fallen silent one after the other, as those of a process without memory do. */
export class TakenOverTooOften extends Error {
  override name = 'TakenOverTooOften';
  constructor(
    /** In a row, without progress in between. */
    readonly times: number,
  ) {
    super(`taken over ${times} times in a row: each time its process had ended, or lost the database`);
  }
}
