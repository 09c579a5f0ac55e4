import { hash } from 'node:crypto';
import type { Key, ReceiptDraft, ReceiptKind, ReceiptLine } from '@key2xs/contract';
import type { Language } from '@key2xs/texts';
import type { z } from 'zod';
import type { Db } from '#platform/deps';
import { readTexts } from './receipt-texts';

type Content = {
  kind: z.infer<typeof ReceiptKind>;
  language: Language;
  drafted_at: string;
  person_name: string;
  giver_name: string | null;
  keys: readonly { key: Key; due_at: string | null }[];
};

/** What is signed, and its hash: of the same keys and people the same at any time. */
export async function draftReceipt(
  db: Db,
  { keys, ...content }: Content,
): Promise<Omit<ReceiptDraft, 'warnings' | 'link'>> {
  const texts = await readTexts(db);
  const statement = texts[content.language][content.kind];
  const lines = keys.map(lineOf);
  const { kind, language, drafted_at, person_name, giver_name } = content;
  const signed = JSON.stringify([
    kind,
    language,
    drafted_at,
    person_name,
    giver_name,
    statement,
    lines.map(Object.values),
  ]);
  return { kind, language, drafted_at, person_name, giver_name, statement, lines, hash: hash('sha256', signed) };
}

const lineOf = ({ key, due_at }: Content['keys'][number]): z.infer<typeof ReceiptLine> => ({
  marking: key.marking,
  name: key.name,
  serial: key.serial,
  key_system: key.connection_name,
  due_at,
});
