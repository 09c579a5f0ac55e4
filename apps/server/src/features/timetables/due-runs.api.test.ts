import { changeSets, iam, timetables } from '@key2xs/contract';
import { describe, inject, onTestFinished } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aTask } from '#test/factories/tasks';
import { aCalledSource, anImportedSource, endedTasks, setTimetable, timetableOf } from '#test/factories/timetables';
import { moveTime } from '#test/moved-time';
import { startSchedule } from '#test/start-schedule';
import { timetableRuns } from '../../timetable-runs';
import { beginDueRuns } from './begin-due-runs';

const isEmbedded = inject('databaseTemplate').kind === 'dump';
const at = (time: string) => `2099-03-06T${time}:00.000Z`; // a Friday
const office = [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '20:00' }];

/** A source that is read every hour on weekdays, at a moment when nothing is due yet. */
async function anHourlySource(app: TestApp) {
  const time = moveTime(app, at('12:10'));
  const source = await anImportedSource(app);
  await setTimetable(app, source.id, { sync_interval: '1h', windows: office });
  return { ...source, time };
}

const outcomes = async (app: TestApp, id: string) =>
  (await endedTasks(app, id)).map(({ status, result }) => result?.outcome ?? status);

describe('a run that is due', () => {
  test('begins by itself, once, and people come in', async ({ app }) => {
    const { id, time } = await anHourlySource(app);
    onTestFinished(startSchedule(app.deps, 'start-timetable-runs', 20));
    time.set(at('13:00'));
    await expect.poll(async () => (await timetableOf(app, id)).last_run_at).toBe(at('13:00'));
    time.set(at('13:20'));
    expect(await outcomes(app, id)).toEqual(['applied']);
    expect(await timetableOf(app, id)).toMatchObject({ state: 'scheduled', next_run_at: at('14:00') });
    expect((await app.as('superadmin').call(iam.get, { params: { id } })).body.people).toBe(2);
    const events = await app.db
      .selectFrom('audit_event')
      .select('action')
      .where('actor_name', '=', 'timetable')
      .execute();
    expect(events).toEqual([{ action: 'sync.started' }]);
  });

  test('begins neither before its time nor outside its hours', async ({ app }) => {
    const { id, time } = await anHourlySource(app);
    expect(await time.lookAt(at('12:59'))).toBe(0);
    expect(await time.lookAt(at('20:00'))).toBe(0);
    expect(await timetableOf(app, id)).toMatchObject({ state: 'scheduled', next_run_at: '2099-03-09T06:00:00.000Z' });
    expect(await time.lookAt('2099-03-09T05:59:00Z')).toBe(0);
    expect(await time.lookAt('2099-03-09T06:00:00Z')).toBe(1);
  });

  test('is made up once after hours in which no process ran', async ({ app }) => {
    const { id, time } = await anHourlySource(app);
    expect(await time.lookAt(at('18:40'))).toBe(1);
    expect(await outcomes(app, id)).toEqual(['applied']);
    expect(await time.lookAt(at('18:59'))).toBe(0);
    expect(await time.lookAt(at('19:00'))).toBe(1);
  });

  test('waits for a run that is under way, and is not doubled', async ({ app }) => {
    const { id, time } = await anHourlySource(app);
    const task = await aTask(app, { iam_connection_id: id });
    expect(await time.lookAt(at('13:00'))).toBe(0);
    expect(await time.lookAt(at('15:30'))).toBe(0);
    expect(await timetableOf(app, id)).toMatchObject({ state: 'running', next_run_at: at('13:00') });
    await app.db.deleteFrom('sync_task').where('id', '=', task.id).execute();
    expect(await time.lookAt(at('15:31'))).toBe(1);
    expect(await time.lookAt(at('15:32'))).toBe(0);
    expect(await outcomes(app, id)).toHaveLength(1);
  });

  test('is skipped after a manual run', async ({ app }) => {
    const { id, time } = await anHourlySource(app);
    const task = await aTask(app, { iam_connection_id: id, created_at: at('13:02'), status: 'SUCCESS' });
    expect(await time.lookAt(at('13:10'))).toBe(0);
    expect((await timetableOf(app, id)).next_run_at).toBe(at('14:00'));
    await app.db.deleteFrom('sync_task').where('id', '=', task.id).execute();
    expect(await time.lookAt(at('14:00'))).toBe(1);
  });

  test('is begun by one of several that look at the same time', async ({ app }) => {
    const { id, time } = await anHourlySource(app);
    time.set(at('13:00'));
    const begun = await Promise.all(Array.from({ length: 8 }, () => beginDueRuns(app.deps, timetableRuns)));
    expect(begun.reduce((sum, one) => sum + one)).toBe(1);
    expect(await outcomes(app, id)).toHaveLength(1);
  });

  // The embedded database has one session.
  test.skipIf(isEmbedded)('does not begin while another process has its timetable', async ({ app }) => {
    const { id, time } = await anHourlySource(app);
    await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('timetable').selectAll().where('subject_id', '=', id).forUpdate().execute();
      expect(await time.lookAt(at('13:00'))).toBe(0);
    });
    expect(await time.lookAt(at('13:00'))).toBe(1);
  });
});

