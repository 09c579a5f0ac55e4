import { say } from '@key2xs/texts';
import { describe } from 'vitest';
import { asProduct } from '#platform/visible-to';
import { expect, test } from '#test/app';
import { aKeySystem } from '#test/factories/key-systems';
import { findKeySystem, saveTest } from './queries';

describe('saveTest', () => {
  test('keeps what a key system said that no database does', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const row = await findKeySystem(asProduct(app.db), id);
    const certificate_id = row?.certificate_id ?? '';
    const started_at = '2027-01-15T12:00:00.000Z';
    const result = { certificate_id, started_at, ended_at: started_at, is_passed: false, steps: [] };
    expect(
      await saveTest(app.db, id, { ...result, status_message: say('asWritten', { text: 'Issued by \0\ud83d.' }) }),
    ).toBe(true);
    expect((await findKeySystem(asProduct(app.db), id))?.last_test?.status_message).toEqual(
      say('asWritten', { text: 'Issued by \ufffd\ufffd.' }),
    );
  });
});
