import { foldText, type Rename } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';

/**
 * Stored scopes that would no longer cover the people of each finding: those with an old department and not the new one.
 * @returns a function, so that all findings need one read
 */
export async function countScopes(db: Db): Promise<(rename: Rename) => number> {
  const { rows } = await sql<{ departments: string[] }>`
    select departments from admin_scope where departments is not null
    union all select departments from invitation where departments is not null and used_at is null
    union all select departments from api_token where departments is not null
    union all select array(select jsonb_array_elements_text(created_scope -> 'departments'))
      from single_sign_on where jsonb_typeof(created_scope -> 'departments') = 'array'`.execute(db);
  const scopes = rows.map(({ departments }) => new Set(departments.map(foldText)));
  return ({ field, flows }) => {
    if (field !== 'department') return 0;
    const folded = flows.map(({ from, to }) => [foldText(from), foldText(to)] as const);
    return scopes.filter((scope) => folded.some(([from, to]) => scope.has(from) && !scope.has(to))).length;
  };
}
