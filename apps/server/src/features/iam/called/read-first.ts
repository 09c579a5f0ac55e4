import { DriverError, type SourceRecord, SourceThrottled, SourceUnreadable } from '@key2xs/drivers';
import { AppError } from '#platform/errors';
import type { CalledSource } from '../open-source';
import { groupsColumn, idColumn } from './copy-driver';

export type FirstPeople = { columns: readonly string[]; records: readonly SourceRecord[] };

/**
 * The first page of a source that is called, before or beside its copy: nothing of it is kept. Groups come with another
 * page, so nobody has any.
 * @throws AppError conflict where it cannot be called
 */
export async function readFirst({ driver, access }: CalledSource, names: readonly string[]): Promise<FirstPeople> {
  const attributes = names.filter((name) => name !== idColumn && name !== groupsColumn);
  const columns = [...new Set([idColumn, ...attributes, groupsColumn])];
  const { people } = await driver.readPage({ ...access, attributes }, undefined).catch((error: unknown) => {
    throw asConflict(error);
  });
  const there = people.flatMap((person) => ('gone' in person ? [] : [person]));
  const records = there.map(({ id, values, problems }, index) => ({
    row: index + 1,
    values: columns.map((name) => (name === idColumn ? id : (values[name] ?? ''))),
    ...(problems && { problems }),
  }));
  return { columns, records };
}

/** What an administrator waits for is told as it is. */
export function asConflict(error: unknown): unknown {
  const isForeseen =
    error instanceof DriverError || error instanceof SourceThrottled || error instanceof SourceUnreadable;
  return isForeseen ? new AppError('conflict', error.sentence) : error;
}
