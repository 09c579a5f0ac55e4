import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Deps } from '#platform/deps';
import type { FileDownload } from '#platform/http/file-download';
import { printReceipt } from '#platform/pdf/print-pdf';
import type { Reader } from '#platform/visible-to';
import { getReceipt } from './list-receipts';
import { confirmationOf } from './receipt-links';
import { receiptColumns } from './receipt-texts';

/** A receipt in the language in which it was signed. Times are UTC. @throws AppError not_found, overloaded */
export async function receiptPdf(
  { runner }: Deps,
  { reader, signal }: { reader: Reader; signal: AbortSignal },
  id: string,
): Promise<FileDownload> {
  const receipt = await getReceipt(reader, id);
  const confirmed = await confirmationOf(reader.db, id);
  const { kind, language, person_name, giver_name } = receipt;
  const text = (sentence: Sentence) => renderSentence(sentence, language);
  const content = await printReceipt(
    runner,
    {
      title: text(say(`keyReceipt.title.${kind}`)),
      facts: [
        [text(say(kind === 'return' ? 'keyReceipt.givenBackBy' : 'keyReceipt.handedTo')), person_name],
        ...(giver_name === null ? [] : [[text(say('keyReceipt.handedOnBy')), giver_name] as const]),
        [text(say('keyReceipt.issuedBy')), receipt.created_by],
        [text(say('keyReceipt.at')), minute(receipt.created_at.toISOString())],
        ...(confirmed ? [[text(say('keyReceipt.link.confirmed')), text(confirmedAt(confirmed))] as const] : []),
      ],
      statement: receipt.statement,
      columns: receiptColumns.map((column) => text(say(`keyReceipt.column.${column}`))),
      rows: receipt.lines.map(({ marking, name, serial, key_system, due_at }) => [
        marking,
        name,
        serial,
        key_system,
        due_at === null ? '–' : minute(due_at),
      ]),
      signatures: confirmed
        ? []
        : [
            ...(giver_name === null
              ? []
              : [{ label: text(say('keyReceipt.signed', { name: giver_name })), signature: receipt.giver_signature }]),
            { label: text(say('keyReceipt.signed', { name: person_name })), signature: receipt.signature },
          ],
      foot: `SHA-256 ${receipt.hash}`,
    },
    { signal },
  );
  return {
    fileName: `key-receipt-${receipt.created_at.toISOString().slice(0, 10)}.pdf`,
    contentType: 'application/pdf',
    content,
  };
}

const confirmedAt = ({ at, from: address }: { at: Date; from: string }): Sentence =>
  say('keyReceipt.link.from', { moment: minute(at.toISOString()), address });

const minute = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;
