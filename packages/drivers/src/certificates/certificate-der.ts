import forge from 'node-forge';

export type DerElement = forge.asn1.Asn1;

/** The bytes end early: the file was truncated. */
export class CutOff extends Error {
  override name = 'CutOff';
}

/**
 * The first element of DER data, or of BER data as browsers and Java write PKCS#12, and its own bytes; ignores what follows.
 * @throws CutOff; any other error means that it is no element
 */
export function readDer(bytes: Buffer): { element: DerElement; der: Buffer } {
  const rest = forge.util.createBuffer(bytes.toString('latin1'));
  const options = { strict: true, parseAllBytes: false, decodeBitStrings: false };
  try {
    const element = forge.asn1.fromDer(rest, options as unknown as boolean); // the typings lack most of the options
    return { element, der: bytes.subarray(0, bytes.length - rest.length()) };
  } catch (error) {
    throw error instanceof Error && error.message.startsWith('Too few bytes') ? new CutOff() : error;
  }
}

export const childrenOf = ({ value }: DerElement): DerElement[] => (Array.isArray(value) ? value : []);

/** The descendant at a path of child positions. */
export function childOf(element: DerElement, ...path: number[]): DerElement {
  return path.reduce((parent, at) => {
    const child = childrenOf(parent)[at];
    if (!child) throw new Error('not the expected element');
    return child;
  }, element);
}

/** Of a primitive string or a number. */
export function bytesOf({ value }: DerElement): Buffer {
  if (Array.isArray(value)) throw new Error('not a text in one piece');
  return Buffer.from(value, 'latin1');
}

/** Dotted, such as '1.2.840.113549.1.7.1'. */
export function oidOf(element: DerElement): string {
  if (element.type !== forge.asn1.Type.OID) throw new Error('not an object identifier');
  return forge.asn1.derToOid(bytesOf(element).toString('latin1'));
}

/** Every kind of file or key is a sequence, identified by the kinds of its first members, e.g. 'number list text'. */
export const formOf = (element: DerElement): string =>
  element.type === forge.asn1.Type.SEQUENCE ? childrenOf(element).map(kindOf).join(' ') : '';

const kinds: Record<number, string> = {
  [forge.asn1.Type.INTEGER]: 'number',
  [forge.asn1.Type.BITSTRING]: 'bits',
  [forge.asn1.Type.OCTETSTRING]: 'text',
  [forge.asn1.Type.SEQUENCE]: 'list',
};

const kindOf = ({ tagClass, type }: DerElement): string =>
  (tagClass === forge.asn1.Class.UNIVERSAL && kinds[type]) || 'other';
