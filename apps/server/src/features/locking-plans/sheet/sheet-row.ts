import type { Sentence } from '@key2xs/texts';
import { told } from '@key2xs/texts/teller';
/** A row with something in it. `number` counts from 1 as spreadsheets do; `cells` begin at column A, empty ones are ''. */
export type SheetRow = { number: number; cells: readonly string[] };

/** A sheet as it is read, some rows at a time. */
export type SheetRows = AsyncIterable<readonly SheetRow[]> | Iterable<readonly SheetRow[]>;

/** Why a file cannot be read as a locking plan, and what to do, for the administrator. */
export class UnreadableSheet extends Error {
  override name = 'UnreadableSheet';
  constructor(
    readonly sentence: Sentence,
    options?: ErrorOptions,
  ) {
    super(told(sentence), options);
  }
}
