/** A sheet on A4, or a label a page. Sizes are millimetres. */
export type LabelPaper =
  | { kind: 'sheet'; columns: number; rows: number; width: number; height: number; gap: number; used: number }
  | { kind: 'single'; width: number; height: number };

/** Labels with a QR code at the left and up to three lines beside it. */
export type PdfLabels = {
  title: string;
  paper: LabelPaper;
  labels: readonly { code: string | null; head: string; lines: readonly string[] }[];
};
