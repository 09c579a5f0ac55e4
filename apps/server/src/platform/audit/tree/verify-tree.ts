import { setImmediate } from 'node:timers/promises';
import type { AuditVerification } from '@key2xs/contract';
import type { Db } from '../../deps';
import { listSealed } from '../audit-rows';
import { listStamped } from '../time-stamp/time-stamps';
import { findSoundHead } from './grow-tree';
import { absentLeaf, leafOf } from './head';
import { type Hash, hashNodes } from './merkle';
import { AuditTreeBroken, listLeaves } from './tiles';

const pageRows = 5_000;

type Problem = AuditVerification['problems'][number];

const problem = (seq: number | null, detail: string): Problem => ({ seq, kind: 'tree', detail });

/** Compares the tree beside a chain that is whole with the entries, and recomputes its root. */
export async function verifyTree({ db, auditKey }: { db: Db; auditKey: Buffer }): Promise<Problem[]> {
  try {
    const head = await findSoundHead(db, auditKey);
    if (!head) return []; // the sealer makes it
    const problems: Problem[] = [];
    const whole = new GrowingRoot();
    const stamped = new Map((await listStamped(db)).map(({ size, root }) => [size, root]));
    for (let first = 0; first < head.size; first += pageRows) {
      const end = Math.min(first + pageRows, head.size);
      const stored = await listLeaves(db, first, end);
      const sealed = new Map(
        (await listSealed(db, BigInt(first + 1), BigInt(end))).map((event) => [Number(event.seq), leafOf(event)]),
      );
      for (let at = first; at < end; at++) {
        const [leaf, expected] = [stored.get(at), sealed.get(at + 1) ?? absentLeaf(at + 1)];
        if (!leaf?.equals(expected))
          problems.push(problem(at + 1, 'The tree beside the chain has another entry here.'));
        if (leaf) whole.add(leaf);
        const wanted = stamped.get(at + 1);
        if (wanted && !whole.root().equals(wanted)) {
          problems.push(problem(at + 1, 'The log up to here is not the one that was time-stamped.'));
        }
      }
      await setImmediate(); // lets other requests in
    }
    if (problems.length === 0 && !whole.root().equals(head.root)) {
      problems.push(problem(null, 'The tree beside the chain does not fit its own leaves.'));
    }
    return problems;
  } catch (error) {
    if (error instanceof AuditTreeBroken) return [problem(null, error.message)];
    throw error;
  }
}

/** The root of leaves that come one after the other, in memory for the height of the tree only. */
class GrowingRoot {
  #parts: { level: number; hash: Hash }[] = [];

  add(leaf: Hash): void {
    let part = { level: 0, hash: leaf };
    for (let last = this.#parts.at(-1); last?.level === part.level; last = this.#parts.at(-1)) {
      this.#parts.pop();
      part = { level: part.level + 1, hash: hashNodes(last.hash, part.hash) };
    }
    this.#parts.push(part);
  }

  root(): Hash {
    return this.#parts.map(({ hash }) => hash).reduceRight((right, left) => hashNodes(left, right));
  }
}
