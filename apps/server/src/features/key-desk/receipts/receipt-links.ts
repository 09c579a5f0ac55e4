import type { keyReceipts, Output, ReceiptDraft, ReceiptSummary } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { linkMailProblem, mailLink } from '#platform/mail/deliver-link';
import { withinLinkLimit } from '#platform/sign-in/login-limits';
import { hashToken, newToken } from '#platform/sign-in/sessions';
import { asCaller, asProduct, type Reader } from '#platform/visible-to';
import { peopleOf } from '../../people/relation';
import { getReceipt, getReceiptSummary } from './list-receipts';

const validDays = 14;
const dayMs = 86_400_000;

type Kind = ReceiptDraft['kind'];

/** Whom a link would be mailed to, or why it cannot be. */
async function findAddress(
  deps: Pick<Deps, 'mailer' | 'config'>,
  db: Db,
  { kind, person_id }: { kind: Kind; person_id: string | null },
): Promise<{ mail_address: string | null; problem: Sentence | null }> {
  const { rows } = await sql<{ email: string | null }>`
    select nullif(btrim(email), '') as email from ${peopleOf(asProduct(db))} where id = ${person_id}`.execute(db);
  const mail_address = rows[0]?.email ?? null;
  if (kind === 'transfer') return { mail_address, problem: say('keyReceipt.link.transfer') };
  const problem = linkMailProblem(deps) ?? (mail_address === null ? say('keyReceipt.link.noAddress') : null);
  return { mail_address, problem };
}

/** The same for a draft, so that the desk knows before the keys are given away. */
export async function linkFor(
  deps: Pick<Deps, 'mailer' | 'config'>,
  { db, language }: Pick<Reader, 'db' | 'language'>,
  of: { kind: Kind; person_id: string | null },
): Promise<ReceiptDraft['link']> {
  const { mail_address, problem } = await findAddress(deps, db, of);
  return { mail_address, problem: problem && renderSentence(problem, language) };
}

type Sending = { deps: Deps; caller: Caller };

/**
 * Mails a link that confirms a receipt, once, within 14 days; an earlier one of it stops working. It never reaches the person at the
 * desk. @throws AppError not_found, conflict where it is signed, cannot be mailed or was not taken by the mail server
 */
export async function sendReceiptLink(
  { deps, caller }: Sending,
  id: string,
): Promise<Output<typeof keyReceipts.sendLink>> {
  const receipt = await getReceipt(asCaller(deps.db, caller), id);
  await refuseSigned(deps.db, receipt);
  const { mail_address: to, problem } = await findAddress(deps, deps.db, receipt);
  if (problem) throw new AppError('conflict', problem);
  if (to === null) throw new AppError('conflict', say('keyReceipt.link.noAddress'));
  const [token, now] = [newToken(), deps.clock()];
  const expires_at = new Date(now.getTime() + validDays * dayMs);
  const of = `mail.receiptLink.${receipt.kind === 'return' ? 'return' : 'hand_out'}` as const;
  const failure = await mailLink(deps, to, {
    ...{ language: receipt.language, path: '/receipt-confirmation', token },
    subject: say(`${of}.subject`),
    text: say(`${of}.text`, { name: receipt.person_name, count: receipt.lines.length, days: validDays }),
    footer: say('mail.receiptLink.footer', { count: validDays }),
  });
  if (failure) throw new AppError('conflict', failure);
  return deps.db.transaction().execute(async (tx) => {
    const reader = asCaller(tx, caller);
    await lockReceipt(tx, id);
    await refuseSigned(tx, await getReceipt(reader, id));
    const sent = { mail_address: to, token_hash: hashToken(token), sent_at: now, expires_at };
    await tx
      .insertInto('key_receipt_link')
      .values({ receipt_id: id, asked_at: now, ...sent })
      .onConflict((conflict) => conflict.column('receipt_id').doUpdateSet(sent))
      .execute();
    await recordEvent(tx, caller, 'key_receipt.link_sent', { id, details: { expires_at } });
    return getReceiptSummary(reader, id);
  });
}

