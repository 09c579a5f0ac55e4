import { randomUUID } from 'node:crypto';
import { say } from '@key2xs/texts';
import type { TestApp } from '#test/app';

/** A department of a source that is mapped to another one. @returns its id */
export async function anAlias({ db }: TestApp, connection_id: string): Promise<string> {
  const id = randomUUID();
  const read = { source_value: 'Station', source_key: 'station', read_as: 'Ward', created_by: 'Ada Example' };
  await db
    .insertInto('value_alias')
    .values({ id, connection_id, field: 'department', ...read })
    .execute();
  return id;
}

/** Changes of a source in which a department seems to be renamed. @returns their id */
export async function aRename({ db }: TestApp, iam_connection_id: string): Promise<string> {
  const id = randomUUID();
  const title = JSON.stringify(say('asWritten', { text: 'x' }));
  const of = { iam_connection_id, key_system_connection_id: null, task_id: null };
  await db
    .insertInto('change_set')
    .values({ id, kind: 'directory', state: 'stale', title, base: 'x', ...of })
    .execute();
  const figures = { people_before: 3, still_listed: 3, staying: 0, people_after: 3 };
  const content = JSON.stringify({
    field: 'department',
    kind: 'rename',
    flows: [{ from: 'Ward', to: 'Station', people: 3 }],
    from: [{ value: 'Ward', ...figures }],
    to: [{ value: 'Station', ...figures }],
    people: 3,
    of: 3,
    confidence: 'likely',
    is_in_reorganisation: false,
  });
  const effect = JSON.stringify({ people_losing: 0, people_gaining: 0, doors_lost: 0, doors_gained: 0 });
  const open = { decision: null };
  await db
    .insertInto('rename_finding')
    .values({
      id: randomUUID(),
      change_set_id: id,
      number: 1,
      field: 'department',
      content,
      effect,
      stops: false,
      ...open,
    })
    .execute();
  return id;
}
