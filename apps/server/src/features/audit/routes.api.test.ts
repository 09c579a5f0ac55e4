import { audit, auth, invitations } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { expect, test } from '#test/app';

const ada = { username: 'ada', password: 'correct-horse-battery' };

describe('GET /audit/verify', () => {
  test('covers everything up to now', async ({ app }) => {
    await app.as('anonymous').call(auth.register, { body: ada });
    await app.as('superadmin').call(invitations.invite, { body: { role: 'subadmin' } });
    const { body } = await app.as('superadmin').call(audit.verify, {});
    expect(body).toMatchObject({ ok: true, checked: 2, unsealed: 0, problems: [], head: { seq: 2 } });
  });

  test('names what was cut off, also when sealing cannot continue', async ({ app }) => {
    await app.as('anonymous').call(auth.register, { body: ada });
    await app.as('superadmin').call(invitations.invite, { body: { role: 'subadmin' } });
    await app.as('superadmin').call(audit.verify, {});
    await sql`delete from audit_head`.execute(app.db);
    await app.as('superadmin').call(invitations.invite, { body: { role: 'subadmin' } });
    const { status, body } = await app.as('superadmin').call(audit.verify, {});
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: false, checked: 2, unsealed: 1, problems: [{ seq: 3, kind: 'truncated' }] });
  });
});
