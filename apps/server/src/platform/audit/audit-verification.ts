import { setImmediate } from 'node:timers/promises';
import type { AuditVerification } from '@key2xs/contract';
import { type ChainDeps, hasBegun } from './audit-chain';
import { AuditChainBroken, type ChainEnd, chainStart, type NotedHead } from './audit-end';
import { ChainInspection, type KnownEnd, maxProblems, type StoredEvent } from './audit-inspection';
import { countRefused, findHead, findPosition, listRefused, listSealed, listUnsealedWhole } from './audit-rows';
import { verifyTree } from './tree/verify-tree';

const pageRows = 5_000;
const rowsAtOnce = 250;
const refusedAtOnce = 100;

type VerifyDeps = Pick<ChainDeps, 'db' | 'auditKey' | 'auditNote'>;

/**
 * Recomputes the whole chain, 5,000 rows at a time, while others write, and looks for the end noted outside the
 * database. Read-only.
 * @param expected a chain end kept elsewhere
 */
export async function verifyChain(deps: VerifyDeps, expected?: ChainEnd): Promise<AuditVerification> {
  const { db, auditKey } = deps;
  const { known, problems: noteProblems } = await findKnownEnds(deps, expected);
  const inspection = new ChainInspection(auditKey, known);
  const head = await inspectSealed(deps, inspection);
  const unsealed = await inspectUnsealed(deps, inspection);
  const isEmptied = !head && inspection.checked === 0 && (await hasBegun(db, auditKey)) && !(await findHead(db)); // it may have started meanwhile
  const found = [...noteProblems, ...(isEmptied ? [emptied] : []), ...inspection.finish(head)];
  // What the chain names needs no second name.
  const problems = (found.length > 0 ? found : await verifyTree(deps)).slice(0, maxProblems);
  return {
    ok: problems.length === 0,
    checked: inspection.checked,
    unsealed,
    head: head ? { seq: toSafe(head.seq), hash: head.hash } : { seq: 0, hash: chainStart },
    problems,
  };
}

const emptied = {
  seq: 1,
  kind: 'truncated' as const,
  detail: 'There are administrators, but the log has no beginning.',
};

async function findKnownEnds({ auditNote }: VerifyDeps, expected: ChainEnd | undefined) {
  const known: KnownEnd[] = expected ? [{ ...expected, known: 'is expected' }] : [];
  const problems: AuditVerification['problems'] = [];
  try {
    const noted = await auditNote.find();
    if (noted) known.push({ ...noted, known: 'is noted in the data folder' });
  } catch (error) {
    if (!(error instanceof AuditChainBroken)) throw error;
    problems.push({ seq: null, kind: 'edited', detail: error.message });
  }
  return { known, problems };
}

/** @returns the noted end that matches the rows read */
async function inspectSealed({ db }: VerifyDeps, inspection: ChainInspection): Promise<NotedHead | undefined> {
  let head = await findHead(db);
  let last: bigint | undefined;
  for (;;) {
    const first = await findPosition(db, last);
    if (first !== undefined) {
      const page = await listSealed(db, first, first + BigInt(pageRows - 1));
      await inBatches(page, (event) => inspection.take(event));
      last = BigInt(page.at(-1)?.seq ?? first);
      continue;
    }
    const latest = await findHead(db);
    if (latest?.seq === head?.seq) return head;
    head = latest; // more was sealed meanwhile: read those rows too
  }
}

/** @returns the number of pending events, without forged ones */
async function inspectUnsealed({ db }: VerifyDeps, inspection: ChainInspection): Promise<number> {
  for (const refused of await listRefused(db, refusedAtOnce)) inspection.refuse(refused);
  let genuine = 0;
  let page: StoredEvent[] = [];
  do {
    page = await listUnsealedWhole(db, page.at(-1)?.id, pageRows);
    await inBatches(page, (event) => {
      if (inspection.takeUnsealed(event)) genuine++;
    });
  } while (page.length > 0);
  inspection.compareRefused(await countRefused(db));
  return genuine;
}

/** Yields to other requests between batches. */
async function inBatches<Row>(rows: Row[], take: (row: Row) => void): Promise<void> {
  for (const [i, row] of rows.entries()) {
    take(row);
    if (i % rowsAtOnce === 0) await setImmediate();
  }
}

const toSafe = (seq: string) => Math.min(Number(seq), Number.MAX_SAFE_INTEGER);
