import type { CertificateWarning } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Db, Deps } from '#platform/deps';
import { emit } from '#platform/events/event-kind';
import { noteOnce, noteSeen, readSeen } from '#platform/events/noticed';
import { asProduct, type Reader, visibleTo } from '#platform/visible-to';
import { daysUntil, thresholdOf } from '#platform/warning-days';
import { certificateEnding } from '../events';

const notice = 'certificate_warning';

/** Active certificates of active connections that end within 60 days, the most urgent first. */
export async function listCertificateWarnings(
  { clock }: Deps,
  reader: Reader,
  adminId: string,
): Promise<CertificateWarning[]> {
  const isSeenAt = await readSeen(reader.db, adminId, notice);
  return (await listEnding(reader, clock()))
    .map((ending) => ({ ...ending, seen: isSeenAt(ending.certificate_id, ending.threshold) }))
    .sort((a, b) => a.days_left - b.days_left);
}

/** By name of the connection. */
async function listEnding(reader: Reader, now: Date) {
  return (await listActiveCertificates(reader)).flatMap(({ successor_not_after, ...certificate }) => {
    const { not_after } = certificate;
    const days_left = daysUntil(new Date(not_after), now);
    const threshold = thresholdOf(days_left);
    if (threshold === undefined) return [];
    const has_successor = successor_not_after !== null && successor_not_after > not_after;
    return [{ ...certificate, days_left, threshold, has_successor }];
  });
}

/** Emits once at 60, 30, 14, 7 and 1 days, and once it has ended, that a certificate ends. */
export async function noteEndingCertificates(db: Db, now = new Date()): Promise<void> {
  for (const { certificate_id: subject, threshold, ...ending } of await listEnding(asProduct(db), now)) {
    const { connection_id, connection_name, days_left, has_successor } = ending;
    await db.transaction().execute(async (tx) => {
      if (!(await noteOnce(tx, { notice: 'certificate_ending', subject, discriminator: `${threshold}` }))) return;
      await emit(tx, certificateEnding, { connection_id, connection_name, days_left, has_successor });
    });
  }
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

/** Until they become more urgent. */
export async function markWarningsSeen(deps: Deps, reader: Reader, admin_id: string): Promise<void> {
  const unseen = (await listCertificateWarnings(deps, reader, admin_id)).filter(({ seen }) => !seen);
  const notices = unseen.map(({ certificate_id: subject, threshold }) => ({
    notice,
    subject,
    discriminator: `${threshold}`,
  }));
  await noteSeen(deps.db, admin_id, notices);
}
