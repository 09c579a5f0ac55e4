import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { chmod, chown, lstat, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { iam, people } from '@key2xs/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { StaffListFile } from './lib/data/lists';
import { type Product, startProduct } from './lib/product';
import { addSource, addStaff, upload } from './lib/scenario';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'key2xs-folder-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function start(folder: string, options?: Parameters<typeof startProduct>[1]): Promise<Product> {
  const product = await startProduct(folder, options);
  onTestFinished(() => product.kill());
  return product;
}

async function signIn(product: Product, credentials = product.credentials) {
  if (!credentials) throw new Error('no credentials');
  await product.signIn(credentials.username, credentials.password);
  return credentials;
}

/** Permissions in the data folder for anybody but the owner. */
async function openToOthers(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = [folder, ...entries.map(({ parentPath, name }) => join(parentPath, name))];
  const modes = await Promise.all(paths.map(async (path) => ({ path, mode: (await lstat(path)).mode & 0o077 })));
  return modes.filter(({ mode }) => mode !== 0).map(({ path }) => path);
}

describe('a data folder', () => {
  test('is closed to others, what was there before and what is made later', async () => {
    const folder = await aFolder();
    await chmod(folder, 0o755);
    const first = await start(folder);
    await signIn(first);
    const source = await addSource(first, 'Staff');
    await upload(first, source, aList(200));
    expect(await openToOthers(folder)).toEqual([]);
    await first.kill('SIGTERM');
    await chmod(folder, 0o777);
    await chmod(join(folder, 'database', 'base'), 0o777);
    await chmod(join(folder, 'database', 'PG_VERSION'), 0o666);
    await start(folder);
    expect(await openToOthers(folder)).toEqual([]);
  });

  test.skipIf(!isRoot || !canEnter(process.cwd()))('may be of another user than the one who built', async () => {
    const folder = await aFolder();
    await chown(folder, nobody, nobody);
    const product = await start(folder, { uid: nobody });
    await signIn(product);
    expect((await lstat(join(folder, 'database', 'PG_VERSION'))).uid).toBe(nobody);
  });
});

describe.skipIf(!canMount())('a disk that is full', () => {
  test('is answered, ends the process, is named by the next start, and costs nothing that was saved', async () => {
    const disk = await aSmallDisk(260);
    const folder = join(disk, 'data');
    const product = await start(folder);
    const credentials = await signIn(product);
    const source = await addStaff(product, 'Staff', aList(100));

    await writeFile(join(disk, 'somebody-elses'), Buffer.alloc(300_000_000)).catch(() => undefined);
    const refusal = await writeUntilRefused(product, source);
    expect([refusal.status, refusal.problem.code]).toEqual([503, 'unavailable']);
    expect(refusal.problem.detail).toContain('disk of the server is full');
    const { code, log } = await product.exit;
    expect(code).toBe(1);
    expect(log).toContain(`The disk of the data folder is full: ${join(folder, 'database')}. Make room`);

    await expect(start(folder)).rejects.toThrow(/MiB left; Key2XS needs 100 MiB to start\. Make room/);
    await rm(join(disk, 'somebody-elses'));
    const again = await start(folder);
    await signIn(again, credentials);
    expect((await again.must(people.list, { query: {} })).total).toBe(100);
  });
});

async function writeUntilRefused(product: Product, source: string) {
  for (;;) {
    const file = toUpload(aList(5_000));
    const answer = await product.call(iam.uploadStaffList, { params: { id: source }, body: { file } });
    if (answer.status >= 400) return answer;
  }
}

const header = 'employeeId,userName,givenName,familyName,mail,jobTitle,department,employmentType';
const aList = (count: number) => ({
  name: 'staff.csv',
  rows: new Map(),
  content: Buffer.from(
    [
      header,
      ...Array.from({ length: count }, (_, i) => {
        const [given, family] = [`Given${Math.random()}`, `Family${Math.random()}`]; // random, so that it does not compress
        return `E${i},u${i},${given},${family},u${i}@staff.example,CLERK,FIRE,full-time`;
      }),
    ].join('\n'),
  ),
});
const toUpload = ({ name, content }: StaffListFile) => new File([new Uint8Array(content)], name);

/** A separate in-memory disk of `mebibytes`. */
async function aSmallDisk(mebibytes: number): Promise<string> {
  const disk = await mkdtemp(join(tmpdir(), 'key2xs-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', disk]);
  onTestFinished(async () => {
    execFileSync('umount', ['--lazy', disk]);
    await rm(disk, { recursive: true });
  });
  return disk;
}

function canMount(): boolean {
  if (!isRoot || process.platform !== 'linux') return false;
  const folder = mkdtempSync(join(tmpdir(), 'key2xs-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether other users may traverse every folder on the path. */
function canEnter(folder: string): boolean {
  const isOpen = (lstatSync(folder).mode & 0o001) !== 0;
  const parent = dirname(folder);
  return isOpen && (parent === folder || canEnter(parent));
}
