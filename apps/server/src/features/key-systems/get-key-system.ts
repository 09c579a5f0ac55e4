import type { Db, Tx } from '#platform/deps';
import { notFound } from '#platform/errors';
import { asProduct, type Reader } from '#platform/visible-to';
import { type Connection, findConnection, findKeySystem, findSealed, type KeySystemRow } from './queries';

/** With its certificates, and all that is counted. @throws AppError not_found */
export async function getKeySystem(reader: Reader, id: string): Promise<KeySystemRow> {
  const row = await findKeySystem(reader, id);
  if (!row) throw notFound('key_system');
  return row;
}

/** Where its name and whether it is active are enough. @throws AppError not_found */
export async function getConnection(reader: Reader, id: string): Promise<Connection> {
  const row = await findConnection(reader, id);
  if (!row) throw notFound('key_system');
  return row;
}

/** Two who change the certificates of one connection do it one after the other. @throws AppError not_found */
export async function lockConnection(tx: Tx, id: string): Promise<Connection> {
  await tx.selectFrom('key_system_connection').select('id').where('id', '=', id).forUpdate().execute();
  return getConnection(asProduct(tx), id);
}

/** @throws AppError not_found */
export async function getSealed(db: Db, certificateId: string): Promise<Buffer> {
  const row = await findSealed(db, certificateId);
  if (!row) throw notFound('client_certificate');
  return row.sealed;
}
