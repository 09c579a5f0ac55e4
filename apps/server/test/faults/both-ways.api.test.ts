import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeSets, iam, type SyncTask } from '@key2xs/contract';
import { stringify } from 'csv-stringify/sync';
import { onTestFinished } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, run, upload } from '#test/factories/iam';
import { aDirectory } from './house';

const columns = [
  'employeeId',
  'userName',
  'givenName',
  'familyName',
  'mail',
  'jobTitle',
  'department',
  'employmentType',
] as const;
type Row = Record<(typeof columns)[number], string>;

const departments = ['Police', 'Fire', 'Libraries', 'Water', 'Law'];
const titles = ['Clerk', 'Engineer', 'Driver', 'Inspector', 'Ångström "Lab", II'];

/** A deterministic sequence of numbers from 0 up to 1. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** 300 people, and the same organisation years later: some have left, some have moved or married, some are new. */
function twoStates(seed: number): { first: Row[]; second: Row[] } {
  const next = numbersFrom(seed);
  const oneOf = (all: readonly string[]) => all[Math.floor(next() * all.length)] ?? '';
  const personOf = (n: number): Row => ({
    employeeId: `C${10_000 + n}`,
    userName: `person${n}@town.example`,
    givenName: `Given${n}`,
    familyName: n % 50 === 0 ? '' : `Fâmily ${n}`,
    mail: n % 7 === 0 ? '' : `person${n}@town.example`,
    jobTitle: oneOf(titles),
    department: n % 40 === 0 ? '' : oneOf(departments),
    employmentType: n % 3 === 0 ? 'part-time' : 'full-time',
  });
  const first = Array.from({ length: 300 }, (_, n) => personOf(n));
  const staying = first.filter(() => next() > 0.2);
  const changed = staying.map((row, n) => {
    if (next() < 0.2) return { ...row, department: oneOf(departments), jobTitle: oneOf(titles) };
    return n % 9 === 0 ? { ...row, familyName: `${row.familyName}-Smith` } : row;
  });
  return { first, second: [...changed, ...Array.from({ length: 60 }, (_, n) => personOf(400 + n))] };
}

/** The differences between the two by employee number. */
function figuresOf({ first, second }: { first: Row[]; second: Row[] }) {
  const before = new Map(first.map((row) => [row.employeeId, row]));
  const figures = { joiner: 0, mover: 0, update: 0, unchanged: 0, leaver: first.length };
  for (const row of second) {
    const old = before.get(row.employeeId);
    if (old) figures.leaver--;
    if (!old) figures.joiner++;
    else if (old.jobTitle !== row.jobTitle || old.department !== row.department) figures.mover++;
    else figures[JSON.stringify(old) === JSON.stringify(row) ? 'unchanged' : 'update']++;
  }
  return figures;
}

/** By employee number, because ids are those of the source. */
async function peopleOf({ db }: TestApp) {
  const fields = ['display_name', 'username', 'given_name', 'family_name', 'email', 'job_title', 'department'] as const;
  return db
    .selectFrom('person')
    .select([...fields, 'employee_id', 'employee_type', 'active', 'state'])
    .orderBy('employee_id')
    .execute();
}

type Way = { source: string; show(rows: readonly Row[]): Promise<void> };

const csvOf = (rows: readonly Row[]) => stringify([...rows], { header: true, columns: [...columns] });

/** Imports both states by one way, and allows changes stopped by guards. */
async function takeThrough(app: TestApp, { source, show }: Way, { first, second }: ReturnType<typeof twoStates>) {
  const take = async (rows: readonly Row[]) => {
    await show(rows);
    const task = await run(app, source);
    await allow(app, task);
    const again = await run(app, source);
    return { counts: task.result?.counts, again: again.result?.outcome, people: await peopleOf(app) };
  };
  return [await take(first), await take(second)];
}

async function allow(app: TestApp, { result, change_set_id }: SyncTask): Promise<void> {
  if (result?.outcome !== 'quarantined') return;
  const params = { id: change_set_id ?? '' };
  const { body } = await app.as('superadmin').call(changeSets.allowOnce, { params, body: { reason: 'Years between' } });
  expect((await app.ended(body.task_id)).status).toBe('SUCCESS');
}

async function anUpload(app: TestApp): Promise<Way> {
  const { id: source } = await aConnection(app, { mapping_config: '{}' });
  const show = async (rows: readonly Row[]) => {
    const { body } = await upload(app, source, csvOf(rows));
    const params = { id: source };
    await app.as('superadmin').call(iam.saveMapping, { params, body: body.suggested_mapping });
  };
  return { source, show };
}

async function aTellingDirectory(app: TestApp): Promise<Way> {
  await app.entra.act('grant-permission', { role: 'User-LifeCycleInfo.Read.All' });
  const source = await aDirectory(app);
  const folder = await mkdtemp(join(tmpdir(), 'key2xs-lists-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const show = async (rows: readonly Row[]) => {
    const path = join(folder, 'list.csv');
    await writeFile(path, csvOf(rows));
    await app.entra.act('load', { path });
  };
  return { source, show };
}

test('an uploaded list and a directory with the same data lead to the same people', async ({ running }) => {
  const states = twoStates(7);
  const { app, reset } = running;
  await reset();
  const uploaded = await takeThrough(app, await anUpload(app), states);
  await reset();
  const directory = await takeThrough(app, await aTellingDirectory(app), states);
  expect(directory.map(({ people }) => people)).toEqual(uploaded.map(({ people }) => people));
  for (const [first, second] of [uploaded, directory]) {
    expect([first?.counts, first?.again, second?.again]).toMatchObject([
      { joiner: 300 },
      'nothing_to_do',
      'nothing_to_do',
    ]);
    expect(second?.counts).toMatchObject(figuresOf(states));
  }
});
