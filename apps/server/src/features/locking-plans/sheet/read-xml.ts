import { say } from '@key2xs/texts';
import { SaxesParser } from 'saxes';
import { damaged } from './open-archive';
import { UnreadableSheet } from './sheet-row';

type Attributes = Readonly<Record<string, string>>;

type XmlEvents = {
  open: (name: string, attributes: Attributes) => void;
  close: (name: string) => void;
  text?: (text: string) => void;
};

/**
 * Reads XML as it arrives; strips prefixes from names. Resolves and expands no entities, and refuses a document type.
 * @throws UnreadableSheet from `write` and `end`, when it is not well-formed
 */
export function createXmlReader({ open, close, text }: XmlEvents) {
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw new UnreadableSheet(say('sheet.oddParts'));
  });
  parser.on('opentag', ({ name, attributes }) => open(withoutPrefix(name), attributes));
  parser.on('closetag', ({ name }) => close(withoutPrefix(name)));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  const guarded = (run: () => void) => {
    try {
      run();
    } catch (cause) {
      throw cause instanceof UnreadableSheet ? cause : damaged(cause);
    }
  };
  return {
    write: (piece: string) => guarded(() => parser.write(piece)),
    end: () => guarded(() => parser.close()),
  };
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

/** Decodes an XML part piece by piece, by byte order mark, else as UTF-8. @throws UnreadableSheet */
export async function* decodeXml(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece), { fatal: true });
    yield decode(() => decoder?.decode(piece, { stream: true }));
  }
  yield decode(() => decoder?.decode());
}

const encodingOf = ([first, second]: Buffer) =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';

function decode(run: () => string | undefined): string {
  try {
    return run() ?? '';
  } catch (cause) {
    throw damaged(cause);
  }
}
