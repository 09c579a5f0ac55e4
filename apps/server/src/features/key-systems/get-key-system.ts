import type { Db } from '#platform/deps';
import { notFound } from '#platform/errors';
import { findKeySystem, type KeySystemRow } from './queries';

/** @throws AppError not_found */
export async function getKeySystem(db: Db, id: string): Promise<KeySystemRow> {
  const row = await findKeySystem(db, id);
  if (!row) throw notFound('key system');
  return row;
}
