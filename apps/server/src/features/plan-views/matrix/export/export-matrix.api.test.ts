import { type Input, keyPlans, planMatrix } from '@key2xs/contract';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aPlace, place } from '#test/factories/doors';
import { aHouse, aRule, cylinder, group } from '#test/factories/key-plans';
import { textsOfPages } from '#test/pdf-texts';
import { partOfWorkbook, textsOfSheet } from '#test/workbook-texts';

type Query = Input<typeof planMatrix.export>['query'];

/** Two in the ward, one in the gate; a rule in force for the ward over G-01, and a draft that gives the gate a door at night. */
async function aDraftToPrint(app: TestApp) {
  const house = await aHouse(app, [
    { display_name: 'Ada', department: 'Ward', job_title: 'Doctor' },
    { display_name: 'Bea', department: 'Ward', job_title: 'Nurse' },
    { display_name: '=Cem', department: 'Gate', job_title: null },
  ]);
  const { plan, source, system } = house;
  const { call } = app.as('superadmin');
  const { id: groupId } = system.group('G-01');
  const doors = await app.db.selectFrom('cylinder').select(['id', 'marking']).where('group_id', '=', groupId).execute();
  const [first = { id: '', marking: '' }] = doors;
  const { id: building } = await aPlace(app, { name: 'House A', type: 'building' });
  await place(app, [first.id], building);
  await aRule(app, { plan, source, job_titles: ['Doctor'], objects: [group(groupId)] });
  await call(keyPlans.update, { params: { id: plan }, body: { takes_effect: 'on_activation' } });
  const nightly = { days: [1], from: '22:00', to: '06:00', valid_from: null, valid_until: null };
  const objects = [cylinder(first.id)];
  await aRule(app, { plan, source, departments: ['Gate'], objects, time_restrictions: [nightly] });
  const send = async (query: Query, language = 'en') =>
    fetch(`${app.url}/api/v1/key-plan/keyplans/${plan}/matrix/export?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${await app.as('superadmin').token()}`, 'x-language': language },
    });
  const csv = async (query: Omit<Query, 'format'> = {}, language?: string) =>
    parse(await (await send({ ...query, format: 'csv' }, language)).text(), { bom: true }) as string[][]; // rows of texts
  return { ...house, call, send, csv, first, building, groupId, count: doors.length };
}

