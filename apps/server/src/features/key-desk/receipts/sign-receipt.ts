import type { ReceiptDraft, Signature, SignedReceipt } from '@key2xs/contract';
import { isSignature } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';

/** A draft that was shown longer ago is shown again: meanwhile someone else stands at the desk. */
const maxAgeMs = 12 * 3_600_000;

type People = { person_id: string | null; giver_id: string | null };

/**
 * Stores a receipt in the transaction of what it is about.
 * @param draft as it would be drafted now; what was signed has to be the same
 * @returns its id
 * @throws AppError validation_failed for a signature that is none, conflict for another content
 */
export async function saveReceipt(
  tx: Tx,
  { deps, caller }: { deps: Deps; caller: Caller },
  { signed, draft, people }: { signed: SignedReceipt; draft: Omit<ReceiptDraft, 'warnings' | 'link'>; people: People },
): Promise<string> {
  const age = deps.clock().getTime() - Date.parse(signed.drafted_at);
  if (draft.hash !== signed.hash || age > maxAgeMs || age < -60_000)
    throw new AppError('conflict', say('keyReceipt.changed'));
  refuseScribble('receipt.signature', signed.signature);
  refuseScribble('receipt.giver_signature', signed.giver_signature);
  if (draft.kind === 'transfer' && signed.signature && !signed.giver_signature)
    throw invalidField('receipt.giver_signature', say('keyReceipt.giverMissing'));
  const id = deps.newId();
  const { kind, language, drafted_at, person_name, giver_name, statement, lines, hash } = draft;
  await tx
    .insertInto('key_receipt')
    .values({
      ...{ id, kind, language, drafted_at, person_name, giver_name, statement, hash },
      ...people,
      lines: JSON.stringify(lines),
      signature: signed.signature ? JSON.stringify(signed.signature) : null,
      giver_signature: signed.giver_signature ? JSON.stringify(signed.giver_signature) : null,
      paper: null,
      paper_type: null,
      created_at: deps.clock(),
      created_by: caller.name,
    })
    .execute();
  return id;
}

function refuseScribble(field: string, signature: Signature | undefined): void {
  if (signature && !isSignature(signature)) throw invalidField(field, say('keyReceipt.notSigned'));
}
