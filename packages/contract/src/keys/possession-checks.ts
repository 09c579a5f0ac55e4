import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { ById, Instant, Search } from '../fields/common';
import { NamedScope } from '../fields/named-scope';
import { lineOf, paragraphsOf } from '../fields/text';
import { AdminScope } from '../people/admin-scope';

const desk = openTo('assign_keys');

const languages = ['en', 'de'] as const;

/** returned: it was no longer with the holder when the holder answered. */
export const possessionAnswers = ['has', 'missing', 'elsewhere', 'returned'] as const;
export const PossessionAnswer = z
  .enum(possessionAnswers)
  .describe('elsewhere: someone else has it. returned: as recorded, it changed hands between the mail and the answer.');

export const PossessionCheck = z.object({
  id: z.uuid(),
  scope: NamedScope.describe('Departments are of the holders; a key is of a place where it opens a door, as recorded.'),
  rings: z
    .array(z.object({ id: z.uuid(), name: z.string() }))
    .nullable()
    .describe('Keys on these; null: all.'),
  started_at: Instant,
  started_by: z.string().describe('Of a repetition: who has started the first.'),
  is_repetition: z.boolean().describe('It began by itself.'),
  repeat_months: z.int().nullable().describe('It begins anew so many months after it began; null: it does not.'),
  next_at: Instant.nullable().describe('When it begins anew; null: it does not, or has.'),
  due_at: Instant,
  ended_at: Instant.nullable(),
  ended_by: z.string().nullable().describe('Null of one that has ended: its repetition began.'),
  is_overdue: z.boolean(),
  people: z.int().describe('Holders, of those the reader may see, as all figures here.'),
  answered: z.int(),
  to_mail: z.int().describe('Whose mail is not sent yet.'),
  not_mailed: z.int().describe('Without a mail address, or whose mail was not taken.'),
  keys: z.int(),
  confirmed: z.int(),
  differing: z.int().describe('Keys that the holder does not have.'),
  returned: z.int().describe('Keys that changed hands before the answer.'),
  unanswered: z.int().describe('Keys of holders who have not answered.'),
  also_has: z.int().describe('Holders who have keys that are not recorded with them.'),
});
export type PossessionCheck = z.infer<typeof PossessionCheck>;

export const CheckedKey = z.object({
  id: z.uuid().describe('Of the key.'),
  marking: z.string(),
  name: z.string(),
  connection_name: z.string(),
  person_id: z.uuid(),
  holder: z.string(),
  department: z.string().nullable(),
  mail_address: z.string().nullable(),
  mailed_at: Instant.nullable(),
  problem: z.string().nullable().describe('Why the mail was not sent.'),
  answer: PossessionAnswer.nullable(),
  note: z.string().describe('Of the holder: who has it, or what is known.'),
  answered_at: Instant.nullable(),
  answered_by: z.string().nullable().describe('Who has entered an answer on paper; null: the holder, by the link.'),
  also_has: z.string().describe('Keys that the holder has besides, in their words.'),
  last_confirmed_at: Instant.nullable().describe('When a holder has last said to have this key, in any check.'),
  has_case: z.boolean().describe('An open case is about this key.'),
});
export type CheckedKey = z.infer<typeof CheckedKey>;

export const possessionCheckList = declareList({
  path: '/possession-checks',
  summary: 'Checks in which holders say which keys they have',
  ...desk,
  item: PossessionCheck,
  filter: { state: z.enum(['open', 'ended']).optional() },
  sorts: ['started_at'],
  usual: '-started_at',
  csv: {
    columns: [
      'scope',
      'rings',
      'started_at',
      'started_by',
      'due_at',
      'ended_at',
      'ended_by',
      'repeat_months',
      'next_at',
      'people',
      'answered',
      'not_mailed',
      'keys',
      'confirmed',
      'differing',
      'returned',
      'unanswered',
    ],
    audit: 'possession_checks.exported',
  },
});

export const checkedKeyList = declareList({
  path: '/possession-checks/:id/keys',
  summary: 'The keys of a possession check, with what the holder has answered',
  ...desk,
  params: ById,
  item: CheckedKey,
  filter: {
    search: Search.optional().describe('Part of the marking or of the name of the holder.'),
    person_id: z.uuid().optional().describe('Only keys of this holder.'),
    answer: z
      .enum([...possessionAnswers, 'open', 'also_has', 'not_mailed'])
      .optional()
      .describe('open: not answered. also_has: the holder has other keys too. not_mailed: the holder got no mail.'),
  },
  sorts: ['holder', 'marking'],
  name: 'possession-check-keys',
  csv: {
    columns: [
      'marking',
      'name',
      'connection_name',
      'holder',
      'department',
      'mail_address',
      'mailed_at',
      'problem',
      'answer',
      'note',
      'answered_at',
      'answered_by',
      'also_has',
      'last_confirmed_at',
    ],
    audit: 'possession_checks.exported',
  },
  errors: ['not_found'],
});

/** What a public call of 16 KiB has room for, without notes. */
const maxAnswers = 200;
/** At the desk, of one holder. */
const maxAnswersAtDesk = 1_000;

const KeyAnswer = z.strictObject({
  key_id: z.uuid(),
  answer: z.enum(['has', 'missing', 'elsewhere']),
  note: lineOf({ min: 0, max: 200 }).default(''),
});

const RepeatMonths = z.int().min(1).max(60).nullable();

const Token = z.string().max(200);

