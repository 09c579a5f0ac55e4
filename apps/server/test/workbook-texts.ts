import { openArchive } from '../src/features/locking-plans/sheet/open-archive';

/** Reads parts of a workbook by name, such as `worksheets/sheet1`. */
export async function partOfWorkbook(bytes: Buffer): Promise<(name: string) => Promise<string>> {
  const archive = await openArchive(bytes);
  return async (name) => {
    const pieces: Buffer[] = [];
    for await (const piece of (await archive.open(`xl/${name}.xml`)) ?? []) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  };
}

/** The texts of a sheet, each in its column, up to the last of a row. */
export function textsOfSheet(sheet: string): string[][] {
  return [...sheet.matchAll(/<row .*?<\/row>/g)].map(([row]) => {
    const texts: string[] = [];
    for (const [, letters = '', text = ''] of row.matchAll(
      /<c r="([A-Z]+)\d+"[^>]*>(?:<is><t[^>]*>|<v>)(.*?)<\/[tv]>/g,
    )) {
      const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      while (texts.length < column) texts.push('');
      texts[column] = text.trim();
    }
    return texts;
  });
}
