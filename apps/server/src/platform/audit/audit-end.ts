import { howToRun } from '../how-to-run';
import { keyedHash } from './audit-event';

/** A position of the chain, and the hash of the row there. */
export type ChainEnd = { seq: number; hash: string };

/** The end as stored in the database, in one row. */
export type NotedHead = { seq: string; hash: string; mac: string };

/** The previous hash of the first event. */
export const chainStart = '0'.repeat(64);

/** As text, for copy and paste. */
export const endText = ({ seq, hash }: ChainEnd): string => `${seq}:${hash}`;

/** @returns undefined for malformed text */
export function parseEnd(text: string): ChainEnd | undefined {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  return seq && hash ? { seq: Number(seq), hash } : undefined;
}

/** A keyed hash of the end, so that cutting rows off is detected. */
export const macHead = (key: Buffer, { seq, hash }: ChainEnd): string => keyedHash(key, ['signed head', seq, hash]);

const macFormerHead = (key: Buffer, { seq, hash }: ChainEnd): string => keyedHash(key, ['head', seq, hash]);

export const isHeadSound = (key: Buffer, head: NotedHead): boolean =>
  head.mac === macHead(key, endOf(head)) || isFormerHead(key, head);

/** Whether a version that did not sign events noted it: only then may events lack a signature. */
export const isFormerHead = (key: Buffer, head: NotedHead): boolean => head.mac === macFormerHead(key, endOf(head));

export const endOf = ({ seq, hash }: NotedHead): ChainEnd => ({ seq: Number(seq), hash });

/** The chain does not end where it should; more sealing would hide that. */
export class AuditChainBroken extends Error {
  override name = 'AuditChainBroken';
  constructor(what: string) {
    super(`${what}. Nothing more is sealed. Run: ${howToRun('audit:verify')}`);
  }
}
