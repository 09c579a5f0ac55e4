import type { Tx } from '#platform/deps';
import { notFound } from '#platform/errors';
import { asProduct, type Reader } from '#platform/visible-to';
import { findKeySystem, type KeySystemRow } from './queries';

/** @throws AppError not_found */
export async function getKeySystem(reader: Reader, id: string): Promise<KeySystemRow> {
  const row = await findKeySystem(reader, id);
  if (!row) throw notFound('key system');
  return row;
}

/** Two who change the certificates of one connection do it one after the other. @throws AppError not_found */
export async function lockKeySystem(tx: Tx, id: string): Promise<KeySystemRow> {
  await tx.selectFrom('key_system_connection').select('id').where('id', '=', id).forUpdate().execute();
  return getKeySystem(asProduct(tx), id);
}
