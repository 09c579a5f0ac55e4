import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { migrate } from './migrate';

test('decisions that stood in the tables of their subjects stand in one table', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0065-job-pieces' });
  const [house, source] = [randomUUID(), randomUUID()];
  const [discarded, waiting, rename, conflict, open, drift, ticked, read] = Array.from({ length: 8 }, () =>
    randomUUID(),
  );
  const at = '2026-03-01T09:00:00.000Z';
  await sql`
    insert into key_system_connection (id, name, system_type, cliq_api_url, domain_name)
    values (${house}, 'Main house', 'CLIQ_WEB_MANAGER', 'https://cliq.test', 'city')`.execute(db);
  await sql`insert into iam_connection (id, name, provider) values (${source}, 'Staff', 'csv')`.execute(db);
  const decided = { action: 'change_set.discarded', reason: 'Wrong file', by: 'ada', at };
  const text = JSON.stringify({ code: 'asWritten', params: { text: 'x' } });
  await sql`
    insert into change_set (id, kind, state, title, base, iam_connection_id, decision) values
      (${discarded}, 'directory', 'discarded', ${text}::jsonb, '', ${source}, ${JSON.stringify(decided)}::jsonb),
      (${waiting}, 'directory', 'ready', ${text}::jsonb, '', ${source}, null)`.execute(db);
  await sql`
    insert into rename_finding (id, change_set_id, number, field, content, effect, stops, decision, decided_by, decided_at)
    values (${rename}, ${discarded}, 1, 'department', '{}', '{}', true, 'not_a_rename', 'ada', ${at})`.execute(db);
  await sql`
    insert into directory_conflict (id, connection_id, kind, value, people, state, decision, reason, decided_by, decided_at)
    values (${conflict}, ${source}, 'same_number', '1', '[]', 'decided', 'both', 'Twins', 'ada', ${at}),
      (${open}, ${source}, 'same_number', '2', '[]', 'open', null, null, null, null)`.execute(db);
  await sql`
    insert into recorded_drift (id, connection_id, kind, profile_reference, since, accepted_at, accepted_by)
    values (${drift}, ${house}, 'profile_deleted', ${randomUUID()}, ${at}, ${at}, 'ada')`.execute(db);
  await sql`
    insert into work_item (id, connection_id, kind, signature, label, reference, search_text, what, place, why, write, ordinal, state,
      closed_by, closed_by_name, closed_at, note)
    values (${ticked}, ${house}, 'person_create', 'a', 'Odo', '1', '', ${text}::jsonb, ${text}::jsonb, ${text}::jsonb, '{}', 1,
        'done', 'operator', 'ada', ${at}, 'By phone'),
      (${read}, ${house}, 'person_create', 'b', 'Odo', '1', '', ${text}::jsonb, ${text}::jsonb, ${text}::jsonb, '{}', 2,
        'done', 'read', null, ${at}, null)`.execute(db);

  await migrate(db, { to: '0074-decisions' });
  const rows = await db
    .selectFrom('decision')
    .select(['subject_kind', 'subject_id', 'choice', 'reason'])
    .where('decided_by', '=', 'ada')
    .where('decided_at', '=', new Date(at))
    .where('ended_at', 'is', null)
    .orderBy('subject_kind')
    .execute();
  expect(rows.map(Object.values)).toEqual([
    ['change_set', discarded, 'change_set.discarded', 'Wrong file'],
    ['directory_conflict', conflict, 'both', 'Twins'],
    ['recorded_drift', drift, 'accept', ''],
    ['rename_finding', rename, 'not_a_rename', ''],
    ['work_item', ticked, 'done', 'By phone'],
  ]);
  expect(await db.selectFrom('recorded_drift').select('state').execute()).toEqual([{ state: 'accepted' }]);
});
