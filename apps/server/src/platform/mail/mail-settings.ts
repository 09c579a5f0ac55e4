import { noticeKinds } from '@key2xs/contract';
import type { Language } from '@key2xs/texts';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../deps';
import type { Schema } from '../schema/schema';

/** Where, in which language and about what an administrator is mailed. */
export type SettingsRow = Omit<Selectable<Schema['notification_settings']>, 'admin_id'>;

export const findSettings = (db: Db, adminId: string): Promise<SettingsRow | undefined> =>
  db
    .selectFrom('notification_settings')
    .select(['mail_address', 'language', 'notices', 'delivery', 'daily_at', 'quiet', 'time_zone'])
    .where('admin_id', '=', adminId)
    .executeTakeFirst();

/** The other settings stay; without any, everything is mailed, as far as the administrator may act on it. */
export async function saveMailAddress(
  tx: Tx,
  admin_id: string,
  mail_address: string | null,
  language: Language,
): Promise<void> {
  await tx
    .insertInto('notification_settings')
    .values({ admin_id, mail_address, language, notices: [...noticeKinds] })
    .onConflict((conflict) => conflict.column('admin_id').doUpdateSet({ mail_address }))
    .execute();
}

export async function saveSettings(tx: Tx, admin_id: string, { quiet, ...others }: SettingsRow): Promise<void> {
  const settings = { ...others, quiet: quiet && JSON.stringify(quiet) };
  await tx
    .insertInto('notification_settings')
    .values({ admin_id, ...settings })
    .onConflict((conflict) => conflict.column('admin_id').doUpdateSet(settings))
    .execute();
}
