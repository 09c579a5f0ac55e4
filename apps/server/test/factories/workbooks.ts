import { crc32, deflateRawSync } from 'node:zlib';

type Cell = string | number | boolean | undefined;

type Sheet = {
  name?: string;
  state?: 'hidden';
  rows: readonly (readonly Cell[])[];
  /** Writes empty cells too, as spreadsheet programs do with formatted ones. */
  isFormatted?: boolean;
};

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const related = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** An Excel workbook as Excel writes it: texts shared, cells with their addresses. */
export function aWorkbook(sheets: readonly Sheet[]): Buffer {
  return aZip(workbookParts(sheets));
}

/** The parts of a workbook by path, for content that Excel would not write. */
export function workbookParts(sheets: readonly Sheet[]): Record<string, string> {
  const shared = new Map<string, number>();
  const worksheets = sheets.map((sheet) => worksheetOf(sheet, shared));
  const tabs = sheets.map(
    ({ name, state }, i) =>
      `<sheet name="${escaped(name ?? `Sheet${i + 1}`)}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="rId${i + 1}"/>`,
  );
  const parts = sheets.map((_, i) => relation(`rId${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`));
  const texts = [...shared.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`);
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${related}"><sheets>${tabs.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([...parts, relation('rId900', 'sharedStrings', 'sharedStrings.xml')]),
    'xl/sharedStrings.xml': `${declaration}<sst xmlns="${main}">${texts.join('')}</sst>`,
    ...Object.fromEntries(worksheets.map((xml, i) => [`xl/worksheets/sheet${i + 1}.xml`, xml])),
  };
}

function worksheetOf({ rows, isFormatted }: Sheet, shared: Map<string, number>): string {
  const numberOf = (text: string) => {
    const number = shared.get(text) ?? shared.size;
    shared.set(text, number);
    return number;
  };
  const cellOf = (value: Cell, address: string) => {
    if (value === undefined || value === '') return isFormatted ? `<c r="${address}" s="3"/>` : '';
    if (typeof value === 'number') return `<c r="${address}" s="3"><v>${value}</v></c>`;
    if (typeof value === 'boolean') return `<c r="${address}" s="3" t="b"><v>${value ? 1 : 0}</v></c>`;
    return `<c r="${address}" s="3" t="s"><v>${numberOf(value)}</v></c>`;
  };
  const xml = rows.map((cells, i) => {
    const written = cells.map((value, column) => cellOf(value, `${lettersOf(column)}${i + 1}`)).join('');
    return `<row r="${i + 1}">${written}</row>`;
  });
  return `${declaration}<worksheet xmlns="${main}"><sheetData>${xml.join('')}</sheetData></worksheet>`;
}

const relations = (items: readonly string[]) =>
  `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`;
const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${related}/${kind}" Target="${target}"/>`;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** A zip archive of these files. */
export function aZip(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 1 });
    const name = Buffer.from(path);
    const facts = factsOf({ bytes, packed, name });
    const local = Buffer.concat([Buffer.from('504b03041400', 'hex'), facts, name, packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('504b010214001400', 'hex'), facts, entry, name]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

/** The common part of a file header and its directory entry: flags to the length of the extra field. */
function factsOf({ bytes, packed, name }: { bytes: Buffer; packed: Buffer; name: Buffer }): Buffer {
  const facts = Buffer.alloc(24);
  facts.writeUInt16LE(0x0800, 0); // names are UTF-8
  facts.writeUInt16LE(8, 2); // deflated
  facts.writeUInt32LE(crc32(bytes), 8);
  facts.writeUInt32LE(packed.length, 12);
  facts.writeUInt32LE(bytes.length, 16);
  facts.writeUInt16LE(name.length, 20);
  return facts;
}