/** The link stops working, and the receipt is signed in another way. @throws AppError not_found, conflict without an open link */
export function withdrawReceiptLink({ db }: Deps, caller: Caller, id: string): Promise<ReceiptSummary> {
  return db.transaction().execute(async (tx) => {
    const reader = asCaller(tx, caller);
    await getReceipt(reader, id);
    await lockReceipt(tx, id);
    const { numDeletedRows } = await tx
      .deleteFrom('key_receipt_link')
      .where('receipt_id', '=', id)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError('conflict', say('keyReceipt.link.none'));
    await recordEvent(tx, caller, 'key_receipt.link_withdrawn', { id });
    return getReceiptSummary(reader, id);
  });
}

/** Of two who sign one receipt in different ways, the second finds it signed. */
async function lockReceipt(db: Db, id: string): Promise<void> {
  await sql`select from key_receipt where id = ${id} for update`.execute(db);
}

/** @throws AppError conflict */
export async function refuseSigned(
  db: Db,
  { id, signature, paper }: { id: string; signature: unknown; paper: unknown },
): Promise<void> {
  const confirmed = await db
    .selectFrom('key_receipt_link')
    .select('receipt_id')
    .where('receipt_id', '=', id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (signature || paper || confirmed) throw new AppError('conflict', say('keyReceipt.alreadySigned'));
}

type Visit = { address: string; token: string };

/** What a link confirms; the same refusal for whatever token opens none. @throws AppError link_expired, too_many_attempts */
export function checkReceiptLink(deps: Deps, { address, token }: Visit): Promise<Output<typeof keyReceipts.checkLink>> {
  return withinLinkLimit(deps, address, async () => presentOpen(await findOpen(deps.db, token, deps.clock())));
}

/** Once. @throws AppError link_expired, too_many_attempts */
export function confirmReceipt(deps: Deps, caller: Caller, visit: Visit): Promise<Output<typeof keyReceipts.confirm>> {
  return withinLinkLimit(deps, visit.address, () => confirm(deps, caller, visit));
}

function confirm(deps: Deps, caller: Caller, { address, token }: Visit): Promise<Output<typeof keyReceipts.confirm>> {
  const now = deps.clock();
  return deps.db.transaction().execute(async (tx) => {
    const { receipt_id: id, person_name } = await findOpen(tx, token, now);
    await lockReceipt(tx, id);
    const { numUpdatedRows } = await tx
      .updateTable('key_receipt_link')
      .set({ token_hash: null, confirmed_at: now, confirmed_from: address })
      .where('receipt_id', '=', id)
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError('link_expired', say('keyReceipt.link.notOpen'));
    await recordEvent(
      tx,
      { ...caller, actor: undefined, name: person_name, is_by_link: true },
      'key_receipt.confirmed',
      {
        id,
        details: { from: address },
      },
    );
    return { confirmed_at: now.toISOString() };
  });
}

async function findOpen(db: Db, token: string, now: Date) {
  const row = await db
    .selectFrom('key_receipt_link as link')
    .innerJoin('key_receipt as receipt', 'receipt.id', 'link.receipt_id')
    .select([
      'link.receipt_id',
      'link.expires_at',
      'receipt.kind',
      'receipt.language',
      'receipt.person_name',
      'receipt.created_by',
      'receipt.created_at',
      'receipt.statement',
      'receipt.lines',
      'receipt.hash',
    ])
    .where('link.token_hash', '=', hashToken(token))
    .where('link.expires_at', '>', now)
    .where('receipt.signature', 'is', null)
    .where('receipt.paper', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('link_expired', say('keyReceipt.link.notOpen'));
  return row;
}

const presentOpen = ({ receipt_id: _, expires_at, created_at, ...row }: Awaited<ReturnType<typeof findOpen>>) => ({
  ...row,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
});

/** What a printed receipt says of a confirmation by link. */
export async function confirmationOf(db: Db, id: string): Promise<{ at: Date; from: string } | undefined> {
  const row = await db
    .selectFrom('key_receipt_link')
    .select(['confirmed_at', 'confirmed_from'])
    .where('receipt_id', '=', id)
    .executeTakeFirst();
  return row?.confirmed_at ? { at: row.confirmed_at, from: row.confirmed_from ?? '' } : undefined;
}
