import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { placeEmptyDatabase, refuseDamagedDatabase } from './empty-database';

let folder: string;
let source: string;
let target: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'key2xs-empty-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  [source, target] = [join(folder, 'prepared'), join(folder, 'database')];
  await mkdir(join(source, 'base'), { recursive: true });
  await writeFile(join(source, 'PG_VERSION'), '17');
  await writeFile(join(source, 'base', '1'), 'page');
});

const textOf = (...path: string[]) => readFile(join(target, ...path), 'utf8');

describe('placeEmptyDatabase', () => {
  it('copies every file', async () => {
    await placeEmptyDatabase(target, source);
    expect([await textOf('PG_VERSION'), await textOf('base', '1')]).toEqual(['17', 'page']);
    expect((await readdir(folder)).sort()).toEqual(['database', 'prepared']);
  });

  it('does not touch an existing database', async () => {
    await mkdir(target);
    await writeFile(join(target, 'PG_VERSION'), '16');
    await placeEmptyDatabase(target, source);
    expect([await textOf('PG_VERSION'), await readdir(target)]).toEqual(['16', ['PG_VERSION']]);
  });

  it('throws away what an earlier start left half done', async () => {
    await mkdir(`${target}.new`);
    await writeFile(join(`${target}.new`, 'half'), '');
    await placeEmptyDatabase(target, source);
    expect((await readdir(target)).sort()).toEqual(['PG_VERSION', 'base']);
  });

  it('leaves it to the database itself where nothing is prepared', async () => {
    await placeEmptyDatabase(target, join(folder, 'nothing'));
    expect(await readdir(folder)).toEqual(['prepared']);
  });
});

describe('refuseDamagedDatabase', () => {
  it('refuses files without a database, and nothing else', async () => {
    await refuseDamagedDatabase(target);
    await mkdir(target);
    await refuseDamagedDatabase(target);
    await refuseDamagedDatabase(source);
    await rm(join(source, 'PG_VERSION'));
    await expect(refuseDamagedDatabase(source)).rejects.toThrow('PG_VERSION is missing');
  });
});
