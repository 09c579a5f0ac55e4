/** A grid of short signs with long headers, printed on as many pages as necessary in both directions. */
export type PdfGrid = {
  paper: 'a4' | 'a3';
  title: string;
  /** Lines below the title of each page. */
  lines: readonly string[];
  /** Over the names of rows and over their details. */
  corner: { label: string; detail: string };
  columns: readonly GridColumn[];
  rows: readonly { label: string; detail: string; depth: number; cells: readonly string[] }[];
  pages: readonly (GridPage & { text: string })[];
  /** On a page of its own at the end. */
  legend: { title: string; text: string; signs: readonly (readonly [sign: string, meaning: string])[] };
};

/** `detail` is never truncated. `place` is above adjacent columns, `group` beside the detail; both may be empty. */
export type GridColumn = { label: string; detail: string; group: string; place: string };

/** The rows and columns of a page; ends are exclusive. */
export type GridPage = { rows: readonly [from: number, to: number]; columns: readonly [from: number, to: number] };

/** In points, landscape. */
export const papers = { a4: { width: 842, height: 595 }, a3: { width: 1_191, height: 842 } };
export const grid = { margin: 28, top: 44, head: 146, label: 170, row: 12, column: 17 };

/** Across first, then down: adjacent pages can be laid out like the screen. */
export function gridPages(paper: keyof typeof papers, rows: number, columns: number): GridPage[] {
  const { width, height } = papers[paper];
  const across = Math.floor((width - 2 * grid.margin - grid.label) / grid.column);
  const down = Math.floor((height - 2 * grid.margin - grid.top - grid.head) / grid.row);
  const pages: GridPage[] = [];
  for (let row = 0; row < rows; row += down) {
    for (let column = 0; column < columns; column += across) {
      pages.push({
        rows: [row, Math.min(row + down, rows)],
        columns: [column, Math.min(column + across, columns)],
      });
    }
  }
  return pages;
}
