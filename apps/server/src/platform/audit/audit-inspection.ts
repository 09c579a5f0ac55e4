import type { AuditProblem } from '@key2xs/contract';
import type { z } from 'zod';
import { canonicalJson, hashDetails } from './audit';
import { type ChainEnd, chainStart, endText, isHeadSound, type NotedHead } from './audit-end';
import { type ChainedEvent, coveredParts, eventSigner, keyedHash } from './audit-event';

type Problem = z.infer<typeof AuditProblem>;

/** An event as it is stored, sealed or not. */
export type StoredEvent = ChainedEvent & {
  details: Record<string, unknown> | null;
  details_salt: string;
  mac: string | null;
};

export type SealedEvent = StoredEvent & { seq: string; prev_hash: string | null; hash: string | null };

/** An end that the chain must have had, and its origin: "is noted in the data folder". */
export type KnownEnd = ChainEnd & { known: string };

export const maxProblems = 100;
/** Bounds memory; the report is full long before this many breaks. */
const maxRuns = 2_000;

/** Links an event to the one before it. Leaves the position out, because the links imply it. */
export const hashEvent = (key: Buffer, prevHash: string, event: ChainedEvent): string =>
  keyedHash(key, [prevHash, ...coveredParts(event)]);

/** Replaces the salt of erased details; only the holder of the key can compute it. */
export const erasureMark = (key: Buffer, event: Pick<ChainedEvent, 'id' | 'details_hash'>): string =>
  `erased:${keyedHash(key, ['erased', event.id, event.details_hash])}`;

/** Whether this product wrote the event and it is unchanged. */
export const isSigned = (key: Buffer, event: ChainedEvent & { mac: string | null }): boolean =>
  event.mac === eventSigner(key)(event);

/** Events sealed before signatures existed have none. */
function isEventSound(key: Buffer, event: SealedEvent): boolean {
  if (event.hash !== hashEvent(key, event.prev_hash ?? '', event)) return false;
  return (event.mac === null || isSigned(key, event)) && areDetailsSound(key, event);
}

function areDetailsSound(key: Buffer, event: StoredEvent): boolean {
  const details = event.details === null ? null : canonicalJson(event.details);
  if (details === null && event.details_salt === erasureMark(key, event)) return true;
  return event.details_hash === hashDetails(event.details_salt, details);
}

/** Consecutive events with intact links. An intact chain is one run. */
type Run = { from: number; length: number; prevHash: string; lastHash: string; isBreakExplained: boolean };

/**
 * Checks the sealed events once each, in order of `seq`, and reports what does not fit. Keeps only the runs between
 * breaks, so memory does not grow with the log.
 */
export class ChainInspection {
  #problems: Problem[] = [];
  #runs: Run[] = [];
  #last = { seq: 0, isNamed: false };
  #missed: Set<KnownEnd>;
  /** Rows that were refused, as the log has it, since it was last accepted. */
  #refusals = 0;
  checked = 0;

  /** @param known ends that the chain must contain */
  constructor(
    private readonly key: Buffer,
    known: KnownEnd[] = [],
  ) {
    this.#missed = new Set(known.filter(({ seq, hash }) => seq !== 0 || hash !== chainStart));
  }

  take(event: SealedEvent): void {
    const seq = Math.min(Number(event.seq), Number.MAX_SAFE_INTEGER); // a forged value may be any bigint
    const { seq: previous, isNamed: isPreviousNamed } = this.#last;
    const isGap = seq > previous + 1;
    const isTwin = seq === previous;
    const isEdited = !isEventSound(this.key, event);
    if (isGap) this.#name(previous + 1, 'missing', `${rows(previous + 1, seq - 1)} gone from the middle of the log.`);
    if (isTwin) this.#name(seq, 'forged', 'More than one row has this position.');
    else if (isEdited) this.#name(seq, 'edited', 'This row is not as it was sealed.');

    if (!isTwin && !isEdited) this.#countRefusals(event);
    const run = this.#runs.at(-1);
    const hash = event.hash ?? '';
    if (run && !isGap && run.lastHash === event.prev_hash) {
      run.lastHash = hash;
      run.length++;
    } else if (this.#runs.length < maxRuns) {
      const isBreakExplained = isGap || isTwin || isEdited || isPreviousNamed;
      const prevHash = isEdited ? `of row ${seq}` : (event.prev_hash ?? ''); // an edited link leads nowhere
      this.#runs.push({ from: seq, length: 1, prevHash, lastHash: hash, isBreakExplained });
    }
    for (const known of this.#missed) if (known.seq === seq && known.hash === hash) this.#missed.delete(known);
    this.#last = { seq, isNamed: isTwin || isEdited };
    this.checked++;
  }

  /** An unsealed event. @returns whether it is genuine */
  takeUnsealed(event: StoredEvent): boolean {
    const isGenuine = isSigned(this.key, event) && areDetailsSound(this.key, event);
    if (isGenuine) this.#countRefusals(event);
    else this.refuse(event);
    return isGenuine;
  }

  refuse({ id, action, actor_name }: Pick<ChainedEvent, 'id' | 'action' | 'actor_name'>): void {
    this.#name(null, 'forged', `Row ${id}, '${action}' by '${actor_name}', was not written by this product.`);
  }

  /** Call it last. @param kept how many refused rows are still kept as evidence */
  compareRefused(kept: number): void {
    const gone = this.#refusals - kept;
    if (gone <= 0) return;
    this.#name(null, 'forged', `${this.#refusals} rows were refused, but ${gone} of them are gone from audit_refused.`);
  }

  #countRefusals({ action, details }: StoredEvent): void {
    if (action === 'audit_log.end_accepted') this.#refusals = 0;
    if (action === 'audit_log.rows_refused') this.#refusals += Number(details?.count ?? 1); // erased: one at least
  }

  /** @returns at most 100 problems, in order of `seq`; those without a position come last */
  finish(head: NotedHead | undefined): Problem[] {
    const lastHash = this.#nameMoved();
    this.#nameEnd(head, lastHash);
    for (const known of this.#missed) this.#nameMissed(known);
    const place = ({ seq }: Problem) => seq ?? Number.MAX_VALUE;
    return this.#problems.sort((a, b) => place(a) - place(b)).slice(0, maxProblems);
  }

  /**
   * Puts the runs into the order of their links and reports those found elsewhere.
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

  #nameMissed(known: KnownEnd): void {
    const { seq } = this.#last;
    const why = `The end ${endText(known)} ${known.known}`;
    if (known.seq > seq) this.#name(seq + 1, 'truncated', `${why}, but the log ends at ${seq}.`);
    else this.#name(known.seq, 'replaced', `${why}, but this row is another one.`);
  }

  #nameEnd(head: NotedHead | undefined, lastHash: string): void {
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

  #name(seq: number | null, kind: Problem['kind'], detail: string): void {
    if (this.#problems.length < maxProblems * 2) this.#problems.push({ seq, kind, detail });
  }
}

const rows = (from: number, to: number) => (from === to ? `Row ${from} is` : `Rows ${from} to ${to} are`);

/** Prefers a run whose break is already explained, so that one manipulation is reported once. */
function firstOf(runs: Set<Run>): Run {
  let first: Run | undefined;
  for (const run of runs) {
    if (run.isBreakExplained) return run;
    first ??= run;
  }
  if (!first) throw new Error('There is no run left.');
  return first;
}
