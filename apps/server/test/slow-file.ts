import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';

/** More than all buffers on the way to a file, however it is compressed. */
export const fillDatabase = (db: Db) =>
  sql`update admin set password_hash = (select string_agg(gen_random_uuid()::text, '') from generate_series(1, 100000))`.execute(
    db,
  );

/** A file that takes nothing until `takeAll`. `begun`: when the first bytes have come. */
export async function slowFile(path: string): Promise<{ begun: Promise<unknown>; takeAll(): void }> {
  await mkdir(dirname(path), { recursive: true });
  spawnSync('mkfifo', [path]);
  const reader = createReadStream(path);
  const begun = once(reader, 'readable');
  return { begun, takeAll: () => void reader.resume() };
}
