/** Repeats a text up to a size in MiB. */
const repeat = (text: string, mebibytes: number, head = ''): Buffer =>
  Buffer.concat([Buffer.from(head), Buffer.alloc(mebibytes * 1_048_576 - head.length, text)]);

const header = (columns: number) => `${Array.from({ length: columns }, (_, at) => `c${at}`).join()}\n`;

/** Useless CSV files, each costing the parser differently before it can refuse them. */
export const hostileTables = (mebibytes: number): [what: string, content: Buffer][] => [
  ['one line of cells', repeat('x,', mebibytes)],
  ['one line of names', repeat('é1,', mebibytes)],
  ['one cell', repeat('x', mebibytes)],
  ['separators', repeat(',', mebibytes)],
  ['line feeds', repeat('\n', mebibytes)],
  ['carriage returns', repeat('\r', mebibytes)],
  ['quotation marks', repeat('"', mebibytes)],
  ['an open quotation mark', repeat('y\n', mebibytes, 'id,name\n1,"')],
  ['quoted cells', repeat('"",', mebibytes)],
  ['NUL', repeat('\0', mebibytes)],
  ['UTF-16', repeat('i\0,\0', mebibytes, '\ufeff')],
  ['a byte order mark and one line', repeat('x;', mebibytes, '\ufeff')],
  ['200,000 columns', repeat('1\n', mebibytes, header(200_000))],
  ['lines of one character', repeat('1\n', mebibytes, 'id\n')],
  ['lines of separators', repeat(`${','.repeat(199)}\n`, mebibytes, header(200))],
];
