import { type Sentence, say } from '@key2xs/texts';
import { sql } from 'kysely';
import { isOfSystem, type ReportContext } from '../report';

/** Says which key systems are missing because their keys were never read. */
export async function unreadSystems({ reader: { db }, chosen }: ReportContext): Promise<Sentence[]> {
  const { rows } = await sql<{ name: string }>`
    select name from key_system_connection
    where is_active and keys_read_at is null and ${isOfSystem(sql`id`, chosen)} order by name`.execute(db);
  return rows.length > 0 ? [say('report.note.unread', { names: rows.map(({ name }) => name) })] : [];
}