/** A mailed link leads to `/possession#<token>`; after the #, neither a proxy nor an access log sees the token. */
export const possessionChecks = {
  list: possessionCheckList.page,
  exportCsv: possessionCheckList.csv,
  keys: checkedKeyList.page,
  exportKeysCsv: checkedKeyList.csv,
  start: endpoint({
    method: 'POST',
    path: '/possession-checks',
    summary: 'Ask the holders of keys by mail which of them they have: one mail a holder',
    ...desk,
    audit: 'possession_check.started',
    changes: ['possession-checks'],
    status: 201,
    body: z.strictObject({
      scope: AdminScope.default({ departments: null, places: null }).describe(
        'Holders of these departments, and keys that open a door in these places or below, as recorded; of those the caller may see.',
      ),
      rings: z.array(z.uuid()).min(1).max(200).nullable().default(null).describe('Only keys on these rings.'),
      due_at: Instant,
      repeat_months: RepeatMonths.default(null).describe(
        'The check begins anew by itself so many months later. Only by whoever is responsible for all departments.',
      ),
      language: z.enum(languages).describe('Of the mails. The page they lead to has both.'),
    }),
    response: PossessionCheck,
    errors: ['conflict', 'validation_failed'],
  }),
  repeat: endpoint({
    method: 'PUT',
    path: '/possession-checks/:id/repetition',
    summary: 'Whether and when a possession check begins anew by itself; by whoever is responsible for all departments',
    ...desk,
    audit: 'possession_check.repetition_set',
    changes: ['possession-checks'],
    params: ById,
    body: z.strictObject({ repeat_months: RepeatMonths }),
    response: PossessionCheck,
    errors: ['not_found', 'conflict', 'validation_failed'],
  }),
  forms: endpoint({
    method: 'GET',
    path: '/possession-checks/:id/forms.pdf',
    summary: 'Forms of a possession check on paper, a page a holder who has not answered, the first 500 by name',
    ...desk,
    audit: 'possession_checks.exported',
    params: ById,
    query: z.object({
      to: z
        .enum(['not_mailed', 'not_answered'])
        .default('not_mailed')
        .describe('not_mailed: only holders who got no mail.'),
    }),
    produces: 'pdf',
    response: z.string(),
    errors: ['not_found', 'conflict', 'overloaded'],
  }),
  results: endpoint({
    method: 'GET',
    path: '/possession-checks/:id/results.pdf',
    summary: 'A possession check with its figures, and the first 3,000 keys that differ or were not answered for',
    ...desk,
    audit: 'possession_checks.exported',
    params: ById,
    produces: 'pdf',
    response: z.string(),
    errors: ['not_found', 'overloaded'],
  }),
  enter: endpoint({
    method: 'POST',
    path: '/possession-checks/:id/answers',
    summary: 'Enter what a holder has answered on paper or at the desk, once; their link stops working',
    ...desk,
    audit: 'possession_check.answered',
    changes: ['possession-checks'],
    params: ById,
    body: z.strictObject({
      person_id: z.uuid(),
      answers: z.array(KeyAnswer).max(maxAnswersAtDesk),
      also_has: paragraphsOf(500).default(''),
    }),
    response: z.object({ answered_at: Instant }),
    errors: ['not_found', 'conflict', 'validation_failed'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/possession-checks/:id',
    summary: 'A possession check with its figures',
    ...desk,
    audit: { none: 'read-only' },
    params: ById,
    response: PossessionCheck,
    errors: ['not_found'],
  }),
  remind: endpoint({
    method: 'POST',
    path: '/possession-checks/:id/reminders',
    summary:
      'Mail the link again to holders who have not answered, each at most once a day; an earlier link stops working',
    ...desk,
    audit: 'possession_check.reminded',
    changes: ['possession-checks'],
    params: ById,
    response: z.object({ mails: z.int() }),
    errors: ['not_found', 'conflict'],
  }),
  end: endpoint({
    method: 'POST',
    path: '/possession-checks/:id/ends',
    summary: 'End a possession check: its links stop working',
    ...desk,
    audit: 'possession_check.ended',
    changes: ['possession-checks'],
    params: ById,
    response: PossessionCheck,
    errors: ['not_found', 'conflict'],
  }),
  checkLink: endpoint({
    method: 'POST',
    path: '/possession-checks/links/check',
    summary: 'What a mailed link asks; the same refusal for whatever token opens nothing',
    allow: 'public',
    audit: { none: 'read-only' },
    body: z.strictObject({ token: Token }),
    response: z.object({
      person_name: z.string(),
      started_by: z.string(),
      due_at: Instant,
      keys: z.array(
        z.object({
          id: z.uuid(),
          marking: z.string(),
          name: z.string(),
          is_returned: z.boolean().describe('It is no longer recorded with this holder.'),
        }),
      ),
    }),
    errors: ['link_expired', 'too_many_attempts'],
  }),
  answer: endpoint({
    method: 'POST',
    path: '/possession-checks/links/answer',
    summary: 'Answer a possession check by its mailed link, once, without an account; no key changes hands by it',
    allow: 'public',
    audit: 'possession_check.answered',
    changes: ['possession-checks'],
    body: z.strictObject({
      token: Token,
      answers: z.array(KeyAnswer).max(maxAnswers),
      also_has: paragraphsOf(500).default(''),
    }),
    response: z.object({ answered_at: Instant }),
    errors: ['link_expired', 'too_many_attempts', 'validation_failed'],
  }),
};
