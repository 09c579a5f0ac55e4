import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeAll, describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { recordUpdates } from '#test/backup-audit-log';
import { aFullHouse } from '#test/factories/full-house';
import { freshDatabase } from '#test/fresh-database';
import { sealAllPending } from '../audit/audit-chain';
import { memoryNote } from '../audit/audit-note';
import { verifyChain } from '../audit/audit-verification';
import type { Db } from '../deps';
import { migrate } from '../schema/migrate';
import { findSecretKey } from '../secrets/secret-key';
import { backUpDaily, backupName, listBackups } from './back-up-daily';
import { restoreBackup } from './restore-backup';
import { writeBackup } from './write-backup';

const log = pino({ level: 'silent' });
const secretKey = Buffer.alloc(32, 7);
let recoveryKey: string;
let recipient: string;

beforeAll(async () => {
  recoveryKey = await generateX25519Identity();
  recipient = await identityToRecipient(recoveryKey);
});

async function aBackup({ db, deps }: TestApp, key: Buffer = secretKey): Promise<string> {
  const file = join(deps.config.dataDir, `${deps.newId()}.age`);
  await writeBackup({ db, secretKey: key, now: deps.clock() }, { file, recipient });
  return file;
}

type Options = { file: string; key?: string; db?: Db };

async function restore({ file, key = recoveryKey, db }: Options) {
  const [target = db] = db ? [db] : await freshDatabase(1);
  if (!target) throw new Error('no database');
  const keys: Buffer[] = [];
  const takeKey = async (found: Buffer) => void keys.push(found);
  await restoreBackup({ db: target, log, now: new Date(), takeKey }, { file, recoveryKey: key });
  return { db: target, keys };
}

