import { keyReminderList, type ReminderAudience } from '@key2xs/contract';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { keysOf } from '../../keys/relation';

const markingsShown = 10;

/** Reminders, with those of their keys that the reader may see. */
export const reminderSource = (reader: Reader) =>
  listSource(keyReminderList, (db) => db.selectFrom('key_reminder as mail'))({
    resource: 'key_times',
    show: (mails) =>
      mails.select([
        'mail.id',
        'mail.mail_address',
        'mail.state',
        'mail.asked_by',
        'mail.problem',
        'mail.due_at',
        'mail.created_at',
        'mail.ended_at',
        sql<ReminderAudience[]>`array(
          select distinct audience from key_reminder_key as line where line.reminder_id = mail.id order by 1)`.as(
          'audiences',
        ),
        sql<number>`(select count(distinct key_id)::int from key_reminder_key as line where line.reminder_id = mail.id)`.as(
          'keys',
        ),
        sql<string[]>`array(
          select distinct key.marking from key_reminder_key as line join ${keysOf(reader)} on key.id = line.key_id
          where line.reminder_id = mail.id order by 1 limit ${markingsShown})`.as('markings'),
      ]),
    id: 'mail.id',
    isCostly: true,
    filters: { reminder: 'mail.state' },
    sorts: { created_at: 'mail.created_at' },
    present: ({ problem, due_at, created_at, ended_at, ...mail }, language) => ({
      ...mail,
      problem: problem && renderSentence(problem, language),
      next_attempt_at: mail.state === 'waiting' ? due_at.toISOString() : null,
      created_at: created_at.toISOString(),
      ended_at: ended_at?.toISOString() ?? null,
    }),
    cells: {
      audiences: ({ audiences }) => audiences.join(' '),
      markings: ({ markings }) => markings.join(', '),
    },
  });
