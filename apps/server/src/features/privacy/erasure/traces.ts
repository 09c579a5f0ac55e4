import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { notFound } from '#platform/errors';
import { escapePattern } from '../patterns';

/** By what a person is recognised in texts. */
export type Traces = {
  id: string;
  connection_id: string;
  external_id: string;
  username: string | null;
  email: string | null;
  name: string;
  pseudonym: string;
  /** No one else's: full names, mail addresses, long ids. */
  certain: readonly string[];
  /** Numbers and short ids, which mean the person only beside something certain. */
  numbers: readonly string[];
  /** Names of one word, and what others have as well; mean the person only as a whole value beside something certain. */
  words: readonly string[];
  /** How many others have the same name. */
  namesakes: number;
};

type Row = Pick<Traces, 'id' | 'connection_id' | 'external_id' | 'username' | 'email'> & {
  display_name: string;
  given_name: string | null;
  family_name: string | null;
  employee_id: string | null;
  /** In key systems. */
  recorded: { first_name: string; surname: string; email: string | null; employee_id: string | null }[] | null;
};

/** The last digits of an id, which are random. */
const pseudonymOf = (id: string): string => `${id.slice(-8, -4)}-${id.slice(-4)}`.toUpperCase();

/** @throws AppError not_found, also for who is erased already */
export async function findTraces(db: Db, id: string): Promise<Traces> {
  const { rows } = await sql<Row>`
    select id, connection_id, external_id, username, email, display_name, given_name, family_name, employee_id, (
        select jsonb_agg(jsonb_build_object('first_name', first_name, 'surname', surname, 'email', email,
          'employee_id', employee_id)) from recorded_person where own_reference = person.id) as recorded
    from person where id = ${id}::uuid and erased_at is null`.execute(db);
  const [row] = rows;
  if (!row) throw notFound('person');
  const { display_name, given_name, family_name, employee_id, recorded, ...own } = row;
  const names = [
    display_name,
    ...orders(given_name, family_name),
    ...(recorded ?? []).flatMap(({ first_name, surname }) => orders(first_name, surname)),
  ];
  const mails = [row.email, ...(recorded ?? []).map(({ email }) => email)];
  const ids = [row.username, row.external_id, employee_id, ...(recorded ?? []).map((one) => one.employee_id)];
  const candidates = distinct([...names.filter(isFullName), ...mails, ...ids.filter(isUnmistakable)]);
  const others = await countOthers(db, id, candidates);
  const certain = candidates.filter((one) => !others.has(one));
  return {
    ...own,
    name: display_name,
    pseudonym: pseudonymOf(id),
    certain,
    numbers: distinct(ids.filter((one) => one !== null && one.length >= 3)).filter((one) => !certain.includes(one)),
    words: distinct([...names, ...mails, given_name, family_name]).filter((one) => !certain.includes(one)),
    namesakes: Math.max(0, ...names.map((name) => others.get(name.toLowerCase()) ?? 0)),
  };
}

/** A name as it is written here and there. */
const orders = (first: string | null, last: string | null): string[] =>
  first && last ? [`${first} ${last}`, `${last} ${first}`, `${last}, ${first}`] : [];

const isFullName = (name: string): boolean => name.length >= 5 && /\S\s+\S/u.test(name);

/** Long and random, or no word of a language. */
const isUnmistakable = (text: string | null): boolean =>
  text !== null && (text.length >= 12 || (text.length >= 6 && /\p{L}/u.test(text) && /[^\p{L}]/u.test(text)));

const distinct = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text ? [text.toLowerCase()] : []))),
];

/** How many other people, accounts, places, doors and departments have the same, by text: these keep their names. */
async function countOthers(db: Db, id: string, texts: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ text: string; others: number }>`
    select wanted as text, count(*)::int as others from unnest(${[...texts]}::text[]) as wanted join (
      select unnest(array[lower(display_name), lower(email), lower(username), lower(external_id)]) as known from person
        where id <> ${id}::uuid and erased_at is null
      union all select unnest(array[lower(full_name), lower(email)]) from recorded_person
        where own_reference is null and deleted_at is null
      union all select unnest(array[lower(name), username_folded]) from admin
      union all select unnest(array[lower(department), lower(job_title), lower(company), lower(location)]) from person
        where id <> ${id}::uuid
      union all select lower(name) from location
      union all select unnest(array[lower(name), lower(marking), lower(location)]) from key_system_cylinder
      union all select lower(name) from key_system_cylinder_group
      union all select lower(name) from key_plan) as other on other.known = wanted
    group by wanted`.execute(db);
  return new Map(rows.map(({ text, others }) => [text, others]));
}

/** As it stands in texts and, where they differ, within the text of JSON and arrays. */
const written = (texts: readonly string[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => [text, text.toUpperCase()]) // a database may fold ASCII only
      .flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
      .map(escapePattern),
  ),
];

/** Patterns of PostgreSQL, without regard to case; null: there is nothing to find. */
export type Patterns = { certain: string | null; inText: string | null; inJson: string | null };

export function patternsOf({ certain, numbers, words }: Traces): Patterns {
  const any = (texts: readonly string[]) => `(?:${written(texts).join('|')})`;
  const word = (texts: readonly string[]) => `(?<![[:alnum:]])${any(texts)}(?![[:alnum:]])`;
  const wholes = words.length > 0 ? [`^${any(words)}$`] : [];
  const quoted = [...numbers, ...words];
  return {
    certain: certain.length > 0 ? word(certain) : null,
    inText: [...wholes, ...(numbers.length > 0 ? [word(numbers)] : [])].join('|') || null,
    inJson: quoted.length > 0 ? `(?<=["(])${any(quoted)}(?=[")])` : null,
  };
}

/** The text without the person. */
export const withoutTraces = (text: string, { certain, pseudonym }: Traces): string =>
  certain.length === 0
    ? text
    : text.replaceAll(
        new RegExp(`(?<![\\p{L}\\p{N}])(?:${certain.map(escapePattern).join('|')})(?![\\p{L}\\p{N}])`, 'giu'),
        pseudonym,
      );
