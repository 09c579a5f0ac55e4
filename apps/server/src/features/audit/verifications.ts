import type { AuditVerification, KeptVerification } from '@key2xs/contract';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import { endText } from '#platform/audit/audit-end';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { type Reader, visibleTo } from '#platform/visible-to';
import { verifyAudit } from './verify-audit';

/** Once a night: when the last verification by the product itself is older. */
const hoursBetween = 20;
const daysKept = 400;
const shown = 50;
/** Enough for a line of the log. */
const problemsLogged = 5;

/** Verifies the whole log and keeps the result, which is recorded as an action of the caller. */
export async function verifyNow(deps: Deps, caller: Caller): Promise<KeptVerification> {
  const { found, took_ms } = await verify(deps);
  return deps.db.transaction().execute(async (tx) => {
    const kept = await keep(deps, tx, { found, took_ms, by: caller.name });
    const { ok, checked, problems, head } = found;
    const details = { ok, checked, problems: problems.length, end: endText(head) };
    await recordEvent(tx, caller, 'audit_log.verified', { details });
    return kept;
  });
}

/** Verifies the log where that is a night ago; forgets the oldest results. */
export async function verifyNightly(deps: Deps): Promise<void> {
  const { db, log } = deps;
  await db
    .deleteFrom('audit_verification')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${daysKept})`)
    .execute();
  const { rows } = await sql<{ is_due: boolean }>`
    select not exists (select from audit_verification
      where verified_by is null and at between now() - make_interval(hours => ${hoursBetween}) and now()) as is_due`.execute(
    db,
  );
  if (!rows[0]?.is_due) return;
  const { found, took_ms } = await verify(deps);
  await db.transaction().execute((tx) => keep(deps, tx, { found, took_ms, by: null }));
  if (found.ok) return;
  const problems = found.problems.slice(0, problemsLogged);
  log.error({ problems, count: found.problems.length }, 'the audit log is not whole');
}

/** The newest first. */
export async function listVerifications({ db, viewer }: Reader): Promise<KeptVerification[]> {
  const rows = await verifications(db).where(visibleTo(viewer, 'audit_log')).limit(shown).execute();
  return rows.map(present);
}

/** The last one; undefined before the first. */
export async function findLastVerification({ db, viewer }: Reader): Promise<KeptVerification | undefined> {
  const row = await verifications(db).where(visibleTo(viewer, 'audit_log')).limit(1).executeTakeFirst();
  return row && present(row);
}

const verifications = (db: Db) =>
  db.selectFrom('audit_verification').selectAll().orderBy('at', 'desc').orderBy('id', 'desc');

async function verify(deps: Deps): Promise<{ found: AuditVerification; took_ms: number }> {
  const begun = performance.now();
  const found = await verifyAudit(deps);
  return { found, took_ms: Math.round(performance.now() - begun) };
}

type Found = { found: AuditVerification; took_ms: number; by: string | null };

async function keep({ newId, clock }: Deps, tx: Tx, { found, took_ms, by }: Found): Promise<KeptVerification> {
  const { ok, checked, unsealed, head, problems } = found;
  const row = await tx
    .insertInto('audit_verification')
    .values({
      id: newId(),
      at: clock(),
      took_ms,
      verified_by: by,
      ok,
      checked,
      unsealed,
      head_seq: head.seq,
      head_hash: head.hash,
      problems: JSON.stringify(problems),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return present(row);
}

type Row = Awaited<ReturnType<ReturnType<typeof verifications>['executeTakeFirstOrThrow']>>;

const present = ({ at, verified_by, checked, unsealed, head_seq, head_hash, ...row }: Row): KeptVerification => ({
  ...row,
  at: at.toISOString(),
  by: verified_by,
  checked: Number(checked),
  unsealed: Number(unsealed),
  head: { seq: Number(head_seq), hash: head_hash },
});
