import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { escapePattern } from './patterns';

type Other = { name: string; is_administrator: boolean };
/** Stands in place of a name, by whose it was. */
type Words = { somebody: string; administrator: string };

/** Hides the names and mail addresses of other people and of administrators in all texts of a value, which are free texts in part. */
export async function othersHider(
  db: Db,
  personId: string,
  { value, words }: { value: unknown; words: Words },
): Promise<<T>(value: T) => T> {
  const others = await findOthers(db, personId, [...new Set(textsIn(value))].join('\n'));
  if (others.length === 0) return (same) => same;
  const longestFirst = others.toSorted((a, b) => b.name.length - a.name.length);
  const kinds = new Map(longestFirst.map(({ name, is_administrator }) => [name, is_administrator]));
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${longestFirst.map(({ name }) => escapePattern(name)).join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  );
  const hide = (text: string) =>
    text.replace(pattern, (found) => (kinds.get(found.toLowerCase()) ? words.administrator : words.somebody));
  return (given) => mapTexts(given, hide);
}

/** Whose names are in a text; not those that the person has as well. Single words are names of accounts only. */
async function findOthers(db: Db, personId: string, text: string): Promise<Other[]> {
  const { rows } = await sql<Other>`
    with own as (select * from person where id = ${personId}::uuid),
    other as (
      select lower(display_name) as name, false as is_administrator from person
        where id <> ${personId}::uuid and erased_at is null and display_name like '% %'
      union select lower(email), false from person where id <> ${personId}::uuid and email like '%@%'
      union select lower(full_name), false from recorded_person
        where own_reference is distinct from ${personId}::uuid and full_name like '% %'
      union select lower(name), true from admin where length(name) > 3
      union select username_folded, true from admin where length(username_folded) > 3)
    select name, bool_or(is_administrator) as is_administrator from other
    where strpos(lower(${text}::text), name) > 0
      and name not in (select lower(display_name) from own union select lower(coalesce(email, '')) from own
        union select lower(coalesce(username, '')) from own)
    group by name`.execute(db);
  return rows;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

function mapTexts<T>(value: T, change: (text: string) => string): T {
  const map = (one: unknown): unknown => {
    if (typeof one === 'string') return change(one);
    if (Array.isArray(one)) return one.map(map);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, member]) => [key, map(member)]));
  };
  return map(value) as T; // of the same shape
}
