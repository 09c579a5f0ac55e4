import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from '#test/app';
import { runUpkeep } from './upkeep';

test('a step that fails keeps no other from running, and is named in the log', async ({ app }) => {
  const lines: { step?: string; msg: string }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const ran: string[] = [];
  await runUpkeep({ db: app.db, isEmbedded: false }, log, {
    forgetSomething: async (db) => {
      await sql`select from no_such_table`.execute(db);
    },
    noteSomething: async () => void ran.push('noteSomething'),
  });
  expect(ran).toEqual(['noteSomething']);
  expect(lines).toMatchObject([{ step: 'forgetSomething', msg: 'upkeep failed' }]);
});
