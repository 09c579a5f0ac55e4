/** Strokes of a pen, each a row of x and y in turn, in the units of a pad of this size. */
export type PdfSignature = { width: number; height: number; strokes: readonly (readonly number[])[] };

/** A page to sign, or signed, on A4: a statement, a table, and a line for each who signs. */
export type PdfReceipt = {
  title: string;
  /** Label and value of what stands above the statement. */
  facts: readonly (readonly [string, string])[];
  statement: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** Null is an empty line, to be signed on paper. */
  signatures: readonly { label: string; signature: PdfSignature | null }[];
  /** At the foot of each page, e.g. the hash. */
  foot: string;
};
