import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

const marked = /^\s*\/\* prepared (\w+) \*\//;

/**
 * Begins a statement that nearly every request asks, and whose plan does not depend on its values. The embedded database
 * parses and plans it once for each connection, which takes four times as long as running it. A server is asked as before,
 * because a pooler between may not keep prepared statements. The rest of the statement must always be the same text.
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
