import { changeSets, iam, keySystems } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from './app';
import { aConnection, aFile, run, upload } from './factories/iam';
import { aKeySystem } from './factories/key-systems';
import { listOf } from './factories/people';

const inGerman = { headers: { 'x-language': 'de' } };
const asked = (app: TestApp) => app.as('superadmin');

describe('German readers get German texts', () => {
  test('for refusals, also of fields, while others get English', async ({ app }) => {
    const { id } = await aConnection(app);
    const list = { params: { id }, body: { file: aFile('No,No\n1,2\n') } };
    const german = await asked(app).call(iam.uploadStaffList, list, inGerman);
    const detail = 'Zwei Spalten heißen „No“. Benennen Sie eine um.';
    expect(german.problem).toMatchObject({ detail, errors: [{ path: 'file', message: detail }] });
    const others = await asked(app).call(iam.uploadStaffList, list, { headers: { 'accept-language': 'de' } });
    expect(others.problem.detail).toBe("Two columns are called 'No'. Rename one of them.");
  });

  test('for problems of fields found by the contract', async ({ app }) => {
    const { id } = await aConnection(app);
    const wrong = { params: { id }, body: { admin_contact: 'a'.repeat(201), is_active: 'no' as never } };
    const { problem } = await asked(app).call(iam.update, wrong, inGerman);
    expect(problem.errors).toContainEqual({ path: 'admin_contact', message: 'Bitte höchstens 200 Zeichen.' });
    expect(problem.errors?.find(({ path }) => path === 'is_active')?.message).toBe(
      'Hier wird true oder false erwartet.',
    );
  });

  test('for obstacles to a deletion', async ({ app }) => {
    const { id } = await aConnection(app, { name: 'Haus' });
    await upload(app, id, listOf([{ external_id: 'E1' }]));
    await run(app, id);
    const { problem } = await asked(app).call(iam.remove, { params: { id } }, inGerman);
    const message = '„Haus“ wird noch gebraucht. Entfernen Sie zuerst, was es braucht, oder deaktivieren Sie es.';
    expect(problem).toMatchObject({
      detail: message,
      message,
      details: 'Die Personen bleiben, weil die Geschichte ihres Zugangs bleibt.',
    });
  });

  test('for problems of rows, before and after the comparison', async ({ app }) => {
    const { id } = await aConnection(app);
    await upload(app, id, `${listOf([{ external_id: 'E1' }])},,,,,\nE1,Twice,,,,\n,Nobody,,Nurse,,\n`);
    const mapping = { external_id: 'external_id', display_name: 'display_name', job_title: 'job_title' };
    const preview = await asked(app).call(iam.previewMapping, { params: { id }, body: { mapping } }, inGerman);
    expect(preview.body.people.map(({ problems }) => problems).at(-1)).toEqual(['die eindeutige Kennung fehlt']);

    const input = { params: { id: (await run(app, id)).change_set_id ?? '' }, query: { kind: 'problem' as const } };
    const { body } = await asked(app).call(changeSets.items, input, inGerman);
    expect(body.items.map(({ label, reference, detail }) => [label, reference, detail])).toEqual([
      ['Zeile 3', 'Zeile 3', 'die eindeutige Kennung fehlt'],
      ['Twice', 'Zeile 4', 'die eindeutige Kennung E1 steht auch in einer früheren Zeile; diese gilt'],
      ['Nobody', 'Zeile 5', 'die eindeutige Kennung fehlt'],
    ]);
    const csv = await asked(app).call(changeSets.exportCsv, input, inGerman);
    expect(csv.text).toContain('Nobody,Zeile 5,die eindeutige Kennung fehlt');
  });

  test('for the steps of a test when it ends, and at later reads', async ({ app }) => {
    const { id } = await aKeySystem(app, { domain_name: 'village' });
    const tested = await asked(app).call(keySystems.test, { params: { id } }, inGerman);
    const sentence =
      /^Das Schlüsselsystem hat keine Domäne dieses Namens\. .* Prüfen Sie die Schreibweise der Domäne\.$/;
    expect(tested.body.status_message).toMatch(sentence);
    expect(tested.body.steps.find(({ name }) => name === 'connect')?.message).toMatch(
      /^Eine Verbindung zu .* kommt zustande\.$/,
    );

    const german = await asked(app).call(keySystems.get, { params: { id } }, inGerman);
    expect(german.body.error_message).toMatch(sentence);
    expect(german.body.last_test?.steps).toEqual(tested.body.steps);
    const english = await asked(app).call(keySystems.get, { params: { id } });
    expect(english.body.error_message).toMatch(/^The key system has no domain of that name\. /);
    expect(english.body.last_test?.status_message).toBe(english.body.error_message);
  });
});
