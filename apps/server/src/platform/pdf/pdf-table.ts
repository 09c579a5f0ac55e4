/** A column of texts, or one of boxes to tick, which has no texts. */
export type PdfColumn = { title: string; width: number | '*' } | { kind: 'tick box' };

/** A table to print, on A4, and what stands above it. */
export type PdfTable = {
  title: string;
  /** Lines between title and table. */
  lines: readonly string[];
  columns: readonly PdfColumn[];
  /** Each row has a text for each column of texts. */
  rows: readonly (readonly string[])[];
};
