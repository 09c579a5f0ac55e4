import type { Input, Preferences, preferences as preferenceCalls } from '@key2xs/contract';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Db, Deps } from '#platform/deps';
import { holdSession } from '#platform/sign-in/sessions';

const none: Preferences = {
  language: null,
  date_format: null,
  number_format: null,
  time_zone: null,
  theme: null,
  density: null,
  start_page: null,
};

export async function getPreferences(db: Db, adminId: string): Promise<Preferences> {
  const stored = await db
    .selectFrom('preferences')
    .select(['language', 'date_format', 'number_format', 'time_zone', 'theme', 'density', 'start_page'])
    .where('admin_id', '=', adminId)
    .executeTakeFirst();
  return stored ?? none;
}

/** Writes only what is given, so that two devices that change different ones do not undo each other. */
export function savePreferences(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { actor, caller }: { actor: Actor; caller: Caller },
  change: Input<typeof preferenceCalls.save>['body'],
): Promise<Preferences> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return db.transaction().execute(async (tx) => {
    await holdSession(tx, actor, clock());
    await tx
      .insertInto('preferences')
      .values({ ...none, ...given, admin_id: actor.id })
      .onConflict((conflict) => conflict.column('admin_id').doUpdateSet({ ...given, admin_id: actor.id }))
      .execute();
    await recordEvent(tx, caller, 'profile.preferences_saved', { id: actor.id, details: { change: given } });
    return getPreferences(tx, actor.id);
  });
}
