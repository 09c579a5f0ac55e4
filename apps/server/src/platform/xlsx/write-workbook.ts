import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A moment becomes a date with a time, which a spreadsheet knows in no time zone: in UTC. */
export type SheetCell = string | number | Date;

/** A sheet with frozen first rows and columns. Rows are pulled while the file is read, so memory stays small. */
export type Sheet = {
  name: string;
  /** How the frozen rows are set; upright unless given. */
  head?: 'upright' | 'level';
  /** How many rows and columns are frozen, and printed on each page. */
  frozen: { rows: number; columns: number };
  /** In characters: of the frozen columns each, and of the others. */
  widths: { frozen: readonly number[]; others: number };
  /** Of cells that are not frozen. */
  align: 'left' | 'center';
  /** Above and below each printed page; beside it stands which page it is. */
  print: { header: string; footer: string };
  rows: AsyncIterable<readonly SheetCell[]>;
};

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Limits of Excel: it drops further rows and columns. */
export const workbookLimits = { rows: 1_048_576, columns: 16_384 };

/** Writes texts as an Excel workbook (ECMA-376), one sheet after another. Nothing in a cell is ever a formula. */
export function writeWorkbook(sheets: readonly Sheet[]): Readable {
  const zip = new ZipFile();
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(`${declaration}${xml}`), path);
  const parts = sheets.map((_, i) => `worksheets/sheet${i + 1}.xml`);
  add('[Content_Types].xml', contentTypes(parts));
  add('_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']]));
  add('xl/workbook.xml', workbookOf(sheets));
  add(
    'xl/_rels/workbook.xml.rels',
    relations([...parts.map((part) => ['worksheet', part] as const), ['styles', 'styles.xml']]),
  );
  add('xl/styles.xml', styles);
  for (const [i, sheet] of sheets.entries()) {
    zip.addReadStreamLazy(`xl/${parts[i]}`, (ready) => ready(null, Readable.from(worksheetOf(sheet))));
  }
  zip.end();
  return Readable.from(zip.outputStream); // as a current Node stream, which ends when its reader disconnects
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const typesOf = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function contentTypes(parts: readonly string[]): string {
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}" ContentType="${typesOf}.${type}+xml"/>`;
  const rels = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`;
  const overrides = [
    override('workbook.xml', 'sheet.main'),
    override('styles.xml', 'styles'),
    ...parts.map((part) => override(part, 'worksheet')),
  ];
  return `<Types xmlns="${packages}/content-types">${rels}${overrides.join('')}</Types>`;
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const each = targets.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packages}/relationships">${each.join('')}</Relationships>`;
}

function workbookOf(sheets: readonly Sheet[]): string {
  const tabs = sheets.map(
    ({ name }, i) => `<sheet name="${escaped(tabName(name))}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  );
  const titles = sheets.map(({ name, frozen: { rows, columns } }, i) => {
    const sheet = `'${tabName(name).replaceAll("'", "''")}'`;
    const area = `${sheet}!$A:$${lettersOf(columns - 1)},${sheet}!$1:$${rows}`;
    return `<definedName name="_xlnm.Print_Titles" localSheetId="${i}">${escaped(area)}</definedName>`;
  });
  const parts = `<sheets>${tabs.join('')}</sheets><definedNames>${titles.join('')}</definedNames>`;
  return `<workbook xmlns="${main}" xmlns:r="${office}">${parts}</workbook>`;
}

/** Excel refuses longer sheet names, and these characters. */
const tabName = (name: string) => name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);

/** 0: plain; 1: bold; 2: bold and rotated; 3: centred; 4: date and time. */
const styles = `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm"/></numFmts>
<fonts count="2"><font><sz val="10"/><name val="Calibri"/></font><font><b/><sz val="10"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment textRotation="90" wrapText="1"/></xf>
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment horizontal="center"/></xf>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"><alignment horizontal="left"/></xf>
</cellXfs></styleSheet>`;

async function* worksheetOf({ head = 'upright', frozen, widths, align, print, rows }: Sheet): AsyncGenerator<string> {
  const corner = `${lettersOf(frozen.columns)}${frozen.rows + 1}`;
  const pane = `<pane xSplit="${frozen.columns}" ySplit="${frozen.rows}" topLeftCell="${corner}" activePane="bottomRight" state="frozen"/>`;
  const columns = [...widths.frozen, widths.others].map((width, i) => {
    const last = i < widths.frozen.length ? i + 1 : workbookLimits.columns;
    return `<col min="${i + 1}" max="${last}" width="${width}" customWidth="1"/>`;
  });
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`;
  yield `<cols>${columns.join('')}</cols><sheetData>`;
  const isUpright = head === 'upright';
  let number = 0;
  for await (const row of rows) {
    number++;
    const isHead = number <= frozen.rows;
    const cells = row.map((value, i) => {
      if (value === '') return '';
      const place = `r="${lettersOf(i)}${number}"`;
      if (value instanceof Date) return `<c ${place} s="4"><v>${serialOf(value)}</v></c>`;
      const style = i < frozen.columns || (isHead && !isUpright) ? 1 : isHead ? 2 : align === 'center' ? 3 : 0;
      if (typeof value === 'number') return `<c ${place} s="${style}"><v>${value}</v></c>`;
      return `<c ${place} s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
    });
    yield `<row r="${number}"${isHead && isUpright ? heightOf(row.slice(frozen.columns)) : ''}>${cells.join('')}</row>`;
  }
  yield `</sheetData>${printed(print)}</worksheet>`;
}

/** Days since the end of 1899. */
const serialOf = (at: Date): number => at.getTime() / 86_400_000 + 25_569;

/** Not every program measures rotated texts; long ones break into two lines. */
function heightOf(texts: readonly SheetCell[]): string {
  const longest = texts.reduce<number>((most, text) => Math.max(most, String(text).length), 0);
  return longest === 0 ? '' : ` ht="${Math.min(12 + 5 * longest, 160)}" customHeight="1"`;
}

/** A4 landscape, pages across first, with grid lines. */
function printed({ header, footer }: Sheet['print']): string {
  const headerText = (text: string) => escaped(text.slice(0, 200).replaceAll('&', '&&'));
  return `<printOptions gridLines="1"/><pageMargins left="0.4" right="0.4" top="0.7" bottom="0.6" header="0.3" footer="0.3"/>
<pageSetup paperSize="9" pageOrder="overThenDown" orientation="landscape"/>
<headerFooter><oddHeader>&amp;L${headerText(header)}&amp;R&amp;P / &amp;N</oddHeader><oddFooter>&amp;L${headerText(footer)}</oddFooter></headerFooter>`;
}

/** Column 0 is A, 26 is AA. */
function lettersOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : lettersOf(Math.floor(column / 26) - 1) + last;
}

/** XML cannot contain control characters and lone surrogates. */
const unwritable = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string =>
  text.replace(unwritable, '\ufffd').replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
