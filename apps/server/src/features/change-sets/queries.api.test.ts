import { say } from '@key2xs/texts';
import { describe } from 'vitest';
import { expect, test } from '#test/app';
import { aConnection, importPeople } from '#test/factories/iam';
import { somePeople } from '#test/factories/people';
import { saveOutcomes } from './queries';

describe('saveOutcomes', () => {
  test('stores texts of a key system that a database would reject', async ({ app }) => {
    const { id } = await aConnection(app);
    const { change_set_id } = await importPeople(app, id, somePeople(1));
    const [item] = await app.db.selectFrom('change_set_item').selectAll().execute();
    const ordinal = item?.ordinal ?? -1;
    const failed = [{ ordinal, message: say('asWritten', { text: 'No \0\ud83d.' }) }];
    await saveOutcomes(app.db, change_set_id ?? '', { from: ordinal, to: ordinal, failed });
    const [saved] = await app.db.selectFrom('change_set_item').select(['outcome', 'message']).execute();
    expect(saved).toEqual({ outcome: 'failed', message: say('asWritten', { text: 'No \ufffd\ufffd.' }) });
  });
});
