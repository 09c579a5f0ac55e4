import { iam, timetables } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { anImportedSource, setTimetable, timetableOf } from '#test/factories/timetables';
import { moveTime } from '#test/moved-time';

const office = [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '20:00' }];
const friday = '2099-03-06T';
const staffList =
  'A staff list is read when you upload it, so it has no timetable. Upload a new list when there is one.';

describe('a timetable', () => {
  test('is disabled until it is set, and then lists its next five runs', async ({ app }) => {
    moveTime(app, `${friday}17:30:00Z`);
    const { id } = await aKeySystem(app);
    const { call } = app.as('superadmin');
    const before = await call(timetables.ofKeySystem, { params: { id } });
    expect(before.body).toMatchObject({ state: 'disabled', sync_interval: 'disabled', next_runs: [], version: 1 });
    expect(before.body.message).toContain('Choose an interval');

    const body = { sync_interval: '1h', windows: office, time_zone: 'UTC' } as const;
    const { body: changed } = await call(timetables.changeOfKeySystem, { params: { id }, body });
    expect(changed).toMatchObject({ ...body, state: 'scheduled', next_run_at: `${friday}18:00:00.000Z`, version: 2 });
    expect(changed.next_runs).toEqual([
      `${friday}18:00:00.000Z`,
      `${friday}19:00:00.000Z`,
      '2099-03-09T06:00:00.000Z',
      '2099-03-09T07:00:00.000Z',
      '2099-03-09T08:00:00.000Z',
    ]);
    expect((await call(timetables.ofKeySystem, { params: { id } })).body).toEqual(changed);
  });

  test('goes by the clock of its time zone, which may pass midnight', async ({ app }) => {
    moveTime(app, `${friday}12:00:00Z`);
    const { id } = await anImportedSource(app);
    const windows = [{ days: [5], from: '23:00', to: '01:00' }];
    const { next_runs } = await setTimetable(app, id, { sync_interval: '1h', windows, time_zone: 'Europe/Berlin' });
    expect(next_runs.slice(0, 3)).toEqual([
      `${friday}22:00:00.000Z`,
      `${friday}23:00:00.000Z`,
      '2099-03-13T22:00:00.000Z',
    ]);
  });

  test('is changed in the version that was read, and in no other', async ({ app }) => {
    const { id } = await anImportedSource(app);
    await setTimetable(app, id, { sync_interval: '24h' });
    const change = (ifMatch: string) =>
      app
        .as('superadmin')
        .call(
          timetables.changeOfSource,
          { params: { id }, body: { sync_interval: '6h' } },
          { headers: { 'if-match': ifMatch } },
        );
    expect((await change('"1"')).problem).toMatchObject({ code: 'version_conflict' });
    expect((await change('"2"')).body).toMatchObject({ sync_interval: '6h', version: 3 });
    const pause = { params: { id }, body: { reason: 'Move of the server' } };
    const headers = { 'if-match': '"2"' };
    expect((await app.as('superadmin').call(timetables.pauseSource, pause, { headers })).status).toBe(412);
    expect((await app.as('superadmin').call(timetables.resumeSource, { params: { id } }, { headers })).status).toBe(
      412,
    );
  });

  test('refuses a zone that there is not, and hours that are none', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const put = (body: object) =>
      app
        .as('superadmin')
        .call(timetables.changeOfKeySystem, { params: { id }, body: body as { sync_interval: '1h' } }); // wrong on purpose
    expect((await put({ sync_interval: '1h', time_zone: 'Europe/Atlantis' })).status).toBe(422);
    expect((await put({ sync_interval: '1h', windows: [{ days: [], from: '06:00', to: '20:00' }] })).status).toBe(422);
    expect((await put({ sync_interval: '5m' })).status).toBe(422);
  });

  test('of what does not exist is not found', async ({ app }) => {
    const params = { id: '01900000-0000-7000-8000-000000000001' };
    const { call } = app.as('superadmin');
    expect((await call(timetables.ofSource, { params })).status).toBe(404);
    expect((await call(timetables.changeOfKeySystem, { params, body: { sync_interval: '1h' } })).status).toBe(404);
    const { id } = await aKeySystem(app);
    expect((await call(timetables.changeOfSource, { params: { id }, body: { sync_interval: '1h' } })).status).toBe(404);
  });

  test('goes with its connection', async ({ app }) => {
    const { id } = await anImportedSource(app);
    await setTimetable(app, id, { sync_interval: '1h' });
    expect((await app.as('superadmin').call(iam.remove, { params: { id } })).body).toMatchObject({ success: true });
    expect(await app.db.selectFrom('timetable').select('subject_id').execute()).toEqual([]);
  });

  test('warns where a directory would forget what has changed', async ({ app }) => {
    const { id } = await anImportedSource(app);
    const sundays = [{ days: [7], from: '02:00', to: '03:00' }];
    const { warnings } = await setTimetable(app, id, { sync_interval: '1h', windows: sundays });
    expect(warnings).toEqual([expect.stringContaining('More than six days pass without a run.')]);
    expect((await setTimetable(app, id, { sync_interval: '1h', windows: office })).warnings).toEqual([]);
    const body = { reason: 'Directory is being moved' };
    const { body: paused } = await app.as('superadmin').call(timetables.pauseSource, { params: { id }, body });
    expect(paused.warnings).toHaveLength(1);
  });
});

