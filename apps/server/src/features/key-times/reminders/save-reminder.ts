import { sql } from 'kysely';
import type { Deps, Tx } from '#platform/deps';
import type { Addressed } from './addressees';

type Saving = {
  deps: Pick<Deps, 'newId'>;
  day: string;
  now: Date;
  /** Null: the policy. */
  askedBy: string | null;
};

/**
 * The mail of a day to an address. A second one that day is not made; one that was not sent is taken up again where a person asks for it.
 * @returns whether these keys are reminded of
 */
export async function saveReminder(
  tx: Tx,
  { deps, day, now, askedBy }: Saving,
  keys: readonly Addressed[],
): Promise<boolean> {
  const [first] = keys;
  if (!first) return false;
  const { mail_address, language } = first;
  const { rows } = await sql<{ id: string }>`
    insert into key_reminder as mail (id, mail_address, day, language, asked_by, state, due_at, created_at)
    values (${deps.newId()}, ${mail_address.trim()}, ${day}, ${language}, ${askedBy}, 'waiting', ${now}, ${now})
    on conflict (lower(mail_address), day) do update
      set state = 'waiting', attempts = 0, due_at = excluded.due_at, ended_at = null, problem = null,
        asked_by = coalesce(mail.asked_by, excluded.asked_by)
      where ${askedBy}::text is not null and (mail.state in ('failed', 'needless') or (mail.state = 'waiting' and mail.attempts = 0))
    returning id`.execute(tx);
  const [mail] = rows;
  if (!mail) return false;
  const lines = keys.map(({ key_id, audience, person_id, ends_at, stage, case_id }) => ({
    ...{ reminder_id: mail.id, key_id, audience, person_id, ends_at, stage, case_id },
  }));
  await sql`
    insert into key_reminder_key (reminder_id, key_id, audience, person_id, ends_at, stage, case_id)
    select reminder_id, key_id, audience, person_id, ends_at, stage, case_id
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as line(reminder_id uuid, key_id uuid, audience text, person_id uuid, ends_at timestamptz, stage int, case_id uuid)
    on conflict (reminder_id, key_id, audience, case_id) do update
      set person_id = excluded.person_id, ends_at = excluded.ends_at, is_needless = false`.execute(tx);
  return true;
}
