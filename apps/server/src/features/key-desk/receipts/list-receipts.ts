import type { ReceiptSummary } from '@key2xs/contract';
import { sql } from 'kysely';
import { notFound } from '#platform/errors';
import { type Reader, visibleTo } from '#platform/visible-to';
import { keysOf } from '../../keys/relation';
import { peopleOf } from '../../people/relation';

const shown = 50;

/** Receipts of keys and people that the reader may see. */
const visibleReceipts = (reader: Reader) => sql<{ id: string }>`(
  select receipt_id as id from key_history join ${keysOf(reader)} on key.id = key_history.key_id
  where receipt_id is not null and ${visibleTo(reader.viewer, 'key_desk')})`;

/** Whether the reader may see everybody whom a receipt names. */
const areShown = (reader: Reader) =>
  reader.viewer.scope?.departments
    ? sql<boolean>`not exists (
        select from unnest(array[key_receipt.person_id, key_receipt.giver_id]) as named(id)
        where named.id is not null and not exists (select from ${peopleOf(reader, 'inside')} where inside.id = named.id))
        and num_nonnulls(key_receipt.person_id) = 1`
    : sql<boolean>`true`;

const summaries = (reader: Reader) =>
  reader.db
    .selectFrom('key_receipt')
    .leftJoin('key_receipt_link as link', 'link.receipt_id', 'key_receipt.id')
    .select([
      'id',
      'kind',
      'created_at',
      'created_by',
      'person_name',
      sql<number>`jsonb_array_length(lines)`.as('keys'),
      sql<ReceiptSummary['signed']>`case when signature is not null then 'on_screen'
        when paper is not null then 'on_paper' when link.confirmed_at is not null then 'by_link'
        else 'not_yet' end`.as('signed'),
      'link.mail_address',
      'link.asked_at',
      'link.sent_at',
      'link.expires_at',
      'link.confirmed_at',
    ])
    .where(sql<boolean>`id in ${visibleReceipts(reader)}`)
    .where(areShown(reader));

/** Those of a key, newest first. */
export async function listReceiptsOf(reader: Reader, keyId: string): Promise<ReceiptSummary[]> {
  const rows = await summaries(reader)
    .where(sql<boolean>`id in (select receipt_id from key_history where key_id = ${keyId})`)
    .orderBy('created_at', 'desc')
    .limit(shown)
    .execute();
  return rows.map(present);
}

/** @throws AppError not_found */
export async function getReceiptSummary(reader: Reader, id: string): Promise<ReceiptSummary> {
  const row = await summaries(reader).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('key_receipt');
  return present(row);
}

/** The whole receipt. @throws AppError not_found */
export async function getReceipt(reader: Reader, id: string) {
  const row = await reader.db
    .selectFrom('key_receipt')
    .selectAll()
    .where('id', '=', id)
    .where(sql<boolean>`id in ${visibleReceipts(reader)}`)
    .where(areShown(reader))
    .executeTakeFirst();
  if (!row) throw notFound('key_receipt');
  return row;
}

type Row = Omit<ReceiptSummary, 'created_at' | 'link'> & {
  created_at: Date;
  mail_address: string | null;
  asked_at: Date | null;
  sent_at: Date | null;
  expires_at: Date | null;
  confirmed_at: Date | null;
};

const present = ({
  created_at,
  mail_address,
  asked_at,
  sent_at,
  expires_at,
  confirmed_at,
  ...row
}: Row): ReceiptSummary => ({
  ...row,
  created_at: created_at.toISOString(),
  link:
    mail_address && asked_at && sent_at && expires_at
      ? {
          mail_address,
          asked_at: asked_at.toISOString(),
          sent_at: sent_at.toISOString(),
          expires_at: expires_at.toISOString(),
          confirmed_at: confirmed_at?.toISOString() ?? null,
        }
      : null,
});
