import type { Sentence } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
/** A non-empty row. `number` counts from 1 as in spreadsheets; `cells` begin at column A, empty ones are ''. */
export type SheetRow = { number: number; cells: readonly string[] };

/** The rows of a sheet, in batches. */
export type SheetRows = AsyncIterable<readonly SheetRow[]> | Iterable<readonly SheetRow[]>;

/** Tells the administrator why a file is not readable as a locking plan and what to do. */
export class UnreadableSheet extends Error {
  override name = 'UnreadableSheet';
  constructor(
    readonly sentence: Sentence,
    options?: ErrorOptions,
  ) {
    super(renderSentence(sentence), options);
  }
}
