import { expect, test } from '#test/app';
import { aLoggingServer } from '#test/factories/logging-server';
import { insertAdmin } from './queries';
import { reportRenamedAdmins } from './renamed-admins';

test('a new username is recorded and logged once, however many processes start', async ({ app }) => {
  const { lines } = await aLoggingServer(app);
  const id = app.deps.newId();
  const row = { id, username: 'STRAUSS-2', renamed_from: 'Strauß', password_hash: 'none', role: 'subadmin' } as const;
  await app.db.transaction().execute((tx) => insertAdmin(tx, row));

  await Promise.all([1, 2, 3].map(() => reportRenamedAdmins(app.deps)));
  expect(await app.db.selectFrom('audit_event').selectAll().execute()).toMatchObject([
    { action: 'admin.renamed', target_id: id, details: { from: 'Strauß', to: 'STRAUSS-2' } },
  ]);
  expect(lines.filter((line) => line.includes('"to":"STRAUSS-2"'))).toHaveLength(1);
});
