import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

const marked = /^\s*\/\* prepared (\w+) \*\//;

/**
 * Starts a prepared statement, for queries of nearly every request whose plan does not depend on their values. The embedded
 * database then parses and plans it once per connection, which takes four times as long as running it. Has no effect on a
 * server, because a pooler in between may not support prepared statements. The text of the statement must be constant.
 */
export const prepared = (name: string): RawBuilder<unknown> => sql.raw(`/* prepared ${name} */`);

let clients = 0;

/** Prepares statements that begin with `prepared`. Names differ by client, because clients share the session. */
export function prepareMarked(client: pg.ClientBase): void {
  const query = client.query.bind(client);
  const number = clients++;
  const preparing = (text: unknown, ...others: unknown[]) => {
    const name = typeof text === 'string' ? marked.exec(text)?.[1] : undefined;
    const asked = name === undefined ? text : { name: `${name}_${number}`, text };
    return query(...([asked, ...others] as Parameters<typeof query>));
  };
  client.query = preparing as typeof client.query; // takes what it passes on
}
