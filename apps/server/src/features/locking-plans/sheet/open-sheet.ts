import { say } from '@key2xs/texts';
import { decodeSheetText } from './decode-sheet-text';
import { readDelimited } from './read-delimited';
import { readWorkbook } from './read-workbook';
import { type SheetRows, UnreadableSheet } from './sheet-row';

/** First bytes of a zip archive, so of every workbook. */
const archive = [0x50, 0x4b];
/** First bytes of Excel files until 2003, and of password-protected ones. */
const compound = [0xd0, 0xcf, 0x11, 0xe0];
const pictures = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x25, 0x50, 0x44, 0x46],
];

/**
 * The filled rows of an uploaded sheet: CSV or an Excel workbook, detected by content. Reading needs memory for the
 * file and some rows, not for the whole sheet.
 * @throws UnreadableSheet with what is wrong and what to do, also while reading
 */
export function openSheet(bytes: Buffer): SheetRows {
  const begins = (signature: readonly number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (bytes.length === 0) throw new UnreadableSheet(say('sheet.fileEmpty'));
  if (begins(archive)) return readWorkbook(bytes);
  if (begins(compound)) throw new UnreadableSheet(say(isEncrypted(bytes) ? 'sheet.encrypted' : 'sheet.oldWorkbook'));
  if (pictures.some(begins)) throw new UnreadableSheet(say('sheet.picture'));
  const text = decodeSheetText(bytes);
  if (/^\s*<(?:[?!]|html|table)/i.test(text.slice(0, 1_000))) throw new UnreadableSheet(say('sheet.notASheet'));
  return readDelimited(text);
}

const isEncrypted = (bytes: Buffer) => bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'));