describe('the matrix as a file', () => {
  test('is a table with a row for each department and title, and says in letters who may open', async ({ app }) => {
    const { csv, first } = await aDraftToPrint(app);
    const [head = [], ...rows] = await csv();
    const at = head.findIndex((name) => name.includes(`(${first.marking})`));
    expect(head[at]).toContain('House A');
    expect(rows.map((cells) => [cells[0]?.trim(), cells[1], cells[at]])).toEqual([
      ['Gate', '1', 'Ct+'],
      ['Without a job title', '1', 'Ct+'],
      ['Ward', '2', '50 % G'],
      ['Doctor', '1', 'G'],
      ['Nurse', '1', ''],
    ]);
    const german = await csv({}, 'de');
    expect(german[1]?.[at]).toBe('Zt+');
  });

  test('has people by name, and what was lost when it is looked at the other way round', async ({ app }) => {
    const { csv, first } = await aDraftToPrint(app);
    const [head = [], ...rows] = await csv({ rows: 'people', from: 'draft', to: 'in_force' });
    const at = head.findIndex((name) => name.includes(`(${first.marking})`));
    expect(rows.map((cells) => [cells[0], cells[at]])).toEqual([
      ["'=Cem", 'C−'],
      ['Ada', 'G'],
      ['Bea', ''],
    ]);
  });

  test('has one column for the doors of a place or group that is collapsed', async ({ app }) => {
    const { csv, building, groupId, count, system } = await aDraftToPrint(app);
    const all = await csv();
    const collapsed = await csv({ collapsed: `${building},${groupId}` });
    const [head = [], gate = []] = collapsed;
    expect(head.length).toBe((all[0]?.length ?? 0) - (count - 1) + 1);
    expect(head.filter((name) => name.endsWith('House A'))).toHaveLength(1);
    const at = head.findIndex((name) => name.endsWith(system.group('G-01').name));
    expect(gate[at]).toBe('');
    expect(collapsed[3]?.[at]).toBe('50 % G');
  });

  test('is a workbook with a sheet of signs, whose heads stay in sight', async ({ app }) => {
    const { send, csv, plan } = await aDraftToPrint(app);
    const answer = await send({ format: 'xlsx' });
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="matrix-${plan}.xlsx"`);
    const part = await partOfWorkbook(Buffer.from(await answer.arrayBuffer()));
    const [head, ...rows] = (await csv()).map((cells) => cells.map((text) => text.trim()));
    expect([...(await part('workbook')).matchAll(/<sheet name="(\w+)"/g)].map(([, name]) => name)).toEqual([
      'Matrix',
      'Legend',
    ]);
    const sheet = await part('worksheets/sheet1');
    const [, names = [], ...cellsOfRows] = textsOfSheet(sheet);
    expect(names).toHaveLength(head?.length ?? 0);
    expect(cellsOfRows).toEqual(rows.map((cells) => cells.slice(0, cells.findLastIndex((text) => text !== '') + 1)));
    expect(sheet).toContain('xSplit="2" ySplit="2" topLeftCell="C3"');
    expect(textsOfSheet(await part('worksheets/sheet2')).flat()).toContain('A rule names the cylinder group');
    expect(sheet).toContain('<c r="B3" s="1"><v>1</v></c>');
    expect(sheet).toMatch(/<pageSetup paperSize="9" .*orientation="landscape"\/>/);
    expect(await part('workbook')).toContain(
      '<definedName name="_xlnm.Print_Titles" localSheetId="0">\'Matrix\'!$A:$B,\'Matrix\'!$1:$2</definedName>',
    );
  });

  test('is a PDF whose every page names its plan, date, rows and columns, and whose last one is the legend', async ({
    app,
  }) => {
    const { send, csv, plan } = await aDraftToPrint(app);
    const { name } = await app.db
      .selectFrom('key_plan')
      .select('name')
      .where('id', '=', plan)
      .executeTakeFirstOrThrow();
    const markings = ((await csv())[0] ?? []).flatMap((head) => /\(([^)]*)\)$/.exec(head)?.[1] ?? []);
    const print = async (paper: 'a4' | 'a3') => {
      const bytes = Buffer.from(await (await send({ format: 'pdf', paper })).arrayBuffer());
      const sizes = bytes.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g);
      expect(new Set([...sizes].map(([, ...size]) => size.join('×')))).toEqual(
        new Set([{ a4: '842×595', a3: '1191×842' }[paper]]),
      );
      return textsOfPages(bytes);
    };
    const [small, large] = [await print('a4'), await print('a3')];
    expect(small.length).toBeGreaterThan(large.length);
    for (const [i, page] of small.entries()) {
      expect(page).toContain(name);
      expect(page).toContainEqual(expect.stringMatching(/^Shown: draft, changes against: in force. As of .* UTC.$/));
      expect(page).toContainEqual(expect.stringMatching(`^Page ${i + 1} of ${small.length}`));
    }
    const found = small.slice(0, -1).flatMap((page) => {
      for (const head of ['Who', 'People', 'Gate', 'Without a job title', 'Ward', 'Doctor', 'Nurse']) {
        expect(page).toContain(head);
      }
      const [, from = '', to = ''] = /columns (\d+)–(\d+)/.exec(page.join('\n')) ?? [];
      const shown = markings.slice(Number(from) - 1, Number(to));
      expect(shown).not.toEqual([]);
      const missing = shown.filter((marking) => !page.some((text) => text.split(' · ')[0] === marking));
      expect(missing).toEqual([]);
      return shown;
    });
    expect(found).toEqual(markings);
    expect(small[0]?.flatMap((text) => text.split(' · '))).toEqual(
      expect.arrayContaining(['House A', 'Ct+', '50 % G']),
    );
    expect(small.at(-1)).toEqual(expect.arrayContaining(['Legend', 'G', 'A rule names the cylinder group', '40 %']));
  });

  test('names a department again on the next page of its titles', async ({ app }) => {
    const { send, source } = await aDraftToPrint(app);
    await manyPeople(app, source, 60);
    await sql`update person set job_title = display_name where department = 'Many'`.execute(app.db);
    const pages = textsOfPages(Buffer.from(await (await send({ format: 'pdf', paper: 'a3' })).arrayBuffer()));
    const withTitles = pages.filter((page) => page.some((text) => text.startsWith('Many ')));
    expect(withTitles.length).toBeGreaterThan(1);
    expect(withTitles.filter((page) => !page.includes('Many'))).toEqual([]);
  });

  test('is refused with what to do where it would be too large', async ({ app }) => {
    const { send, source } = await aDraftToPrint(app);
    await manyPeople(app, source, 4_000);
    const answer = await send({ format: 'pdf', rows: 'people' });
    expect(answer.status).toBe(413);
    expect(((await answer.json()) as { detail: string }).detail).toContain('Collapse places or groups');
    expect((await send({ format: 'csv', rows: 'people' })).status).toBe(200);
  });

  test('is noted in the audit log, and not for sub-admins', async ({ app }) => {
    const { plan } = await aDraftToPrint(app);
    const params = { keyplan_id: plan };
    const done = await app.as('superadmin').call(planMatrix.export, { params, query: { format: 'csv' } });
    expect(done.status).toBe(200);
    const refused = await app.as('subadmin').call(planMatrix.export, { params, query: { format: 'csv' } });
    expect(refused.status).toBe(403);
  });
});

const manyPeople = ({ db }: TestApp, connection_id: string, count: number) =>
  db
    .insertInto('person')
    .values(
      Array.from({ length: count }, (_, i) => ({
        id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
        connection_id,
        external_id: `many-${i}`,
        display_name: `Many ${i}`,
        department: 'Many',
        source_hash: '',
      })),
    )
    .execute();
