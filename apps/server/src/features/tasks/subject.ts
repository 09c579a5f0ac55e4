import { type TaskKind, taskKinds } from '@key2xs/contract';
import type { Tx } from '#platform/deps';
import { notFound } from '#platform/errors';

const nouns = { iam_connection: 'identity_source', key_system_connection: 'key_system' } as const;

/** The connection that a task or a change set is over. */
export type Subject = { table: keyof typeof nouns; id: string };

type Over = { kind: TaskKind } & Record<`${Subject['table']}_id`, string | null>;

export function subjectOf(over: Over): Subject {
  const table = taskKinds[over.kind].subject;
  const id = over[`${table}_id`];
  if (id === null) throw new Error(`a ${over.kind} run over no ${table}`);
  return { table, id };
}

/** Kinds of task over one kind of connection, of which one excludes the others. */
export const kindsOver = (table: Subject['table']): TaskKind[] =>
  (Object.keys(taskKinds) as TaskKind[]) // the names of a table are its keys
    .filter((kind) => taskKinds[kind].subject === table);

/**
 * Keeps a connection from being deleted until the transaction ends: whoever deletes it waits for a task that begins and
 * sees it, or is waited for. @returns its name @throws AppError not_found
 */
export async function holdSubject(tx: Tx, { table, id }: Subject): Promise<string> {
  const held = await tx.selectFrom(table).select('name').where('id', '=', id).forKeyShare().executeTakeFirst();
  if (!held) throw notFound(nouns[table]);
  return held.name;
}
