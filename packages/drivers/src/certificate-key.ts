import { createPrivateKey, type KeyObject } from 'node:crypto';
import { type DerElement, readDer, tags } from './certificate-der';
import { CertificateRefusal, refusals } from './certificate-refusal';

const kinds = {
  rsa: '1.2.840.113549.1.1.1',
  pss: '1.2.840.113549.1.1.10',
  dsa: '1.2.840.10040.4.1',
  ec: '1.2.840.10045.2.1',
  ed25519: '1.3.101.112',
  ed448: '1.3.101.113',
} as const;

/** Those that can sign a handshake. */
const usable: ReadonlySet<string> = new Set([kinds.rsa, kinds.pss, kinds.ec, kinds.ed25519, kinds.ed448]);

const namesOfOthers: Record<string, string> = {
  [kinds.dsa]: 'DSA',
  '1.2.840.113549.1.3.1': 'DH',
  '1.2.840.10046.2.1': 'DH',
  '1.3.101.110': 'X25519',
  '1.3.101.111': 'X448',
};

/** The largest keys that are made, RSA 16384, have 9.3. */
const maxKibibytes = 16;

/**
 * Reads a private key in clear, in any of its forms. Node computes with what a key holds, some kinds as soon as it reads
 * them, others when they first sign, and ends only when it is through: so whatever is not like an issued key is refused unread.
 * @param notAKey what to say of bytes that hold none
 * @throws CertificateRefusal
 */
export function readPrivateKey(bytes: Buffer, notAKey = refusals.brokenKey): KeyObject {
  try {
    const element = readDer(bytes);
    const form = formOf(element);
    const kind = form.kindOf(element);
    if (!usable.has(kind)) throw refusals.foreignKey(namesOfOthers[kind] ?? kind);
    if (element.whole.length > maxKibibytes * 1_024) throw refusals.hugeKey(maxKibibytes);
    if (kind === kinds.rsa || kind === kinds.pss) checkNumbers(form.contentOf(element));
    return createPrivateKey({ key: element.whole, format: 'der', type: form.type });
  } catch (error) {
    throw error instanceof CertificateRefusal ? error : notAKey();
  }
}

type Form = {
  type: 'pkcs8' | 'pkcs1' | 'sec1';
  /** Of the first members of the list. */
  begin: readonly number[];
  /** An object identifier. */
  kindOf(element: DerElement): string;
  /** The list that the old form consists of. */
  contentOf(element: DerElement): DerElement;
};

/** A DSA key of the old form begins like one of RSA, and has fewer members. */
const forms: readonly Form[] = [
  {
    type: 'pkcs8',
    begin: [tags.integer, tags.sequence, tags.octets],
    kindOf: (element) => element.child(1).child(0).oid(),
    contentOf: (element) => readDer(element.child(2).content),
  },
  {
    type: 'pkcs1',
    begin: [tags.integer, tags.integer],
    kindOf: ({ children }) => (children.length === 6 ? kinds.dsa : kinds.rsa),
    contentOf: (element) => element,
  },
  {
    type: 'sec1',
    begin: [tags.integer, tags.octets],
    kindOf: () => kinds.ec,
    contentOf: (element) => element,
  },
];

function formOf({ tag, children }: DerElement): Form {
  const form = forms.find(({ begin }) => begin.every((kind, at) => children[at]?.tag === kind));
  if (!form || tag !== tags.sequence) throw new Error('not a private key');
  return form;
}

/** Version, modulus, and seven more that are no longer. A signature takes time with the third power of the longest. */
function checkNumbers({ children }: DerElement): void {
  const longest = children[1]?.content.length ?? 0;
  const isReal = children.every(({ tag, content }) => tag === tags.integer && content.length <= longest);
  if (children.length !== 9 || !isReal) throw new Error('not the numbers of an RSA key');
}
