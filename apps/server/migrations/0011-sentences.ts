import { type Kysely, sql } from 'kysely';

/** As it was written, in English: the words are kept, whatever language they are read in. */
const asWritten = (column: string) =>
  `jsonb_build_object('code', 'asWritten', 'params', jsonb_build_object('text', ${column}))`;

const toSentence = (table: string, ...columns: string[]) =>
  `alter table ${table} ${columns
    .map(
      (column) =>
        `alter column ${column} type jsonb using case when ${column} is not null then ${asWritten(column)} end`,
    )
    .join(', ')}`;

/** What was put together from few words has a code of its own. */
const known: [table: string, column: string, text: string, code: string][] = [
  ['work_item', 'place', 'Persons', 'work.places.persons'],
  ['work_item', 'place', 'Access profiles', 'work.places.profiles'],
  ['work_item', 'why', 'No active rule reaches this person any more.', 'because.noRuleReaches'],
  ['work_item', 'why', 'No active rule stands behind this access profile any more.', 'because.noRuleBehind'],
  ['work_item', 'why', 'The identity source says otherwise than the key system.', 'because.sourceDiffers'],
];

/** Greedy, so that a quotation mark in a name does no harm but where both names have one. */
const reaches = `^Rule ''(.*)'' of the plan ''(.*)'' reaches this person\\.$`;

const statements = [
  // What is searched for is made with the entry, in English, which code and parameters cannot be searched for.
  `alter table work_item alter column search_text drop expression`,
  toSentence('work_item', 'what', 'place', 'why'),
  toSentence('change_set_item', 'message'),
  toSentence('sync_task', 'error'),
  ...known.map(
    ([table, column, text, code]) =>
      `update ${table} set ${column} = '{"code":"${code}"}' where ${column} #>> '{params,text}' = '${text}'`,
  ),
  ...[
    ['work_item', 'why'],
    ['change_set_item', 'message'],
  ].map(
    ([table, column]) => `
    update ${table} set ${column} = jsonb_build_object('code', 'because.reaches', 'params', jsonb_build_object(
      'rule', jsonb_build_object('code', 'because.rule', 'params', jsonb_build_object('rule', names[1], 'plan', names[2]))))
    from (select regexp_match(text, '${reaches}') as names, text from (
      select distinct ${column} #>> '{params,text}' as text from ${table}) as texts) as rules
    where names is not null and ${column} #>> '{params,text}' = rules.text`,
  ),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
