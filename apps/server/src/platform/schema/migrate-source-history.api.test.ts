import { randomUUID } from 'node:crypto';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { migrate } from './migrate';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 9, minute)).toISOString();
const text = (value: unknown) => JSON.stringify(value);

test('the history of a source is taken over from the audit log, its tasks, changes and conflicts', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0075-draft-editors' });
  const [source, setup, run, failed, changes, finding, conflict] = Array.from({ length: 7 }, () => randomUUID());
  const title = text({ code: 'asWritten', params: { text: 'Staff' } });
  await sql`insert into iam_connection (id, name, provider) values (${source}, 'Staff', 'entra_id')`.execute(db);
  const note = (minute: number, action: string, details: object, target = source) =>
    sql`insert into audit_event (id, at, actor_name, action, target_type, target_id, details, details_salt, details_hash)
      values (${uuidv7()}, ${at(minute)}, 'ada', ${action}, 'iam_connection', ${target}, ${text(details)}::jsonb, '', '')`.execute(
      db,
    );
  await note(0, 'entra_setup.consent_answered', { outcome: 'granted' }, setup);
  await note(1, 'iam_connection.created', { setup });
  await note(2, 'iam_connection.created', {}, randomUUID()); // of a connection that is gone
  await note(3, 'iam_connection.mapped', { before: { email: 'Mail' }, after: { department: { from: 'Unit' } } });
  await note(4, 'iam_connection.updated', { change: { is_active: false } });
  await note(5, 'iam_connection.updated', { change: { name: 'Staff' } });
  await note(6, 'source_credential.added', { kind: 'certificate' });
  await note(7, 'timetable.paused', { reason: 'Move of the data centre' });
  await sql`
    insert into sync_task (id, kind, subject_id, title, status, phase, run_kind, dry_run, created_at, completed_at, result, error)
    values (${run}, 'directory', ${source}, 'Staff', 'SUCCESS', 'finished', 'webhook', false, ${at(10)}, ${at(12)},
        ${text({ outcome: 'applied', counts: { joiner: 2, unchanged: 7 }, failed: 0 })}::jsonb, null),
      (${failed}, 'directory', ${source}, 'Staff', 'FAILURE', 'finished', null, false, ${at(20)}, ${at(21)}, null, null)`.execute(
    db,
  );
  await sql`
    insert into change_set (id, kind, state, title, base, iam_connection_id, task_id, counts, guards, created_at)
    values (${changes}, 'directory', 'discarded', ${title}::jsonb, '', ${source}, ${run}, '{"leaver": 3}',
      '[{"reason": "too_many_removals"}]', ${at(11)})`.execute(db);
  const flows = ['a', 'b', 'c', 'd'].map((from) => ({ from, to: `${from}2` }));
  await sql`
    insert into rename_finding (id, change_set_id, number, field, content, effect, stops, decision)
    values (${finding}, ${changes}, 1, 'department', ${text({ flows })}::jsonb, '{}', true, 'not_a_rename')`.execute(
    db,
  );
  await sql`
    insert into directory_conflict (id, connection_id, kind, value, people, state, decision, found_at)
    values (${conflict}, ${source}, 'same_number', '1042', '[]', 'decided', 'both', ${at(13)})`.execute(db);
  await sql`
    insert into decision (subject_kind, subject_id, choice, reason, decided_by, decided_at)
    values ('change_set', ${changes}, 'change_set.discarded', 'Wrong file', 'ben', ${at(14)}),
      ('rename_finding', ${finding}, 'not_a_rename', '', 'ben', ${at(15)}),
      ('directory_conflict', ${conflict}, 'both', '', 'ben', ${at(16)})`.execute(db);

  await migrate(db, { to: '0076-source-history' });
  const rows = await db.selectFrom('source_event').selectAll().orderBy('at').orderBy('kind').execute();
  expect(rows.map(({ kind, actor_name, sentence }) => [kind, actor_name, renderSentence(sentence)])).toEqual([
    ['consent.granted', 'ada', 'An administrator of the source permitted Key2XS to read it.'],
    ['connection.created', 'ada', 'The connection was added.'],
    ['mapping.changed', 'ada', 'The mapping was changed.'],
    ['connection.deactivated', 'ada', 'The connection was switched off.'],
    ['connection.updated', 'ada', 'The connection was changed.'],
    ['credential.added', 'ada', 'A certificate was stored.'],
    ['connection.updated', 'ada', 'It was paused: Move of the data centre'],
    ['run.started', null, 'A run started because of a change message.'],
    ['guard.tripped', null, 'A guard stopped the changes of 3 people.'],
    ['rename.found', null, 'A department or job title seems to have changed: a → a2, b → b2, c → c2.'],
    ['run.finished', null, 'The run ended. 2 people changed.'],
    ['conflict.opened', null, 'A conflict over 1042 needs a decision.'],
    ['guard.discarded', 'ben', 'The stopped changes were discarded: Wrong file'],
    ['rename.decided', 'ben', 'a → a2, b → b2, c → c2, d → d2: decided as not a rename.'],
    ['conflict.resolved', 'ben', 'The conflict over 1042 was decided.'],
    ['run.started', null, 'A run started.'],
    ['run.failed', null, expect.stringMatching(/^The run failed\. ./)],
  ]);
  expect(rows.find(({ kind }) => kind === 'mapping.changed')?.changes).toEqual([
    { field: 'email', before: 'Mail', after: null },
    { field: 'department', before: null, after: 'Unit' },
  ]);
  expect(rows.find(({ kind }) => kind === 'guard.tripped')).toMatchObject({ task_id: run, change_set_id: changes });
});
