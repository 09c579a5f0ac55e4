import { keyedHash } from './audit-event';

/** A position of the chain, and the hash of the row there. */
export type ChainEnd = { seq: number; hash: string };

/** The end as the database notes it, in one row. */
export type NotedHead = { seq: string; hash: string; mac: string };

/** Stands before the first event. */
export const chainStart = '0'.repeat(64);

/** In a form that can be pasted. */
export const endText = ({ seq, hash }: ChainEnd): string => `${seq}:${hash}`;

/** @returns undefined when it is no such text */
export function parseEnd(text: string): ChainEnd | undefined {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  return seq && hash ? { seq: Number(seq), hash } : undefined;
}

/** Makes the noted end of the chain unforgeable, so that cutting rows off shows. */
export const macHead = (key: Buffer, { seq, hash }: ChainEnd): string => keyedHash(key, ['signed head', seq, hash]);

const macFormerHead = (key: Buffer, { seq, hash }: ChainEnd): string => keyedHash(key, ['head', seq, hash]);

export const isHeadSound = (key: Buffer, head: NotedHead): boolean =>
  head.mac === macHead(key, endOf(head)) || isFormerHead(key, head);

/** Whether it was noted by a version that did not sign events: only then may events be without a signature. */
export const isFormerHead = (key: Buffer, head: NotedHead): boolean => head.mac === macFormerHead(key, endOf(head));

export const endOf = ({ seq, hash }: NotedHead): ChainEnd => ({ seq: Number(seq), hash });

/** The chain does not end where it should: sealing on would hide that. */
export class AuditChainBroken extends Error {
  override name = 'AuditChainBroken';
  constructor(what: string) {
    super(`${what}. Nothing more is sealed. Run: npm run audit:verify`);
  }
}
