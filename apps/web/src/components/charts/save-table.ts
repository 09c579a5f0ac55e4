export type Cell = string | number;

/** Saves the figures of a chart as a CSV file, as spreadsheets read it; nothing in it is taken for a formula. */
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

/** Names come from outside, and a spreadsheet runs as a formula what begins like one: the same guard as in files of the server. */
const leadingFormula = /^(?=[=+\-@＝＋－＠\t\r\n])/;
const innerFormula = /(?=[=+\-@＝＋－＠])(?<=[;,\t\r\n][\s"]*)/g;
