import { type PaperKind, paperKind } from './paper-kind';

type WholePaperKind = PaperKind | { problem: 'trailing' };

/** What a file is by its content. Files that are also something else, read from their end, are refused as well. */
export function wholePaperKind(bytes: Buffer): WholePaperKind {
  const kind = paperKind(bytes);
  if ('problem' in kind) return kind;
  const end = endOf[kind.type](bytes);
  if (end === undefined) return { problem: 'broken' };
  return isPadding(bytes.subarray(end)) ? kind : { problem: 'trailing' };
}

/** Cameras fill up with zeros; editors of PDFs end with a line break. */
const isPadding = (rest: Buffer): boolean => rest.every((byte) => [0x00, 0x09, 0x0a, 0x0d, 0x20].includes(byte));

const endOf = {
  /** Behind the chunk IEND: its length, name and checksum. */
  'image/png': (bytes: Buffer): number | undefined => {
    for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
      if (bytes.subarray(at + 4, at + 8).toString('latin1') === 'IEND') return at + 12;
    }
    return undefined;
  },
  /** Behind the last end of image: previews inside have their own. */
  'image/jpeg': (bytes: Buffer) => endOfLast(bytes, Buffer.from('ffd9', 'hex')),
  'application/pdf': (bytes: Buffer) => endOfLast(bytes, Buffer.from('%%EOF')),
};

function endOfLast(bytes: Buffer, mark: Buffer): number | undefined {
  const at = bytes.lastIndexOf(mark);
  return at === -1 ? undefined : at + mark.length;
}
