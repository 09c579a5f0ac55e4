/**
 * Downloads a table as a CSV file. Cells that a spreadsheet would run as a formula get a leading apostrophe: the texts
 * come from an uploaded file.
 */
export function saveCsv(fileName: string, rows: readonly (readonly string[])[]): void {
  const url = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = fileName;
  anchor.click();
  URL.revokeObjectURL(url);
}

export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((cells) => cells.map(quoted).join(';')).join('\r\n')}\r\n`;

const harmless = (cell: string) => (/^[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell);

const quoted = (cell: string) => (/[;"\r\n]/.test(cell) ? `"${harmless(cell).replaceAll('"', '""')}"` : harmless(cell));
