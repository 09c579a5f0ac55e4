import type { ErasurePreview } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import { eraseDetails } from '#platform/audit/audit-chain';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { asCaller, type Reader } from '#platform/visible-to';
import { getPerson } from '../../people/service';
import { countParts, type PartName } from '../held-parts';
import { readPolicy } from '../policy';
import { findBlockers } from './blockers';
import { findTraces, patternsOf, type Traces, withoutTraces } from './traces';
import { erasePastReceipts, writePseudonym } from './write-erasure';

type Kept = ErasurePreview['kept'][number];

const dayMs = 86_400_000;

/** Receipts from then on keep who signed them, and for how long. */
async function receiptsKept(db: Db, now: Date): Promise<{ from: Date; days: number }> {
  const { receipts_kept_days: days } = await readPolicy(db);
  return { from: new Date(now.getTime() - days * dayMs), days };
}

/** Parts that stay as they are, and are listed with what stays. */
const untouched: ReadonlySet<PartName> = new Set(['administration_log', 'former_values']);

/** @throws AppError not_found */
export async function previewErasure(
  { clock }: Pick<Deps, 'clock'>,
  reader: Reader,
  id: string,
): Promise<ErasurePreview> {
  await getPerson(reader, id);
  const { db, language } = reader;
  const traces = await findTraces(db, id);
  const parts = await countParts(db, id);
  return {
    name: traces.name,
    pseudonym: traces.pseudonym,
    blockers: await findBlockers(db, traces),
    erased: parts
      .filter(({ part }) => !untouched.has(part))
      .map(({ part, rows }) => ({ part, title: renderSentence(say(`personFile.part.${part}`), language), rows })),
    kept: await findKept(db, traces, clock()),
  };
}

/** What an erasure leaves, and for how long. */
async function findKept(db: Db, { id, certain, namesakes, ...traces }: Traces, now: Date): Promise<Kept[]> {
  const kept = await receiptsKept(db, now);
  const { certain: pattern } = patternsOf({ id, certain, namesakes, ...traces });
  const { rows } = await sql<{
    log: number;
    log_names: number;
    past: number;
    receipts: number;
    last_receipt: Date | null;
  }>`
    select
      (select count(*)::int from audit_event where target_id = ${id} or strpos(details::text, ${id}) > 0) as log,
      (select count(*)::int from audit_event where actor_id is null and actor_name ~* coalesce(${pattern}::text, '^$')) as log_names,
      (select count(*)::int from access_past where kind = 'person' and record_id = ${id}::uuid) as past,
      count(*)::int as receipts, max(created_at) as last_receipt
    from key_receipt where (person_id = ${id}::uuid or giver_id = ${id}::uuid) and created_at >= ${kept.from}`.execute(
    db,
  );
  const { log, log_names, past, receipts, last_receipt } = rows[0] ?? { log: 0, log_names: 0, past: 0, receipts: 0 };
  const counted = (kind: Kept['kind'], count: number, until: Date | null = null): Kept[] =>
    count > 0 ? [{ kind, count, until: until?.toISOString() ?? null }] : [];
  return [
    ...counted('receipts', receipts, last_receipt ? new Date(last_receipt.getTime() + kept.days * dayMs) : null),
    ...counted('log', log),
    ...counted('log_names', log_names),
    ...counted('namesakes', namesakes),
    ...counted('past', past),
    { kind: 'events', count: null, until: null },
    { kind: 'backups', count: null, until: null },
  ];
}

/**
 * Erases a person in one transaction: afterwards a pseudonym stands in place of the name, everywhere but in receipts that are kept longer.
 * @throws AppError not_found, conflict while something stands in the way
 */
export function erasePerson(deps: Deps, caller: Caller, { id, reason }: { id: string; reason: string }) {
  return deps.db.transaction().execute(async (tx) => {
    await getPerson(asCaller(tx, caller), id);
    await sql`select from person where id = ${id}::uuid for update`.execute(tx);
    const traces = await findTraces(tx, id);
    if ((await findBlockers(tx, traces)).length > 0) throw new AppError('conflict', say('erasure.blocked'));
    const now = deps.clock();
    const receipts = (await findKept(tx, traces, now)).find(({ kind }) => kind === 'receipts');
    const log_entries = await eraseInLog(tx, deps, traces);
    const texts = await writePseudonym(tx, traces, { now, keptFrom: (await receiptsKept(tx, now)).from });
    const details = { reason: withoutTraces(reason, traces), texts, log_entries };
    await recordEvent(tx, caller, 'person.erased', { id, details });
    return { pseudonym: traces.pseudonym, erased_at: now.toISOString(), receipts_until: receipts?.until ?? null };
  });
}

/** The details of entries with the name, salt included; the chain stays whole. @returns how many entries */
async function eraseInLog(tx: Tx, { auditKey }: Pick<Deps, 'auditKey'>, traces: Traces): Promise<number> {
  const { certain, inJson } = patternsOf(traces);
  const { rows } = await sql<{ id: string }>`
    select id from audit_event where details is not null and (details::text ~* coalesce(${certain}::text, '^$')
      or ((target_id = ${traces.id} or strpos(details::text, ${traces.id}) > 0)
        and details::text ~* coalesce(${inJson}::text, '^$')))`.execute(tx);
  for (const { id } of rows) await eraseDetails(tx, auditKey, id);
  return rows.length;
}

/** Erases who signed receipts of erased people, once they are older than they are kept. */
export const eraseDueReceipts = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> =>
  db.transaction().execute(async (tx) => erasePastReceipts(tx, (await receiptsKept(tx, clock())).from));
