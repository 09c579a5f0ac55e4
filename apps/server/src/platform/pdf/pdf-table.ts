import { say } from '@key2xs/texts';

/** A column of texts, or of empty boxes to tick. */
export type PdfColumn = { title: string; width: number | '*' } | { kind: 'tick box' };

/** A table to print on A4, with its title. */
export type PdfTable = {
  title: string;
  /** Lines between title and table. */
  lines: readonly string[];
  columns: readonly PdfColumn[];
  /** One text per text column. */
  rows: readonly (readonly string[])[];
  /** `pageOf` in the language of the table. */
  foot: string;
};

/** The number of a page, which only printing knows: `{page}` and `{pages}` stand for the numbers. */
export const pageOf = say('print.pageOf', { page: '{page}', pages: '{pages}' });
