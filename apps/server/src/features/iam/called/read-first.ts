import { DriverError, type SourceRecord, SourceThrottled, SourceUnreadable } from '@key2xs/drivers';
import { AppError } from '#platform/errors';
import type { CalledSource } from '../open-source';
import { groupsColumn, idColumn } from './replica-driver';

export type FirstPeople = { columns: readonly string[]; records: readonly SourceRecord[] };

/**
 * Reads the first page of a called source without saving it. Groups come with another
 * page, so people have none.
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

/** Turns errors of a source into ones an administrator can read. */
export function asConflict(error: unknown): unknown {
  const isForeseen =
    error instanceof DriverError || error instanceof SourceThrottled || error instanceof SourceUnreadable;
  return isForeseen ? new AppError('conflict', error.sentence) : error;
}
