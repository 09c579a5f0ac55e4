import type { ReceiptTexts } from '@key2xs/contract';
import { type Language, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps } from '#platform/deps';

const kinds = ['hand_out', 'return', 'transfer'] as const;

const ofProduct = (language: Language): ReceiptTexts['en'] => ({
  hand_out: renderSentence(say('keyReceipt.statement.hand_out'), language),
  return: renderSentence(say('keyReceipt.statement.return'), language),
  transfer: renderSentence(say('keyReceipt.statement.transfer'), language),
});

/** The organisation's texts; where it has none, those of the product. */
export async function readTexts(db: Db): Promise<ReceiptTexts> {
  const row = await db.selectFrom('key_receipt_texts').select('texts').executeTakeFirst();
  const merge = (language: Language) => {
    const own = row?.texts[language];
    const standard = ofProduct(language);
    return own
      ? { ...standard, ...Object.fromEntries(kinds.filter((kind) => own[kind]).map((kind) => [kind, own[kind]])) }
      : standard;
  };
  return { en: merge('en'), de: merge('de') };
}

export async function saveTexts({ db }: Deps, caller: Caller, texts: ReceiptTexts): Promise<ReceiptTexts> {
  return db.transaction().execute(async (tx) => {
    const before = await readTexts(tx);
    await sql`
      insert into key_receipt_texts (texts) values (${JSON.stringify(texts)}::jsonb)
      on conflict (only_row) do update set texts = excluded.texts`.execute(tx);
    await recordEvent(tx, caller, 'key_receipt_texts.updated', { details: { before, after: texts } });
    return readTexts(tx);
  });
}
