import { createHmac } from 'node:crypto';
import type { AuditProblem } from '@key2xs/contract';
import type { z } from 'zod';
import { canonicalJson, hashDetails } from './audit';

type Problem = z.infer<typeof AuditProblem>;

/** What the chain covers of an event. Instants as text, because a JavaScript date loses the microseconds. */
export type ChainedEvent = {
  id: string;
  at_text: string;
  actor_id: string | null;
  actor_name: string;
  action: string;
  target_type: string | null;
  target_id: string | null;
  request_id: string | null;
  details_hash: string;
};

export type SealedEvent = ChainedEvent & {
  seq: string;
  prev_hash: string | null;
  hash: string | null;
  details: Record<string, unknown> | null;
  details_salt: string;
};

export type ChainHead = { seq: string; hash: string; mac: string };

/** Stands before the first event. */
export const chainStart = '0'.repeat(64);
const maxProblems = 100;
/** More breaks than this are not told apart any further; the report is full long before. */
const maxRuns = 2_000;

const mac = (key: Buffer, parts: unknown[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');

/** Links an event to the one before it. The position is not part of it: it follows from the links. */
export const hashEvent = (key: Buffer, prevHash: string, event: ChainedEvent): string =>
  mac(key, [
    prevHash,
    event.id,
    event.at_text,
    event.actor_id,
    event.actor_name,
    event.action,
    event.target_type,
    event.target_id,
    event.request_id,
    event.details_hash,
  ]);

/** Makes the noted end of the chain unforgeable, so that cutting rows off shows. */
export const macHead = (key: Buffer, seq: number, hash: string): string => mac(key, ['head', seq, hash]);

export const isHeadSound = (key: Buffer, head: ChainHead): boolean =>
  head.mac === macHead(key, Number(head.seq), head.hash);

/** Takes the place of the salt once the details of an event are erased; only the holder of the key can make it. */
export const erasureMark = (key: Buffer, event: Pick<ChainedEvent, 'id' | 'details_hash'>): string =>
  `erased:${mac(key, ['erased', event.id, event.details_hash])}`;

function isEventSound(key: Buffer, event: SealedEvent): boolean {
  if (event.hash !== hashEvent(key, event.prev_hash ?? '', event)) return false;
  const details = event.details === null ? null : canonicalJson(event.details);
  if (details === null && event.details_salt === erasureMark(key, event)) return true;
  return event.details_hash === hashDetails(event.details_salt, details);
}

/** Neighbouring events whose links hold. An unharmed chain is one run. */
type Run = { from: number; length: number; prevHash: string; lastHash: string; isBreakExplained: boolean };

/**
 * Looks at the sealed events in order of `seq`, each once, and names what does not fit. Keeps only the runs between
 * two breaks, so memory does not grow with the log.
 */
export class ChainInspection {
  #problems: Problem[] = [];
  #runs: Run[] = [];
  #last = { seq: 0, isNamed: false };
  checked = 0;

  constructor(private readonly key: Buffer) {}

  take(event: SealedEvent): void {
    const seq = Math.min(Number(event.seq), Number.MAX_SAFE_INTEGER); // a forged one may be any bigint
    const { seq: previous, isNamed: isPreviousNamed } = this.#last;
    const isGap = seq > previous + 1;
    const isEdited = !isEventSound(this.key, event);
    if (isGap) this.#name(previous + 1, 'missing', `${rows(previous + 1, seq - 1)} gone from the middle of the log.`);
    if (isEdited) this.#name(seq, 'edited', 'This row is not as it was sealed.');

    const run = this.#runs.at(-1);
    const hash = event.hash ?? '';
    if (run && !isGap && run.lastHash === event.prev_hash) {
      run.lastHash = hash;
      run.length++;
    } else if (this.#runs.length < maxRuns) {
      const isBreakExplained = isGap || isEdited || isPreviousNamed;
      const prevHash = isEdited ? `of row ${seq}` : (event.prev_hash ?? ''); // an edited link leads nowhere
      this.#runs.push({ from: seq, length: 1, prevHash, lastHash: hash, isBreakExplained });
    }
    this.#last = { seq, isNamed: isEdited };
    this.checked++;
  }

  /** @returns at most 100 problems, in order of `seq` */
  finish(head: ChainHead | undefined): Problem[] {
    const lastHash = this.#nameMoved();
    this.#nameEnd(head, lastHash);
    return this.#problems.sort((a, b) => a.seq - b.seq).slice(0, maxProblems);
  }

  /**
   * Puts the runs back into the order their links tell, and names those that stand elsewhere.
   * @returns the hash at the end of that order
   */
  #nameMoved(): string {
    const byPrevious = new Map(this.#runs.map((run) => [run.prevHash, run]));
    const waiting = new Set(this.#runs);
    let position = 1;
    let hash = chainStart;
    while (waiting.size > 0) {
      let run = byPrevious.get(hash);
      if (!run || !waiting.has(run)) {
        run = firstOf(waiting);
        position = run.from;
        if (!run.isBreakExplained) this.#name(run.from, 'missing', 'What stood before this row is gone.');
      } else if (run.from !== position) {
        const end = run.from + run.length - 1;
        this.#name(run.from, 'swapped', `${rows(run.from, end)} not in the place where sealed, which is ${position}.`);
      }
      waiting.delete(run);
      position += run.length;
      hash = run.lastHash;
    }
    return hash;
  }

  #nameEnd(head: ChainHead | undefined, lastHash: string): void {
    const { seq } = this.#last;
    if (!head) {
      if (seq > 0) this.#name(seq + 1, 'truncated', 'The noted end of the log is gone.');
      return;
    }
    const end = Math.min(Number(head.seq), Number.MAX_SAFE_INTEGER);
    if (!isHeadSound(this.key, head)) this.#name(end, 'edited', 'The noted end of the log was changed.');
    else if (end > seq) this.#name(seq + 1, 'truncated', `${rows(seq + 1, end)} cut off the end of the log.`);
    else if (end < seq) this.#name(end, 'edited', 'The noted end of the log is older than its last row.');
    else if (this.#problems.length === 0 && head.hash !== lastHash) {
      this.#name(seq, 'edited', 'The last row is not the one noted as the end of the log.');
    }
  }

  #name(seq: number, kind: Problem['kind'], detail: string): void {
    if (this.#problems.length < maxProblems * 2) this.#problems.push({ seq, kind, detail });
  }
}

const rows = (from: number, to: number) => (from === to ? `Row ${from} is` : `Rows ${from} to ${to} are`);

/** Preferably one whose break has its reason already, so that one deed is named once. */
function firstOf(runs: Set<Run>): Run {
  let first: Run | undefined;
  for (const run of runs) {
    if (run.isBreakExplained) return run;
    first ??= run;
  }
  if (!first) throw new Error('There is no run left.');
  return first;
}
