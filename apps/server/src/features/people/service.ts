import type { PersonDetails } from '@key2xs/contract';
import { notFound } from '#platform/errors';
import { readRow } from '#platform/list/read-some';
import type { Reader } from '#platform/visible-to';
import { findManager } from './managers';
import { peopleSource } from './people-source';
import { presentPerson } from './present';

export { groupSource, isInGroup } from './group-source';
export { findManager } from './managers';
export { peopleLike, peopleSource } from './people-source';
export { countValues } from './queries';
export { nameSubjects, subjectName } from './subject-name';

/** @throws AppError not_found, also when the person belongs to another source */
export async function getPerson(reader: Reader, id: string, connectionId?: string): Promise<PersonDetails> {
  const row = await readRow(reader, peopleSource(reader), id);
  if (!row || (connectionId !== undefined && row.connection_id !== connectionId)) throw notFound('person');
  return { ...presentPerson(row), ...(await findManager(reader, row)) };
}
