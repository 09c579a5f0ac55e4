import { say } from '@key2xs/texts';
import { createXmlReader, decodeXml } from './read-xml';
import { UnreadableSheet } from './sheet-row';

const maxChars = 30_000_000;
const maxStrings = 1_000_000;

/** The texts that cells refer to by number, without phonetic guides. @throws UnreadableSheet */
export async function readSharedStrings(pieces: AsyncIterable<Buffer> | undefined): Promise<string[]> {
  if (!pieces) return [];
  const strings: string[] = [];
  let text = '';
  let chars = 0;
  let isText = false;
  let isPhonetic = false;
  const reader = createXmlReader({
    open: (name) => {
      if (name === 'si') text = '';
      isPhonetic ||= name === 'rPh';
      isText = name === 't' && !isPhonetic;
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') strings.push(text);
      if (strings.length > maxStrings || chars > maxChars) throw new UnreadableSheet(say('sheet.tooMuchText'));
    },
    text: (piece) => {
      if (!isText) return;
      text += piece;
      chars += piece.length;
    },
  });
  for await (const piece of decodeXml(pieces)) reader.write(piece);
  reader.end();
  return strings;
}
