export type Cell = string | number;

/** Saves the figures of a chart as a CSV file for spreadsheets; no cell is executed as a formula. */
export function saveTable(fileName: string, lines: readonly (readonly Cell[])[]): void {
  const text = lines.map((line) => line.map(written).join(',')).join('\r\n');
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

function written(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell.replace(innerFormula, "'").replace(leadingFormula, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Names come from other systems, and spreadsheets execute cells that begin like formulas: the same guard as in the
 * server's files.
 */
const leadingFormula = /^(?=[=+\-@＝＋－＠\t\r\n])/;
const innerFormula = /(?=[=+\-@＝＋－＠])(?<=[;,\t\r\n][\s"]*)/g;