describe('no run begins', () => {
  test('while the timetable is paused; then the next one that comes', async ({ app }) => {
    const { id, time } = await anHourlySource(app);
    const body = { reason: 'Reorganisation', until: at('16:30') };
    await app.as('superadmin').call(timetables.pauseSource, { params: { id }, body });
    expect(await time.lookAt(at('13:00'))).toBe(0);
    expect(await time.lookAt(at('16:29'))).toBe(0);
    expect(await time.lookAt(at('16:31'))).toBe(0);
    expect(await timetableOf(app, id)).toMatchObject({ state: 'scheduled', next_run_at: at('17:00'), pause: null });
    expect(await time.lookAt(at('17:00'))).toBe(1);
  });

  test('of a connection that is switched off', async ({ app }) => {
    const { id, time } = await anHourlySource(app);
    const isActive = (is_active: boolean) =>
      app.as('superadmin').call(iam.update, { params: { id }, body: { is_active } });
    await isActive(false);
    expect(await time.lookAt(at('13:00'))).toBe(0);
    expect(await timetableOf(app, id)).toMatchObject({ state: 'inactive', next_run_at: null });
    await isActive(true);
    expect(await time.lookAt(at('13:30'))).toBe(0);
    expect(await time.lookAt(at('14:00'))).toBe(1);
  });

  test('before a person has previewed and applied the first import', async ({ app }) => {
    const time = moveTime(app, at('12:10'));
    const { id } = await aCalledSource(app);
    await setTimetable(app, id, { sync_interval: '1h', windows: office });
    expect(await time.lookAt(at('13:00'))).toBe(0);
    expect(await timetableOf(app, id)).toMatchObject({ state: 'waiting_for_first_import', next_run_at: null });

    const { call } = app.as('superadmin');
    const { body } = await call(iam.sync, { params: { id }, query: { dry_run: 'true' } });
    const { change_set_id } = await app.ended(body.task_id);
    expect(await time.lookAt(at('14:00'))).toBe(0);
    expect((await call(iam.get, { params: { id } })).body.people).toBe(0);

    const applied = await call(changeSets.apply, { params: { id: change_set_id ?? '' } });
    await app.ended(applied.body.task_id);
    expect(await timetableOf(app, id)).toMatchObject({ state: 'scheduled', next_run_at: at('15:00') });
    expect(await time.lookAt(at('15:00'))).toBe(1);
  });

  test('before the first import, which may have had nothing to apply', async ({ app }) => {
    const time = moveTime(app, at('12:10'));
    const { id, book } = await aCalledSource(app);
    book.close([]);
    await setTimetable(app, id, { sync_interval: '1h', windows: office });
    const { body } = await app.as('superadmin').call(iam.sync, { params: { id }, query: {} });
    expect((await app.ended(body.task_id)).result?.outcome).toBe('nothing_to_do');
    expect(await time.lookAt(at('13:00'))).toBe(1);
  });

  test('once it is disabled', async ({ app }) => {
    const { id, time } = await anHourlySource(app);
    await setTimetable(app, id, { sync_interval: 'disabled' });
    expect(await time.lookAt('2099-04-06T12:00:00Z')).toBe(0);
  });

  test('while stopped changes wait for a decision', async ({ app }) => {
    const { id, book, time } = await anHourlySource(app);
    book.close(Array.from({ length: 20 }, (_, index) => [`${index}`, `Person ${index}`]));
    await time.lookAt(at('13:00'));
    expect(await outcomes(app, id)).toEqual(['applied']);
    book.close([]);
    await time.lookAt(at('14:00'));
    expect(await outcomes(app, id)).toEqual(['applied', 'quarantined']);

    expect(await time.lookAt(at('15:00'))).toBe(0);
    const stopped = await timetableOf(app, id);
    expect(stopped).toMatchObject({ state: 'waiting_for_decision', next_run_at: null });
    expect(stopped.message).toContain('No other run starts until you have decided');
    const params = { id: stopped.waiting_change_set_id ?? '' };
    const body = { reason: 'The list was empty by mistake' };
    expect((await app.as('superadmin').call(changeSets.discard, { params, body })).status).toBe(200);
    expect(await timetableOf(app, id)).toMatchObject({ state: 'scheduled', next_run_at: at('16:00') });
    expect(await time.lookAt(at('16:00'))).toBe(1);
  });
});

