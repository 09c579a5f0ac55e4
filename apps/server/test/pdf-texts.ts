import { inflateSync } from 'node:zlib';

/**
 * The texts of each page of a pdfkit document, in the order of drawing, as programs that copy or read it aloud find them.
 */
export function textsOfPages(pdf: Buffer): string[][] {
  const file = pdf.toString('latin1');
  const parts = new Map(
    [...file.matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)].map(([, id, body = '']) => [id, body]),
  );
  const part = (id: string | undefined): string => parts.get(id) ?? '';
  const streamOf = (body: string): string => {
    const stream = body.slice(body.indexOf('stream\n') + 7, body.lastIndexOf('\nendstream'));
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  };
  const named = (body: string, name: string) => part(new RegExp(`/${name} (\\d+) 0 R`).exec(body)?.[1]);
  const pages = [...parts.values()].filter((body) => body.includes('/Type /Page\n'));
  return pages.map((page) => {
    const fonts = new Map(
      [...named(page, 'Resources').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, font, id]) => [
        font,
        lettersOf(streamOf(named(part(id), 'ToUnicode'))),
      ]),
    );
    const blocks = streamOf(named(page, 'Contents')).matchAll(/BT\n.*?\/(F\d+) [\d.]+ Tf\n\[(.*?)\] TJ\nET/gs);
    return [...blocks].map(([, font, shown = '']) => {
      const letters = fonts.get(font);
      const signs = [...shown.matchAll(/<([\da-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
      return signs.map((sign) => letters?.[Number.parseInt(sign, 16)] ?? '').join('');
    });
  });
}

/** The text of each glyph of a font; of ligatures, several letters. */
function lettersOf(map: string): string[] {
  const ranges = map.matchAll(/<([\da-f]+)> <[\da-f]+> \[(.*?)\]/gs);
  const letters: string[] = [];
  for (const [, first = '', listed = ''] of ranges) {
    for (const [i, [, codes = '']] of [...listed.matchAll(/<([\da-f ]+)>/g)].entries()) {
      letters[Number.parseInt(first, 16) + i] = Buffer.from(codes.replaceAll(' ', ''), 'hex')
        .swap16()
        .toString('utf16le');
    }
  }
  return letters;
}