/** Every row of every table as text, apart from what a restore ends or adds. */
async function contentOf(db: Db): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname <> all(${['kysely_migration', 'session', 'restored_backup', 'stream_ticket']})
    order by relname`.execute(db);
  const content: Record<string, string[]> = {};
  for (const { name } of tables) {
    const others = name === 'audit_event' ? sql`where action <> 'installation.restored'` : sql``;
    const { rows } = await sql<{ row: string }>`
      select source::text as row from ${sql.table(name)} as source ${others} order by 1`.execute(db);
    content[name] = rows.map(({ row }) => row);
  }
  return content;
}

/** Which months have a table of their own is a matter of time. */
const ofNoMonth = (table: string) => sql`${sql.ref(table)} not in (select oid from pg_class where relispartition)`;

describe('a backup', () => {
  test('restores every row, and sequences, keys and triggers act as before', async ({ app }) => {
    await aFullHouse(app);
    // Line ends of Unicode, as in text pasted from elsewhere.
    await app.db.updateTable('person').set({ display_name: 'Nurse\u2028in\u2029charge\u0085\r\n' }).execute();
    const file = await aBackup(app);
    const { db, keys } = await restore({ file });
    expect(keys).toEqual([secretKey]);
    const [restored, original] = [await contentOf(db), await contentOf(app.db)];
    expect(Object.values(original).filter((rows) => rows.length > 0).length).toBeGreaterThan(60);
    expect(restored).toEqual(original);
    const pieces = async (of: Db) => {
      const { rows } = await sql<{ piece: string }>`
        select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as piece from pg_constraint
        where connamespace = 'public'::regnamespace and ${ofNoMonth('conrelid')}
        union all select tgrelid::regclass || ' ' || tgname || case tgenabled when 'D' then ' off' else ' on' end from pg_trigger
        where not tgisinternal and ${ofNoMonth('tgrelid')}
        union all select 'sequence ' || sequencename || ' ' || coalesce(last_value, 0) from pg_sequences where schemaname = 'public'
        order by 1`.execute(of);
      return rows.map(({ piece }) => piece);
    };
    expect(await pieces(db)).toEqual(await pieces(app.db));
  });

  test('is not opened by another key, or when it was changed or cut off; the database stays empty', async ({ app }) => {
    await app.as('superadmin').token();
    const file = await aBackup(app);
    const bytes = await readFile(file);
    const changed = Buffer.from(bytes);
    changed[bytes.length - 40] = (changed[bytes.length - 40] ?? 0) ^ 1;
    await writeFile(`${file}.changed`, changed);
    await writeFile(`${file}.cut`, bytes.subarray(0, bytes.length - 100));
    const [db] = await freshDatabase(1);
    const other = await generateX25519Identity();
    await expect(restore({ db, file, key: other })).rejects.toThrow('this recovery key does not open it');
    await expect(restore({ db, file, key: 'in the safe' })).rejects.toThrow('This is no recovery key');
    await expect(restore({ db, file: `${file}.changed` })).rejects.toThrow('damaged or incomplete');
    await expect(restore({ db, file: `${file}.cut` })).rejects.toThrow('damaged or incomplete');
    await restore({ db, file });
    await expect(restore({ db, file })).rejects.toThrow('There is an installation in this database already');
  });

  test('of another version is brought to this one, and refused when it is later', async ({ app }) => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`.execute(
      app.db,
    );
    const later = async (name: string) => {
      await sql`insert into kysely_migration values (${name}, '')`.execute(app.db);
      const file = await aBackup(app);
      await sql`delete from kysely_migration where name = ${name}`.execute(app.db);
      return file;
    };
    await expect(restore({ file: await later('9999-later') })).rejects.toThrow('a later version of Key2XS');
    const [earlier] = await freshDatabase(1);
    if (!earlier) throw new Error('no database');
    await migrate(earlier, { to: '0114-restored-backups' });
    const file = join(app.deps.config.dataDir, 'earlier.age');
    await writeBackup({ db: earlier, secretKey, now: app.deps.clock() }, { file, recipient });
    const { db } = await restore({ file });
    const ran = await sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`.execute(db);
    expect(ran.rows).toEqual(rows);
  });

  test('holds an audit log that verifies, and goes on with the restore', async ({ app }) => {
    await recordUpdates(app, 3);
    await sealAllPending(app.deps);
    const key = await findSecretKey(app.deps.config);
    if (!key) throw new Error('no key');
    const { db } = await restore({ file: await aBackup(app, key) });
    const restored = { ...app.deps, db, auditNote: memoryNote() };
    await sealAllPending(restored);
    const { problems, checked } = await verifyChain(restored);
    expect({ problems, checked }).toEqual({ problems: [], checked: 4 });
  });

  test('ends with the process that writes it, and leaves nothing of its file', async ({ app }) => {
    await app.as('superadmin').token();
    const directory = join(app.deps.config.dataDir, 'stopped');
    const config = {
      ...app.deps.config,
      secretKey: secretKey.toString('base64'),
      backup: { directory, recipient, keep: 2 },
    };
    expect(await backUpDaily({ ...app.deps, config }, AbortSignal.abort())).toBe(0);
    expect(await readdir(directory)).toEqual([]);
    expect(await backUpDaily({ ...app.deps, config }, new AbortController().signal)).toBe(1);
    expect(await readdir(directory)).toHaveLength(1);
  });

  test('is written each night into the configured folder, and the oldest are deleted', async ({ app }) => {
    const directory = join(app.deps.config.dataDir, 'backups');
    const config = {
      ...app.deps.config,
      secretKey: secretKey.toString('base64'),
      backup: { directory, recipient, keep: 2 },
    };
    const may = (day: number, hours: number, minutes = 0) => new Date(2026, 4, day, hours, minutes);
    const at = (now: Date) => backUpDaily({ ...app.deps, config, clock: () => now }, new AbortController().signal);
    expect(await at(may(3, 14)), 'the first at once').toBe(1);
    expect(await at(may(4, 1, 59)), 'not yet').toBe(0);
    expect(await at(may(4, 2, 5))).toBe(1);
    expect(await at(may(4, 23))).toBe(0);
    const [ofTheFuture, draft] = [backupName(may(400, 0)), `${backupName(may(5, 2))}.part`];
    for (const name of [ofTheFuture, draft]) await writeFile(join(directory, name), '');
    expect(await at(may(6, 9)), 'one that a wrong clock has named is none').toBe(1);
    const kept = await listBackups(directory, may(6, 9));
    expect(kept.map((backup) => backup.at)).toEqual([may(6, 9), may(4, 2, 5)]);
    expect(await readdir(directory)).not.toContain(draft);
    await restore({ file: kept[0]?.file ?? '' });
  });
});
