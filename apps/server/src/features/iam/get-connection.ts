import { notFound } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { findConnection, type IamConnectionRow } from './queries';

/** @throws AppError not_found */
export async function getConnection(reader: Reader, id: string): Promise<IamConnectionRow> {
  const row = await findConnection(reader, id);
  if (!row) throw notFound('identity_source');
  return row;
}
