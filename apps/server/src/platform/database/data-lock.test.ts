import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DataFolderInUse, lockDataFolder } from './data-lock';

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'key2xs-lock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const source = new URL('./data-lock.ts', import.meta.url).href;

type Holder = { process: ChildProcess; take: () => Promise<string[]> };

/** Another process that locks the folders on request, reports the result for each, and holds them until it ends. */
async function aHolder(folders: readonly string[]): Promise<Holder> {
  const program = `
    const { register } = await import('tsx/esm/api');
    register();
    const { lockDataFolder } = await import(${JSON.stringify(source)});
    console.log('ready');
    process.stdin.once('data', async () => {
      const answers = [];
      for (const folder of ${JSON.stringify(folders)}) {
        answers.push(await lockDataFolder(folder).then(() => 'has it', ({ name }) => name));
      }
      console.log(JSON.stringify(answers));
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const take = async () => {
    child.stdin.write('go');
    const [said] = await once(child.stdout, 'data');
    return JSON.parse(String(said));
  };
  return { process: child, take };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

const lockLeftBy = (folder: string, holder: string) => writeFile(join(folder, 'lock'), holder);

describe('lockDataFolder', () => {
  it('creates a folder that other users cannot read', async () => {
    const folder = join(await aFolder(), 'deep', 'data');
    await lockDataFolder(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('gives it free again', async () => {
    const folder = await aFolder();
    (await lockDataFolder(folder))();
    expect(await readdir(folder)).toEqual([]);
    await lockDataFolder(folder);
  });

  it('refuses the same process a second time', async () => {
    const folder = await aFolder();
    await lockDataFolder(folder);
    await expect(lockDataFolder(folder)).rejects.toThrow(DataFolderInUse);
  });

  it('refuses while another process has it, and names that', async () => {
    const folder = await aFolder();
    const holder = await aHolder([folder]);
    expect(await holder.take()).toEqual(['has it']);
    await expect(lockDataFolder(folder)).rejects.toThrow(
      `The data folder ${folder} is in use by process ${holder.process.pid}. Stop that process, or set KEY2XS_DATA_DIR to another folder.`,
    );
  });

  it('takes over from a process that was killed', async () => {
    const folder = await aFolder();
    const holder = await aHolder([folder]);
    await holder.take();
    await kill(holder.process);
    await lockDataFolder(folder);
    expect(await readdir(folder)).toEqual(['lock']);
  });

  it('takes over when the number belongs to another process by now', async () => {
    const folder = await aFolder();
    await lockLeftBy(folder, `${process.ppid} 1`);
    await lockDataFolder(folder);
  });

  for (const [what, left] of [
    ['an unused process id', '4194303 1'],
    ['no number', 'rubbish'],
    ['a negative number', '-1 1'],
  ] as const) {
    it(`takes over a lock with ${what}`, async () => {
      const folder = await aFolder();
      await lockLeftBy(folder, left);
      await lockDataFolder(folder);
    });
  }

  it('does not take over a lock that is just being written, but one that stayed empty', async () => {
    const folder = await aFolder();
    await lockLeftBy(folder, '');
    await expect(lockDataFolder(folder)).rejects.toThrow(DataFolderInUse);
    const minuteAgo = new Date(Date.now() - 60_000);
    await utimes(join(folder, 'lock'), minuteAgo, minuteAgo);
    await lockDataFolder(folder);
  });

  it('lets exactly one of several processes take over the folder of a dead one', async () => {
    const folders = await Promise.all(Array.from({ length: 100 }, aFolder));
    for (const folder of folders) await lockLeftBy(folder, '4194303 1');
    const holders = await Promise.all([1, 2, 3].map(() => aHolder(folders)));
    const said = await Promise.all(holders.map((holder) => holder.take()));
    const takers = folders.map((_, at) => said.filter((one) => one[at] === 'has it').length);
    expect(takers).toEqual(folders.map(() => 1));
  });
});
