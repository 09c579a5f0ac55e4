import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type ChainedEvent, coveredParts, keyedHash } from '../audit-event';
import { type Hash, hashLeaf } from './merkle';

/** The tree at a moment: how many entries it has, and its root. */
export type TreeHead = { size: number; root: Hash; at: string };

export type SignedHead = TreeHead & { signature: Buffer };

/** Ed25519 in PKCS #8, before the 32 bytes of the key. */
const keyHead = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs heads so that anyone with the public key can verify them. Derived from the key of the chain, like all of the log's. */
export const headKey = (auditKey: Buffer): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([keyHead, Buffer.from(keyedHash(auditKey, ['head of the tree']), 'hex')]),
    format: 'der',
    type: 'pkcs8',
  });

export const publicKeyOf = (key: KeyObject): Buffer => createPublicKey(key).export({ format: 'der', type: 'spki' });

/** What tells a public key from others, short enough to be kept on paper. */
export const fingerprintOf = (publicKey: Buffer): string => createHash('sha256').update(publicKey).digest('hex');

/** What is signed, and what an authority of time stamps sees the hash of. */
export const headText = ({ size, root, at }: TreeHead): Buffer =>
  Buffer.from(`Key2XS audit log, tree head\n${size}\n${root.toString('hex')}\n${at}\n`);

export const signHead = (key: KeyObject, head: TreeHead): SignedHead => ({
  ...head,
  signature: sign(null, headText(head), key),
});

/** @param publicKey as SPKI */
export function isHeadSigned(publicKey: Buffer, { signature, ...head }: SignedHead): boolean {
  try {
    const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, headText(head), key, signature);
  } catch {
    return false; // no key at all
  }
}

/** Of an entry: what the chain covers, too, so that erased details change nothing. */
export const leafOf = (event: ChainedEvent): Hash => hashLeaf(JSON.stringify(['entry', ...coveredParts(event)]));

/** Stands where an entry is gone or was changed before the tree had it. */
export const absentLeaf = (position: number): Hash => hashLeaf(JSON.stringify(['absent', position]));
