const deepest = 40;

type Span = { tag: number; from: number; to: number; end: number };

/** The bytes end before what they announce. Said of a whole file: it was cut off. */
export class CutOff extends Error {
  override name = 'CutOff';
}

/** The tags that certificates, keys and PKCS#12 files are made of. */
export const tags = { integer: 0x02, bits: 0x03, octets: 0x04, oid: 0x06, sequence: 0x30, explicit: 0xa0 } as const;

/**
 * One element of a DER text, or of a BER one as browsers and Java write PKCS#12: lengths may be indefinite and strings
 * in pieces. Whatever is not as asked for throws.
 */
export class DerElement {
  #children: DerElement[] | undefined;

  constructor(
    readonly tag: number,
    readonly content: Buffer,
    /** With tag and length. */
    readonly whole: Buffer,
  ) {}

  get children(): DerElement[] {
    this.#children ??= childrenOf(this.content);
    return this.#children;
  }

  child(index: number, tag?: number): DerElement {
    const child = this.children[index];
    if (!child || (tag !== undefined && child.tag !== tag)) throw new Error('not the expected element');
    return child;
  }

  /** Of a string in pieces too. */
  octets(): Buffer {
    const isInPieces = (this.tag & 0x20) !== 0;
    return isInPieces ? Buffer.concat(this.children.map((piece) => piece.octets())) : this.content;
  }

  /** Dotted, such as '1.2.840.113549.1.7.1'. */
  oid(): string {
    if (this.tag !== tags.oid) throw new Error('not an object identifier');
    const parts: number[] = [];
    let part = 0;
    for (const byte of this.content) {
      part = part * 128 + (byte & 0x7f);
      if (byte >= 0x80) continue;
      parts.push(part);
      part = 0;
    }
    const [first = 0, ...others] = parts;
    const root = Math.min(2, Math.floor(first / 40));
    return [root, first - root * 40, ...others].join('.');
  }

  /** Infinite when it does not fit; never negative. */
  count(): number {
    if (this.tag !== tags.integer || this.content.length === 0 || (this.content[0] ?? 0) >= 0x80) {
      throw new Error('not a count');
    }
    const digits = this.content.toString('hex').replace(/^(00)+(?=..)/, '');
    return digits.length > 12 ? Number.POSITIVE_INFINITY : Number.parseInt(digits, 16);
  }
}

/** The element at the begin; what follows it does not matter. @throws CutOff */
export function readDer(bytes: Buffer): DerElement {
  return elementAt(bytes, 0);
}

function elementAt(bytes: Buffer, at: number): DerElement {
  const { tag, from, to, end } = spanAt(bytes, at);
  return new DerElement(tag, bytes.subarray(from, to), bytes.subarray(at, end));
}

function childrenOf(content: Buffer): DerElement[] {
  const children: DerElement[] = [];
  for (let at = 0; at < content.length; at += children.at(-1)?.whole.length ?? 0) children.push(elementAt(content, at));
  return children;
}

function spanAt(bytes: Buffer, at: number, depth = 0): Span {
  const [tag, first] = bytes.subarray(at, at + 2);
  if (tag === undefined || first === undefined) throw new CutOff();
  if ((tag & 0x1f) === 0x1f || depth > deepest) throw new Error('not an element of a certificate');
  if (first === 0x80) return indefiniteSpan(bytes, at, depth);
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > 4) throw new Error('too long');
  const from = at + 2 + lengthBytes;
  if (from > bytes.length) throw new CutOff();
  const to = from + (lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes));
  if (to > bytes.length) throw new CutOff();
  return { tag, from, to, end: to };
}

/** Ends with two zero bytes in place of a child. */
function indefiniteSpan(bytes: Buffer, at: number, depth: number): Span {
  const from = at + 2;
  let next = from;
  while (bytes[next] !== 0 || bytes[next + 1] !== 0) next = spanAt(bytes, next, depth + 1).end;
  return { tag: bytes[at] ?? 0, from, to: next, end: next + 2 };
}
