import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { suggestions } from '@key2xs/contract';
import { onTestFinished } from 'vitest';
import { expect, test } from '#test/app';
import { aFinishedRun, someFindings } from '#test/factories/generator';

const checker = resolve(import.meta.dirname, '../../../../../../tools/verify-plan.mjs');

/** What the checker says about a file; throws where it does not accept it. */
async function check(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'key2xs-proof-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'plan.json');
  await writeFile(file, text);
  return execFileSync(process.execPath, [checker, file], { encoding: 'utf8' });
}

test('the proof of a run is accepted by the checker, also after edits and without names', async ({ app }) => {
  const run = await aFinishedRun(app);
  await someFindings(app, run);
  const { call } = app.as('superadmin');
  const download = async (anonymous: boolean) =>
    (await call(suggestions.proof, { params: { id: run.id }, query: { anonymous: anonymous as never } })).text;
  expect(await check(await download(false))).toContain('at least 2');
  const edit = (suggestion_id: string, body: object) =>
    call(suggestions.editSuggestion, { params: { id: run.id, suggestion_id }, body });
  await edit(run.suggestions.nurses, { accept_additions: 1 });
  await edit(run.suggestions.it, { decision: 'rejected', reason: 'Not wanted' });
  await call(suggestions.decideFindings, { params: { id: run.id }, body: { ids: ['0'], decision: 'remove' } });
  const named = await download(false);
  expect(await check(named)).toContain('at least 1');
  expect(JSON.parse(named)).toMatchObject({
    additions: { people: [3], cylinders: [2] },
    removals: { people: [0], cylinders: [6] },
  });
  const anonymous = await download(true);
  await check(anonymous);
  for (const word of ['Ada', 'Nurse', ...run.persons, ...run.doors, run.suggestions.nurses]) {
    expect(named.includes(word) || word === 'Ada').toBe(true);
    expect(anonymous).not.toContain(word);
  }
  const broken = JSON.parse(named);
  broken.additions = { people: [], cylinders: [] };
  await expect(check(JSON.stringify(broken))).rejects.toThrow();
});
