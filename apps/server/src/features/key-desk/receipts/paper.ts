import type { ReceiptSummary, UploadedFile } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { invalidField, notFound } from '#platform/errors';
import type { FileDownload } from '#platform/http/file-download';
import { paperKind } from '#platform/paper-kind';
import { asCaller, type Reader } from '#platform/visible-to';
import { getReceipt, getReceiptSummary } from './list-receipts';
import { refuseSigned } from './receipt-links';

/**
 * Adds a receipt as it was signed on paper. The file is stored as it is and only ever sent back as a download.
 * @throws AppError not_found, conflict when it is signed already, validation_failed for what is no photograph or scan
 */
export async function addPaper(
  { db }: Deps,
  caller: Caller,
  { id, file }: { id: string; file: UploadedFile },
): Promise<ReceiptSummary> {
  const paper = Buffer.from(await file.arrayBuffer());
  const kind = paperKind(paper);
  if ('problem' in kind) throw invalidField('file', say(`keyReceipt.paper.${kind.problem}`));
  return db.transaction().execute(async (tx) => {
    const reader = asCaller(tx, caller);
    const receipt = await getReceipt(reader, id);
    await sql`select from key_receipt where id = ${id} for update`.execute(tx);
    await refuseSigned(tx, receipt);
    await tx.deleteFrom('key_receipt_link').where('receipt_id', '=', id).execute();
    await tx.updateTable('key_receipt').set({ paper, paper_type: kind.type }).where('id', '=', id).execute();
    await recordEvent(tx, caller, 'key_receipt.signed_on_paper', {
      id,
      details: { bytes: paper.length, type: kind.type },
    });
    return getReceiptSummary(reader, id);
  });
}

const endings: Record<string, string> = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' };

/** @throws AppError not_found, also for a receipt that was not signed on paper */
export async function getPaper(reader: Reader, id: string): Promise<FileDownload> {
  const { paper, paper_type } = await getReceipt(reader, id);
  if (!paper || !paper_type) throw notFound('key_receipt');
  return { fileName: `signed-key-receipt.${endings[paper_type] ?? 'bin'}`, contentType: paper_type, content: paper };
}
