import { posix } from 'node:path';
import { say } from '@key2xs/texts';
import { type Archive, openArchive } from './open-archive';
import { readSharedStrings } from './read-shared-strings';
import { readWorksheet } from './read-worksheet';
import { createXmlReader, decodeXml } from './read-xml';
import { type SheetRow, UnreadableSheet } from './sheet-row';

/**
 * The filled rows of the first visible sheet that has any, of an Excel workbook (.xlsx, .xlsm).
 * @throws UnreadableSheet no workbook, damaged, encrypted, too large, nothing in it
 */
export async function* readWorkbook(bytes: Buffer): AsyncGenerator<SheetRow[]> {
  const archive = await openArchive(bytes);
  const [workbook] = await relatedTo(archive, '', 'officeDocument');
  const parts = workbook ? await archive.open(workbook.path) : undefined;
  if (!workbook || !parts) throw new UnreadableSheet(say('sheet.notAWorkbook'));
  const sheets = await relatedTo(archive, workbook.path, 'worksheet');
  const [strings] = await relatedTo(archive, workbook.path, 'sharedStrings');
  const shared = strings ? await readSharedStrings(await archive.open(strings.path)) : [];
  for (const id of await visibleSheets(parts)) {
    const path = sheets.find((sheet) => sheet.id === id)?.path;
    const sheet = path ? await archive.open(path) : undefined;
    if (!sheet) continue;
    let isFilled = false;
    for await (const rows of readWorksheet(sheet, shared)) {
      isFilled ||= rows.length > 0;
      yield rows;
    }
    if (isFilled) return;
  }
}

type Related = { id: string; path: string };

/** The parts of one kind that a part refers to, in order; path '' is the archive itself. */
async function relatedTo(archive: Archive, path: string, kind: string): Promise<Related[]> {
  const folder = posix.dirname(path);
  const pieces = await archive.open(posix.join(folder, '_rels', `${posix.basename(path)}.rels`));
  const found: Related[] = [];
  await readElements(pieces, (name, { Id: id, Target: target, Type: type }) => {
    if (name !== 'Relationship' || !id || !target || !type?.endsWith(`/${kind}`)) return;
    found.push({ id, path: target.startsWith('/') ? target.slice(1) : posix.join(folder, target) });
  });
  return found;
}

/** Relationship ids, in tab order. */
async function visibleSheets(workbook: AsyncIterable<Buffer>): Promise<string[]> {
  const ids: string[] = [];
  await readElements(workbook, (name, { state = 'visible', ...attributes }) => {
    if (name !== 'sheet' || state !== 'visible') return;
    const [, id] = Object.entries(attributes).find(([attribute]) => attribute.endsWith(':id')) ?? [];
    if (id) ids.push(id);
  });
  return ids;
}

async function readElements(
  pieces: AsyncIterable<Buffer> | undefined,
  open: (name: string, attributes: Readonly<Record<string, string>>) => void,
): Promise<void> {
  if (!pieces) return;
  const reader = createXmlReader({ open, close: () => undefined });
  for await (const text of decodeXml(pieces)) reader.write(text);
  reader.end();
}
