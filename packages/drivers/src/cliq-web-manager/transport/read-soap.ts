import { setImmediate as otherWork } from 'node:timers/promises';
import { type Sentence, say } from '@key2xs/texts';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { DriverError } from '../../driver-error';
import { queryNamespace } from '../query-wire';
import { collectRecords, type Fields, isBelow } from './soap-records';

export type SoapAnswer = { records: Fields[] } | { fault: Fields };

const chunkLength = 64 * 1024;
/** Maximum length of a tag or text, far above that of any field. Checked first, because the parser is slow. */
const maxStretch = 1024 * 1024;
const maxDepth = 64;
const faultPath = ['Envelope', 'Body', 'Fault'];

/**
 * Reads a SOAP answer: the records at `path` below the element `response`, or its fault.
 *
 * Skips prefixes, attributes, comments and unknown elements. Refuses malformed input, so that a truncated answer never passes
 * for a complete one, and document types, because of entity expansion. Yields to other work every 64 KiB.
 *
 * @throws DriverError bad_answer
 */
export async function readSoap(text: string, response: string, path: readonly string[]): Promise<SoapAnswer> {
  if (text.trim() === '') throw unreadable(say('circumstance.answerEmpty'));
  if (hasStretchWithout('<', text) || hasStretchWithout('>', text))
    throw unreadable(say('circumstance.xmlPartTooLong'));
  const reading = startReading(['Envelope', 'Body', response], path);
  try {
    for (let at = 0; at < text.length; at += chunkLength) {
      reading.parser.write(text.slice(at, at + chunkLength));
      await otherWork();
    }
    reading.parser.close();
  } catch (cause) {
    if (cause instanceof DriverError) throw cause;
    throw unreadable(say('circumstance.xmlBroken'), cause);
  }
  return reading.end();
}

function hasStretchWithout(mark: string, text: string): boolean {
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf(mark, from);
    const end = found < 0 ? text.length : found;
    if (end - from > maxStretch) return true;
    from = end + 1;
  }
  return false;
}

const unreadable = (detail: Sentence, cause?: unknown) => new DriverError('bad_answer', { detail, cause });

function startReading(wrapper: readonly string[], path: readonly string[]) {
  const parser = new SaxesParser({ xmlns: true });
  const collectors = [collectRecords([...wrapper, ...path]), collectRecords(faultPath)] as const;
  const place: string[] = [];
  let hasResponse = false;
  let unknown: string | undefined;

  rejectMalformed(parser);
  parser.on('opentag', (tag) => {
    place.push(tag.local);
    if (place.length > maxDepth) throw unreadable(say('circumstance.xmlTooDeep'));
    hasResponse ||= place.length === wrapper.length && isBelow(place, wrapper);
    if (isUnknown(tag, place, wrapper, path)) unknown ??= tag.local;
    for (const collector of collectors) collector.open(place);
  });
  const addText = (text: string) => {
    for (const collector of collectors) collector.text(place, text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    place.pop();
  });
  return {
    parser,
    end(): SoapAnswer {
      const [records, [fault]] = [collectors[0].records(), collectors[1].records()];
      if (fault) return { fault };
      if (!hasResponse) throw unreadable(say('circumstance.otherElement', { wanted: wrapper.at(-1) ?? '' }));
      if (records.length > 0 || unknown === undefined) return { records };
      throw unreadable(say('circumstance.unknownElement', { found: unknown, wanted: path.at(-1) ?? '' }));
    },
  };
}

function rejectMalformed(parser: SaxesParser<{ xmlns: true }>): void {
  const aWebPage = say('circumstance.webPage');
  parser.on('doctype', (doctype) => {
    const isPage = /^\s*html\b/i.test(doctype);
    throw unreadable(isPage ? aWebPage : say('circumstance.xmlHasType'));
  });
  parser.on('opentagstart', ({ name }) => {
    if (name.toLowerCase() === 'html') throw unreadable(aWebPage);
  });
  parser.on('error', (error) => {
    throw error;
  });
}

/**
 * Whether an element is in the place of a record, but with another name, and is no vendor extension. If nothing else is
 * found, the list is unreadable rather than empty.
 */
function isUnknown(
  { local, uri }: SaxesTagNS,
  place: readonly string[],
  wrapper: readonly string[],
  path: readonly string[],
): boolean {
  const depth = place.length - wrapper.length - 1;
  const expected = path[depth];
  if (expected === undefined || local === expected || (uri !== '' && uri !== queryNamespace)) return false;
  return isBelow(place, [...wrapper, ...path.slice(0, depth)]);
}
