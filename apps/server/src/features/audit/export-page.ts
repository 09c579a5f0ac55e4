import type { audit } from '@key2xs/contract';
import type { z } from 'zod';
import { sealAllPending } from '#platform/audit/audit-chain';
import { AuditChainBroken } from '#platform/audit/audit-end';
import { NoteUnwritable } from '#platform/audit/audit-note';
import { listSealedOf } from '#platform/audit/audit-rows';
import { findStampOf } from '#platform/audit/time-stamp/time-stamps';
import { findSoundHead, growTree } from '#platform/audit/tree/grow-tree';
import { headKey, publicKeyOf, type SignedHead } from '#platform/audit/tree/head';
import { consistencyProof, emptyRoot, inclusionProof } from '#platform/audit/tree/merkle';
import type { ProofPage } from '#platform/audit/tree/proof-page';
import { AuditTreeBroken, storedNodes } from '#platform/audit/tree/tiles';
import type { Caller, Db, Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import type { FileDownload } from '#platform/http/file-download';
import { selectAfter } from '#platform/list/list-query';
import { recordExport } from '#platform/list/list-routes';
import type { Reader } from '#platform/visible-to';
import { entrySource } from './entry-source';

type Query = z.output<typeof audit.exportPage.query>;

/** A page of the log as a file that proves its entries by itself, once everything up to now is sealed. */
export async function exportPage(
  deps: Deps,
  { reader, caller }: { reader: Reader; caller: Caller },
  { after, limit = 200, since, ...filter }: Query,
): Promise<FileDownload> {
  const { db, auditKey } = deps;
  const head = await findHeadOfNow(deps);
  const key = headKey(auditKey);
  const size = head?.size ?? 0;
  const node = storedNodes(db);
  const found = await selectAfter(
    reader,
    entrySource,
    { params: undefined, query: filter },
    { after: after === undefined ? undefined : [after, after], limit },
  );
  const entries: ProofPage['entries'] = [];
  for (const { seq, mac, hash, prev_hash, ...event } of await listSealedOf(
    db,
    found.map(({ id }) => id),
  )) {
    const position = Number(seq);
    if (position > size) continue; // sealed since: not in the tree of this head
    const proof = await inclusionProof(node, position - 1, size);
    entries.push({ position, ...event, proof: proof.map(hexOf) });
  }
  const page: ProofPage = {
    format: 'key2xs-audit-page-1',
    filter,
    head: {
      size,
      root: hexOf(head?.root ?? emptyRoot),
      at: head?.at ?? '',
      public_key: publicKeyOf(key).toString('base64'),
      signature: (head?.signature ?? Buffer.alloc(0)).toString('base64'),
    },
    consistency:
      since === undefined || since > size
        ? null
        : { size: since, proof: (await consistencyProof(node, since, size)).map(hexOf) },
    time_stamp: await stampFor(db, { entries, size }),
    entries,
  };
  await recordExport(
    deps,
    caller,
    { audit: 'audit_log.exported', fileName },
    { params: undefined, query: { ...filter } },
  );
  return { fileName, contentType: 'application/json', content: Buffer.from(textOf(page)) };
}

/** The earliest stamp that covers all entries of the page, else the newest. */
async function stampFor(
  db: Db,
  { entries, size }: Pick<ProofPage, 'entries'> & { size: number },
): Promise<ProofPage['time_stamp']> {
  const stamp = await findStampOf(db, Math.max(0, ...entries.map(({ position }) => position)));
  if (!stamp || stamp.size > size) return null;
  const proof = await consistencyProof(storedNodes(db), stamp.size, size);
  return {
    size: stamp.size,
    root: hexOf(stamp.root),
    at: stamp.at,
    signature: stamp.signature.toString('base64'),
    token: stamp.token.toString('base64'),
    proof: proof.map(hexOf),
  };
}

/** What is sealed can be proved although nothing more is. */
async function findHeadOfNow(deps: Deps): Promise<SignedHead | undefined> {
  try {
    await sealAllPending(deps).catch((error) => {
      if (!(error instanceof AuditChainBroken || error instanceof NoteUnwritable)) throw error;
    });
    await growTree(deps);
    return await findSoundHead(deps.db, deps.auditKey);
  } catch (error) {
    if (error instanceof AuditTreeBroken) throw notFound('audit_tree');
    throw error;
  }
}

/** An entry a line, so that people can read and compare files. */
function textOf({ entries, ...page }: ProofPage): string {
  const lines = entries.map((entry) => JSON.stringify(entry));
  const list = lines.length > 0 ? `[\n${lines.join(',\n')}\n]` : '[]';
  return `${JSON.stringify(page).slice(0, -1)},"entries":${list}}\n`;
}

const fileName = 'administration-log-proof.json';

const hexOf = (hash: Buffer) => hash.toString('hex');
