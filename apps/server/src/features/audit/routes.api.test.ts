import { audit, auth } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { expect, test } from '#test/app';

describe('GET /audit/verify', () => {
  test('covers everything up to now', async ({ app }) => {
    await app.as('superadmin').call(auth.invite, { body: { role: 'subadmin' } });
    const { body } = await app.as('superadmin').call(audit.verify, {});
    expect(body).toMatchObject({ ok: true, checked: 1, unsealed: 0, problems: [], head: { seq: 1 } });
  });

  test('names what was cut off, also when sealing can not go on', async ({ app }) => {
    await app.as('superadmin').call(auth.invite, { body: { role: 'subadmin' } });
    await app.as('superadmin').call(audit.verify, {});
    await sql`delete from audit_head`.execute(app.db);
    await app.as('superadmin').call(auth.invite, { body: { role: 'subadmin' } });
    const { status, body } = await app.as('superadmin').call(audit.verify, {});
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: false, checked: 1, unsealed: 1, problems: [{ seq: 2, kind: 'truncated' }] });
  });
});
