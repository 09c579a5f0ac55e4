import type { ReceiptTextSettings, ReceiptTexts, ReceiptWords } from '@key2xs/contract';
import { type Language, type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps } from '#platform/deps';

/** In the order of the list on a receipt. */
export const receiptColumns = ['marking', 'name', 'serial', 'system', 'due'] as const;

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

const wordsIn = (language: Language): ReceiptWords => {
  const text = (sentence: Sentence) => renderSentence(sentence, language);
  return {
    title: {
      hand_out: text(say('keyReceipt.title.hand_out')),
      return: text(say('keyReceipt.title.return')),
      transfer: text(say('keyReceipt.title.transfer')),
    },
    handed_to: text(say('keyReceipt.handedTo')),
    given_back_by: text(say('keyReceipt.givenBackBy')),
    handed_on_by: text(say('keyReceipt.handedOnBy')),
    issued_by: text(say('keyReceipt.issuedBy')),
    at: text(say('keyReceipt.at')),
    signature: text(say('keyReceipt.signed', { name: '…' })),
    columns: receiptColumns.map((column) => text(say(`keyReceipt.column.${column}`))),
  };
};

/** The texts in force, those of the product to return to, and what else stands on a receipt. */
export async function readTextSettings(db: Db): Promise<ReceiptTextSettings> {
  return {
    ...(await readTexts(db)),
    standard: { en: ofProduct('en'), de: ofProduct('de') },
    words: { en: wordsIn('en'), de: wordsIn('de') },
  };
}

export async function saveTexts({ db }: Deps, caller: Caller, texts: ReceiptTexts): Promise<ReceiptTextSettings> {
  return db.transaction().execute(async (tx) => {
    const before = await readTexts(tx);
    await sql`
      insert into key_receipt_texts (texts) values (${JSON.stringify(texts)}::jsonb)
      on conflict (only_row) do update set texts = excluded.texts`.execute(tx);
    await recordEvent(tx, caller, 'key_receipt_texts.updated', { details: { before, after: texts } });
    return readTextSettings(tx);
  });
}
