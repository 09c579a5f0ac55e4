/** The type of a picture or document, or why it is none that is taken. */
export type PaperKind =
  | { type: 'application/pdf' | 'image/png' | 'image/jpeg' }
  | { problem: 'unknown' | 'tooManyPixels' | 'broken' };

/** A page photographed by any telephone; what unpacks to more would only stop the program that shows it. */
const maxSide = 12_000;
const maxPixels = 80_000_000;

/** What a file is by its content, whatever it is called. Reads the head only: no picture is unpacked here. */
export function paperKind(bytes: Buffer): PaperKind {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') {
    return bytes.subarray(-2_048).includes('%%EOF') ? { type: 'application/pdf' } : { problem: 'broken' };
  }
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return judge('image/png', pngSize(bytes));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return judge('image/jpeg', jpegSize(bytes));
  return { problem: 'unknown' };
}

type Size = { width: number; height: number };

function judge(type: 'image/png' | 'image/jpeg', size: Size | undefined): PaperKind {
  if (!size || size.width === 0 || size.height === 0) return { problem: 'broken' };
  const { width, height } = size;
  if (width > maxSide || height > maxSide || width * height > maxPixels) return { problem: 'tooManyPixels' };
  return { type };
}

/** The first chunk is IHDR: PNG specification, 11.2.1. */
function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 24 || bytes.subarray(12, 16).toString('latin1') !== 'IHDR') return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Walks the segments to the start of frame: ITU-T T.81, B.2.2. */
function jpegSize(bytes: Buffer): Size | undefined {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