describe('the timetable of a staff list', () => {
  test('cannot be set, and says why', async ({ app }) => {
    const { id } = await aConnection(app);
    expect(await timetableOf(app, id)).toMatchObject({ state: 'not_possible', message: staffList });
    const { call } = app.as('superadmin');
    const refusals = [
      await call(timetables.changeOfSource, { params: { id }, body: { sync_interval: '1h' } }),
      await call(iam.update, { params: { id }, body: { sync_interval: '1h' } }),
      await call(iam.create, { body: { name: 'Other list', provider: 'csv', sync_interval: '15m' } }),
    ];
    for (const { status, problem } of refusals) {
      expect([status, problem]).toMatchObject([422, { errors: [{ path: 'sync_interval', message: staffList }] }]);
    }
    expect((await call(iam.update, { params: { id }, body: { sync_interval: 'disabled' } })).status).toBe(200);
  });
});

describe('sync_interval of an identity source', () => {
  test('is the interval of its timetable, whichever of the two is written', async ({ app }) => {
    const { id } = await anImportedSource(app);
    const { call } = app.as('superadmin');
    const both = async () => [
      (await call(iam.get, { params: { id } })).body.sync_interval,
      (await timetableOf(app, id)).sync_interval,
    ];
    await setTimetable(app, id, { sync_interval: '6h', windows: office });
    expect(await both()).toEqual(['6h', '6h']);
    const { body } = await call(iam.update, { params: { id }, body: { sync_interval: '15m' } });
    expect(body.sync_interval).toBe('15m');
    expect(await both()).toEqual(['15m', '15m']);
    expect((await timetableOf(app, id)).windows).toEqual(office);
    expect((await call(iam.list, { query: {} })).body).toMatchObject([{ id, sync_interval: '15m' }]);
  });
});

describe('pausing', () => {
  test('says who, why and until when, and that nothing comes before', async ({ app }) => {
    moveTime(app, `${friday}12:00:00Z`);
    const { id } = await anImportedSource(app);
    const { call } = app.as('superadmin');
    const pause = (body: { reason: string; until?: string }) => call(timetables.pauseSource, { params: { id }, body });
    expect((await pause({ reason: 'Nothing runs yet' })).problem).toMatchObject({ code: 'conflict' });
    await setTimetable(app, id, { sync_interval: '1h' });
    expect((await pause({ reason: 'Too late', until: `${friday}11:59:00Z` })).problem).toMatchObject({
      errors: [{ path: 'until', message: 'This moment has passed. Choose a later one.' }],
    });
    const { body } = await pause({ reason: 'Reorganisation', until: `${friday}16:30:00Z` });
    expect(body).toMatchObject({ state: 'paused', next_run_at: `${friday}17:00:00.000Z` });
    expect(body.pause).toMatchObject({ reason: 'Reorganisation', until: `${friday}16:30:00.000Z` });
    expect(body.pause?.by).toMatch(/^superadmin-/);
    expect((await pause({ reason: 'Longer than thought' })).body).toMatchObject({ next_run_at: null, next_runs: [] });

    const resume = () => call(timetables.resumeSource, { params: { id } });
    expect((await resume()).body).toMatchObject({
      state: 'scheduled',
      pause: null,
      next_run_at: `${friday}13:00:00.000Z`,
    });
    expect((await resume()).problem).toMatchObject({ code: 'conflict', detail: 'It is not paused.' });
  });
});
