import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { startSchedule } from '#test/start-schedule';
import { recordEvent } from './audit';
import { openChain, sealAllPending } from './audit-chain';
import { fileNote, NoteUnwritable } from './audit-note';

/** A server whose data folder is no longer writable; collects its log. */
async function withoutFolder(app: TestApp) {
  const dataDir = await mkdtemp(join(tmpdir(), 'key2xs-note-'));
  await rm(dataDir, { recursive: true });
  const { auditNote } = app.deps;
  onTestFinished(() => void Object.assign(app.deps, { auditNote }));
  Object.assign(app.deps, { auditNote: fileNote({ dataDir, isEmbedded: false }, app.deps.auditKey) });
  const lines: { level: number; msg: string; audit_end?: string }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { deps: { ...app.deps, log }, lines };
}

const record = ({ db, deps }: TestApp) =>
  db.transaction().execute((tx) => {
    const caller = { actor: undefined, name: 'ada', request_id: 'r-1', sign: deps.signEvent };
    return recordEvent(tx, caller, 'key_plan.updated', { id: 'plan-1', details: {} });
  });

const countUnsealed = async ({ db }: TestApp) =>
  (await db.selectFrom('audit_event').select('id').where('seq', 'is', null).execute()).length;

test('events are sealed and the end is logged although it cannot be noted', async ({ app }) => {
  const { deps, lines } = await withoutFolder(app);
  await record(app);
  await expect(sealAllPending(deps)).rejects.toThrow(NoteUnwritable);
  expect(await countUnsealed(app)).toBe(0);
  expect(lines).toMatchObject([{ msg: 'audit chain sealed', audit_end: expect.stringMatching(/^1:/) }]);
  const ready = await fetch(`${app.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ready', warnings: [expect.stringContaining('cannot be noted')] },
  ]);
});

test('it is logged as an error, once per interval, at the start too', async ({ app }) => {
  const { deps, lines } = await withoutFolder(app);
  await record(app);
  const stop = startSchedule(deps, 'seal-audit-log', 5);
  onTestFinished(stop);
  await expect.poll(() => countUnsealed(app)).toBe(0);
  await record(app);
  await expect.poll(() => countUnsealed(app)).toBe(0);
  await stop();
  await openChain(deps);
  const logged = lines.filter(({ msg }) => msg === 'the end of the audit chain cannot be noted');
  expect(logged.map(({ level }) => level)).toEqual([50, 50]);
});
