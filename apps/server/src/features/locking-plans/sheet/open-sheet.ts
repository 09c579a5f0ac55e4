import { decodeSheetText, notASheet } from './decode-sheet-text';
import { encryptedWorkbook } from './open-archive';
import { readDelimited } from './read-delimited';
import { readWorkbook } from './read-workbook';
import { type SheetRows, UnreadableSheet } from './sheet-row';

/** Begins every archive, and so every workbook. */
const archive = [0x50, 0x4b];
/** Begins what Excel wrote until 2003, and what it writes with a password. */
const compound = [0xd0, 0xcf, 0x11, 0xe0];
const pictures = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x25, 0x50, 0x44, 0x46],
];

/**
 * The filled rows of an uploaded sheet, recognised by its content: CSV or an Excel workbook. Reading it to the end
 * takes memory for the file and some rows, not for the whole sheet.
 * @throws UnreadableSheet with what is wrong and what to do, also while reading
 */
export function openSheet(bytes: Buffer): SheetRows {
  const begins = (signature: readonly number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (bytes.length === 0) throw new UnreadableSheet('This file is empty. Choose the file with the locking plan.');
  if (begins(archive)) return readWorkbook(bytes);
  if (begins(compound)) throw new UnreadableSheet(isEncrypted(bytes) ? encryptedWorkbook : oldWorkbook);
  if (pictures.some(begins)) throw new UnreadableSheet(picture);
  const text = decodeSheetText(bytes);
  if (/^\s*<(?:[?!]|html|table)/i.test(text.slice(0, 1_000))) throw new UnreadableSheet(notASheet);
  return readDelimited(text);
}

const isEncrypted = (bytes: Buffer) => bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'));

const oldWorkbook =
  'This is a workbook in the old Excel format (.xls). Open it in Excel, save it as "Excel Workbook (.xlsx)" and upload that.';

const picture = 'This is a picture or a PDF of a plan. Upload the sheet itself as .xlsx or CSV.';
