import { createHash } from 'node:crypto';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin } from '#test/factories/administrators';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey, aRecordedPerson } from '#test/factories/keys';
import { openArchive } from '../../locking-plans/sheet/open-archive';

const packFor = async (app: TestApp, token: string, language = 'en') => {
  const headers = { authorization: `Bearer ${token}`, 'x-language': language };
  const answer = await fetch(`${app.url}/api/v1/report-pack`, { headers });
  if (answer.status !== 200) return { status: answer.status, files: new Map<string, string>() };
  const archive = await openArchive(Buffer.from(await answer.arrayBuffer()));
  const read = async (path: string) => {
    const parts: Buffer[] = [];
    for await (const part of (await archive.open(path)) ?? []) parts.push(part);
    return Buffer.concat(parts).toString();
  };
  const manifest = JSON.parse(await read('manifest.json'));
  const files = new Map<string, string>();
  for (const { path } of manifest.files) files.set(path, await read(path));
  return { status: answer.status, files, manifest };
};

test('has the reports, an index by control in the language of the reader, and the hash of each file', async ({
  app,
}) => {
  const { id: system } = await aKeySystem(app);
  await aRecordedPerson(app, system, { identity: 'P-1', name: ['Cleo', 'Outside'] });
  for (const marking of ['K1x', 'K2x', 'K3x']) await aKey(app, system, { marking, holder_identity: 'P-1' });
  const token = await app.as('superadmin').token();
  const { files, manifest } = await packFor(app, token);
  expect(manifest.files.length).toBe(13); // twelve reports, and the index
  for (const { path, sha256, bytes } of manifest.files) {
    const text = files.get(path) ?? '';
    expect([path, createHash('sha256').update(text).digest('hex'), Buffer.byteLength(text)]).toEqual([
      path,
      sha256,
      bytes,
    ]);
  }
  expect(files.get('reports/keys-out.csv')).toContain('\n\nRows,3\n');
  expect(manifest.files).toContainEqual(expect.objectContaining({ path: 'reports/keys-out.csv', rows: 3 }));
  const index = files.get('index.txt') ?? '';
  for (const control of ['A.5.18', 'A.7.2', '11.2', 'BSI']) expect(index).toContain(control);
  expect(index).toContain('reports/keys-out.csv: Keys handed out (3 rows)');
  expect((await packFor(app, token, 'de')).files.get('index.txt')).toContain('Ausgegebene Schlüssel (3 Zeilen)');
});

test('has only what its maker may read, and says what is missing', async ({ app }) => {
  const { token } = await aSubAdmin(app, { functions: ['view_cylinders'] });
  const { files } = await packFor(app, token);
  expect([...files.keys()]).toEqual([
    ...['reports/keys-out.csv', 'reports/overdue-returns.csv', 'reports/keys-not-updated.csv', 'reports/capacity.csv'],
    'index.txt',
  ]);
  expect(files.get('index.txt')).toContain('Lost keys and their blocking: not in this pack');
  const reader = await aSubAdmin(app, { functions: ['view_people'] });
  expect((await packFor(app, reader.token)).status).toBe(404);
});
