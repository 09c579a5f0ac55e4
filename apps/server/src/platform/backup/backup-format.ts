import { z } from 'zod';

/**
 * A backup is lines of text, compressed by gzip and encrypted for a recipient of age (https://age-encryption.org/v1), so that
 * other tools can open it. A line that begins with `{` is a row of the table named last, as PostgreSQL writes it as JSON; one that
 * begins with `@` is about the backup: `@backup` comes first, `@table` before the rows of each table, `@end` last.
 */
export const formatVersion = 1;

export const Manifest = z.object({
  format: z.literal(formatVersion),
  taken_at: z.iso.datetime(),
  /** Those that the database has run. */
  migrations: z.array(z.string()).min(1),
  /** 32 bytes as base64; without it nothing sealed in the database can be read. */
  secret_key: z.string(),
});
export type Manifest = z.infer<typeof Manifest>;

export const TableHead = z.object({ name: z.string(), columns: z.array(z.string()) });
export type TableHead = z.infer<typeof TableHead>;

export const BackupEnd = z.object({
  /** By table. */
  rows: z.record(z.string(), z.int()),
  /** The last value of each sequence that has been used, as text. */
  sequences: z.record(z.string(), z.string()),
});
export type BackupEnd = z.infer<typeof BackupEnd>;

/** The operator can fix it, or has the wrong file or key. */
export class BackupUnusable extends Error {
  override name = 'BackupUnusable';
}
