import { type CertificateWarning, warningDays } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Db, Deps } from '#platform/deps';
import { type Reader, visibleTo } from '#platform/visible-to';

const dayMs = 24 * 60 * 60 * 1_000;

/** Active certificates of active connections that end within 60 days, the most urgent first. */
export async function listCertificateWarnings(
  { clock }: Deps,
  reader: Reader,
  adminId: string,
): Promise<CertificateWarning[]> {
  const seen = await listSeen(reader.db, adminId);
  return (await listActiveCertificates(reader))
    .flatMap(({ successor_not_after, ...certificate }) => {
      const { certificate_id, not_after } = certificate;
      const days_left = Math.floor((Date.parse(not_after) - clock().getTime()) / dayMs);
      const threshold = days_left < 0 ? 0 : warningDays.findLast((days) => days_left <= days);
      if (threshold === undefined) return [];
      const has_successor = successor_not_after !== null && successor_not_after > not_after;
      const isSeen = seen.has(`${certificate_id} ${threshold}`);
      return [{ ...certificate, days_left, threshold, has_successor, seen: isSeen }];
    })
    .sort((a, b) => a.days_left - b.days_left);
}

/** Of the active connections, by name, with the end of the one that may follow. */
const listActiveCertificates = ({ db, viewer }: Reader) =>
  db
    .selectFrom('key_system_connection as system')
    .innerJoin('client_certificate as certificate', (join) =>
      join.onRef('certificate.connection_id', '=', 'system.id').on('certificate.state', '=', 'active'),
    )
    .leftJoin('client_certificate as successor', (join) =>
      join.onRef('successor.connection_id', '=', 'system.id').on('successor.state', '=', 'standby'),
    )
    .select(['system.id as connection_id', 'system.name as connection_name', 'certificate.id as certificate_id'])
    .select([
      sql<string>`certificate.info ->> 'not_after'`.as('not_after'),
      sql<string | null>`successor.info ->> 'not_after'`.as('successor_not_after'),
    ])
    .where('system.is_active', '=', true)
    .where(visibleTo(viewer, 'key_systems'))
    .orderBy(sql`lower(system.name)`)
    .execute();

async function listSeen(db: Db, adminId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('certificate_warning_seen').selectAll().where('admin_id', '=', adminId).execute();
  return new Set(rows.map(({ certificate_id, days }) => `${certificate_id} ${days}`));
}

/** Until they become more urgent. */
export async function markWarningsSeen(deps: Deps, reader: Reader, admin_id: string): Promise<void> {
  const unseen = (await listCertificateWarnings(deps, reader, admin_id)).filter(({ seen }) => !seen);
  if (unseen.length === 0) return;
  await deps.db
    .insertInto('certificate_warning_seen')
    .values(unseen.map(({ certificate_id, threshold: days }) => ({ admin_id, certificate_id, days })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
