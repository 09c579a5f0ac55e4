import type { UploadedFile } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { createCsvReader, separatorOf } from '#platform/csv/csv-reader';
import { UnreadableCsv } from '#platform/csv/csv-rows';
import { invalidField } from '#platform/errors';

const limits = { rows: 20_000, columns: 50, cellChars: 4_000, rowChars: 16_384 };

export const columns = ['path', 'type', 'code', 'protection_class', 'owner', 'deputy', 'time_zone', 'notes'] as const;

/** One row of the file; missing cells are empty. */
export type LocationLine = { line: number } & Record<(typeof columns)[number], string>;

/** Rows of a CSV of places. Columns are found by their headers; unknown ones are ignored. @throws AppError validation_failed */
export async function readRows(file: UploadedFile): Promise<LocationLine[]> {
  const text = decode(await file.arrayBuffer());
  const [header, ...rows] = parse(text);
  const names = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  if (!names.includes('path')) throw invalidField('file', say('location.noPathColumn'));
  return rows.map(({ line, cells }) => {
    const entries = columns.map((name) => [name, cells[names.indexOf(name)]?.trim() ?? '']);
    return { line, ...Object.fromEntries(entries) } as LocationLine; // one entry for each of its columns
  });
}

/** A byte order mark is dropped. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidField('file', say('location.notUtf8'));
  }
}

function parse(text: string) {
  try {
    const reader = createCsvReader(separatorOf(text.slice(0, limits.rowChars), 1), limits);
    return [...reader.read(text), ...reader.end()];
  } catch (error) {
    throw error instanceof UnreadableCsv ? invalidField('file', error.sentence) : error;
  }
}