describe('a source that fails', () => {
  test('is tried less and less often, says so, and comes as usual after a success', async ({ app }) => {
    const { id, time } = await anHourlySource(app);
    await app.as('superadmin').call(iam.update, { params: { id }, body: { configuration_data: { shelf: 'gone' } } });
    for (const hour of ['13:00', '14:00', '15:00']) {
      expect(await time.lookAt(at(hour))).toBe(1);
      await endedTasks(app, id);
    }
    expect(await outcomes(app, id)).toEqual(['FAILURE', 'FAILURE', 'FAILURE']);
    const failing = await timetableOf(app, id);
    expect(failing).toMatchObject({
      state: 'backing_off',
      consecutive_failures: 3,
      next_run_at: at('17:00'),
      last_error: 'Say on which shelf the address book stands.',
    });
    expect(failing.message).toContain('The last 3 runs failed, so the next ones start every 2 hours at most.');
    expect(await time.lookAt(at('16:00'))).toBe(0);
    expect(await time.lookAt(at('17:00'))).toBe(1);
    await endedTasks(app, id);
    expect((await timetableOf(app, id)).next_runs[0]).toBe('2099-03-09T06:00:00.000Z'); // four hours: after the window

    await app.as('superadmin').call(iam.update, { params: { id }, body: { configuration_data: { shelf: 'b' } } });
    const { body } = await app.as('superadmin').call(iam.sync, { params: { id }, query: {} });
    await app.ended(body.task_id);
    expect(await timetableOf(app, id)).toMatchObject({
      state: 'scheduled',
      consecutive_failures: 0,
      next_run_at: at('18:00'),
    });
    expect(await time.lookAt(at('18:00'))).toBe(1);
  });

  test('says why a run could not even begin, and tries again at the next time', async ({ app }) => {
    const { id, time } = await anHourlySource(app);
    await app.as('superadmin').call(iam.update, { params: { id }, body: { mapping_config: {} } });
    expect(await time.lookAt(at('13:00'))).toBe(0);
    const refused = await timetableOf(app, id);
    expect(refused).toMatchObject({ state: 'refused', next_run_at: at('14:00') });
    expect(refused.message).toBe(
      'The last run could not start. Map the columns first: nothing says which one identifies a person.',
    );
    await app
      .as('superadmin')
      .call(iam.update, { params: { id }, body: { mapping_config: { external_id: 'Number' } } });
    expect(await time.lookAt(at('14:00'))).toBe(1);
    await endedTasks(app, id);
    expect((await timetableOf(app, id)).state).toBe('scheduled');
  });
});
