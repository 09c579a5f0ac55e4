import type { Administrator } from '@key2xs/contract';
import { notFound } from '#platform/errors';
import { readRow } from '#platform/list/read-some';
import type { Reader } from '#platform/visible-to';
import { administratorSource } from './administrator-source';
import { presentAdministrator } from './present';

/** @throws AppError not_found */
export async function getAdministrator(reader: Reader, id: string): Promise<Administrator> {
  const row = await readRow(reader, administratorSource, id);
  if (!row) throw notFound('administrator');
  return presentAdministrator(row);
}
