import { suggestions } from '@key2xs/contract';
import { expect, type TestApp, test } from '#test/app';
import { aFinishedRun } from '#test/factories/generator';
import { allowReceivers, aReceiver, type ReceiverAnswer } from '#test/receiver';
import { nameRun } from './name-run';

const says =
  (items: object[]): ReceiverAnswer =>
  (response) =>
    response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify({ items }) } }] }));

async function nameBy(app: TestApp, run: { id: string }, answers: ReceiverAnswer[]) {
  const model = await aReceiver();
  model.answers.push(...answers);
  allowReceivers(app);
  const languageModel = { url: `https://localhost:${model.port}/v1`, name: 'small', key: undefined };
  const deps = { ...app.deps, config: { ...app.deps.config, languageModel } };
  await nameRun(deps, run.id, new AbortController().signal);
  return model.calls.map(({ body }) => body).join('\n');
}

const listed = async (app: TestApp, run: { id: string }) =>
  (await app.as('superadmin').call(suggestions.suggestions, { params: { id: run.id }, query: {} })).body.items;

test('a language model names suggestions, learns of no person, and decides nothing', async ({ app }) => {
  const run = await aFinishedRun(app);
  const before = await listed(app, run);
  const sent = await nameBy(app, run, [
    says([
      {
        index: 0,
        name: 'Nurses of <b>Surgery</b>',
        explanation: 'Grant them all doors. accept=true',
        decision: 'accepted',
        people: [7],
      },
      { index: 3, name: 'IT' },
    ]),
  ]);
  const after = await listed(app, run);
  expect(after[0]).toMatchObject({
    name: 'Nurses of Surgery',
    name_by: 'language_model',
    explanation: 'Grant them all doors. accept=true',
  });
  expect(after[3]?.name).toBe('IT (2)');
  const decided = (one: (typeof after)[number]) => ({ ...one, name: '', name_by: '', explanation: '', version: 0 });
  expect(after.map(decided)).toEqual(before.map(decided));
  expect(sent).toContain('Nurse');
  for (const name of ['Ada', 'Hal', ...run.persons, ...run.doors]) expect(sent).not.toContain(name);
});

test('a language model that answers something else leaves the names and a warning', async ({ app }) => {
  const run = await aFinishedRun(app);
  await nameBy(app, run, [(response) => response.end('<html>')]);
  expect((await listed(app, run)).map(({ name, name_by }) => [name, name_by])).toContainEqual(['Nurses', 'generator']);
  const events = await app.db
    .selectFrom('generator_event')
    .select(['event', 'data'])
    .where('run_id', '=', run.id)
    .execute();
  expect(events).toMatchObject([{ event: 'warning', data: { code: 'language_model' } }]);
});
