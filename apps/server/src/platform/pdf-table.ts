/** A table to print: what stands above it, and rows of texts. */
export type PdfTable = {
  title: string;
  /** Lines between title and table. */
  lines: readonly string[];
  columns: readonly { title: string; width: number | '*' }[];
  /** Each row begins with a box to tick, then has a text for each column. */
  rows: readonly (readonly string[])[];
};

/** What the thread that prints says. */
export type FromPrinter = { bytes: Uint8Array };
