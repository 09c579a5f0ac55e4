import { say } from '@key2xs/texts';
import { columnNumber } from './cell-name';
import { createXmlReader, decodeXml } from './read-xml';
import { type SheetRow, UnreadableSheet } from './sheet-row';

const maxFilledCells = 5_000_000;
const maxColumns = 16_384;

/** Most cells of a formatted sheet are empty. Removing them before parsing is ten times as fast. */
const emptyCells = /<c r="[A-Z0-9]+"[^<>]*\/>/g;

/** The filled rows of one worksheet, one batch per input piece. @throws UnreadableSheet */
export async function* readWorksheet(
  pieces: AsyncIterable<Buffer>,
  shared: readonly string[],
): AsyncGenerator<SheetRow[]> {
  const rows = createRows(shared);
  const reader = createXmlReader(rows);
  for await (const text of decodeXml(pieces)) {
    reader.write(text.replaceAll(emptyCells, ''));
    yield rows.take();
  }
  reader.end();
  yield rows.take();
}

type Cell = { column: number; type: string; text: string };

function createRows(shared: readonly string[]) {
  let rows: SheetRow[] = [];
  let number = 0;
  let cells: string[] = [];
  let cell: Cell | undefined;
  let nextColumn = 0;
  let filled = 0;
  let element = '';
  let isPhonetic = false;

  const startCell = ({ r, t: type = 'n' }: Readonly<Record<string, string>>): Cell => {
    const letters = r ? /^[A-Z]{1,3}(?=\d+$)/.exec(r)?.[0] : undefined;
    const column = letters ? columnNumber(letters) : nextColumn;
    if (column >= maxColumns) throw new UnreadableSheet(say('sheet.tooManyColumns'));
    nextColumn = column + 1;
    return { column, type, text: '' };
  };
  const endCell = ({ column, type, text }: Cell) => {
    const shown = type === 's' ? (shared[Number(text)] ?? '') : text;
    if (shown.trim() === '') return;
    if (++filled > maxFilledCells) throw new UnreadableSheet(say('sheet.tooManyCells'));
    while (cells.length < column) cells.push('');
    cells[column] = shown;
  };
  const endRow = () => {
    if (cells.length > 0) rows.push({ number, cells });
    cells = [];
    nextColumn = 0;
  };

  return {
    open: (name: string, attributes: Readonly<Record<string, string>>) => {
      element = name;
      isPhonetic ||= name === 'rPh';
      if (name === 'row') number = Number(attributes.r ?? number + 1) || number + 1;
      else if (name === 'c') cell = startCell(attributes);
    },
    close: (name: string) => {
      element = '';
      if (name === 'rPh') isPhonetic = false;
      else if (name === 'row') endRow();
      else if (name === 'c' && cell) {
        endCell(cell);
        cell = undefined;
      }
    },
    text: (text: string) => {
      if (cell && !isPhonetic && (element === 'v' || element === 't')) cell.text += text;
    },
    take: (): SheetRow[] => {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}
