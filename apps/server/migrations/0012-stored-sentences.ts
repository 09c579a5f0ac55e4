import { type Kysely, sql } from 'kysely';

/** As 0011: the words are kept, whatever language they are read in, but for those that are known. Empty is none. */
const sentenceOf = (text: string) => `case
  when coalesce(${text}, '') = '' then null
  when ${text} = 'The test was interrupted. Start it again.' then '{"code":"finding.interrupted"}'::jsonb
  when ${text} ~ '^A connection to [^ ]+ can be made\\.$' then jsonb_build_object('code', 'finding.connects', 'params',
    jsonb_build_object('host', substring(${text} from '^A connection to (.*) can be made')))
  when ${text} ~ '^The domain .* is known\\.$' then jsonb_build_object('code', 'finding.domainKnown', 'params',
    jsonb_build_object('domain', substring(${text} from '^The domain (.*) is known')))
  else jsonb_build_object('code', 'asWritten', 'params', jsonb_build_object('text', ${text})) end`;

const testsOf = (table: string) => `
  update ${table} set last_test = last_test || jsonb_build_object(
    'status_message', ${sentenceOf(`last_test ->> 'status_message'`)},
    'steps', (
      select coalesce(jsonb_agg(step || jsonb_build_object('message', ${sentenceOf(`step ->> 'message'`)}) order by place), '[]')
      from jsonb_array_elements(last_test -> 'steps') with ordinality as steps(step, place)))
  where last_test is not null`;

const repeated = `^external_id (.*) stands in an earlier row too; that row counts$`;

/** One of those that are joined by a semicolon. */
const problemOf = (text: string) => `case
  when ${text} = 'external_id is missing' then '{"code":"row.noId"}'::jsonb
  when ${text} = 'external_id has characters that cannot be stored' then '{"code":"row.unstorableId"}'::jsonb
  when ${text} ~ '^[a-z_]+ is longer than 500 characters$' then jsonb_build_object('code', 'row.tooLong', 'params',
    jsonb_build_object('field', substring(${text} from '^[a-z_]+'), 'most', 500))
  else jsonb_build_object('code', 'asWritten', 'params', jsonb_build_object('text', ${text})) end`;

const statements = [
  `alter table key_system_connection alter column error_message type jsonb using ${sentenceOf('error_message')}`,
  testsOf('key_system_connection'),
  testsOf('client_certificate'),
  // What is wrong with a row is the message of its item; the words "Line" and "line" are told with the number.
  `update change_set_item set
    label = case when label ~ '^Line [0-9]+$' then '' else label end,
    reference = regexp_replace(reference, '^line ', ''),
    detail = null,
    message = case when detail is not null then jsonb_build_object('code', 'row.problems', 'params',
      jsonb_build_object('problems', case
        when detail ~ '${repeated}' then jsonb_build_array(jsonb_build_object('code', 'row.repeatedId', 'params',
          jsonb_build_object('id', substring(detail from '${repeated}'))))
        else (select jsonb_agg(${problemOf('problem')} order by place)
          from unnest(string_to_array(detail, '; ')) with ordinality as problems(problem, place)) end)) end
  where kind = 'problem'`,
  `update change_set set largest_removals = (
    select jsonb_agg(case when removal ->> 'label' = 'No department' then removal || '{"label":""}' else removal end order by place)
    from jsonb_array_elements(largest_removals) with ordinality as removals(removal, place))
  where kind = 'directory' and largest_removals @> '[{"label":"No department"}]'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
