import { departmentPeopleList, type Input, people } from '@key2xs/contract';
import { parse } from 'csv-parse/sync';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, importPeople } from '#test/factories/iam';
import { aPerson, somePeople } from '#test/factories/people';

async function download(app: TestApp, query: Input<typeof people.exportCsv>['query'] = {}) {
  const answer = await app.as('superadmin').call(people.exportCsv, { query });
  const rows = answer.status === 200 ? parse(answer.text, { bom: true, columns: true }) : [];
  return { ...answer, rows: rows as Record<string, string>[] }; // columns stand in the first line
}

describe('GET /people.csv', () => {
  test('is a file that a spreadsheet opens', async ({ app }) => {
    const { id: connection_id } = await aConnection(app);
    await aPerson(app, { connection_id, display_name: 'Zoë, "Z"', department: 'Ward' });
    const { status, headers, text, rows } = await download(app);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="people.csv"');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text.split('\n')[0]).toMatch(/^external_id,employee_id,display_name,/);
    expect(rows).toMatchObject([{ display_name: 'Zoë, "Z"', department: 'Ward', job_title: '', active: 'true' }]);
  });

  test('is named after the department it is about, in any script', async ({ app }) => {
    const { csv } = departmentPeopleList;
    const ofDepartment = (department_name: string) =>
      app.as('superadmin').call(csv, { params: { department_name }, query: {} });
    const { status, headers } = await ofDepartment('Łódź – Straż');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/; filename\*=UTF-8''[a-z_-]+%C5%81%C3%B3d%C5%BA/);
    const evil = await ofDepartment('a"; filename="evil.exe');
    expect(evil.headers.get('content-disposition')).not.toContain('filename="evil.exe');
  });

  const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=HYPERLINK("http://evil.example","x")'];
  for (const display_name of dangerous) {
    test(`makes ${JSON.stringify(display_name)} harmless`, async ({ app }) => {
      const { id: connection_id } = await aConnection(app);
      await aPerson(app, { connection_id, display_name, department: display_name });
      const { rows } = await download(app);
      expect(rows[0]).toMatchObject({ display_name: `'${display_name}`, department: `'${display_name}` });
    });
  }

  test('holds what the filter lets through, in its order', async ({ app }) => {
    const { id: connection_id } = await aConnection(app);
    for (const display_name of ['Ada', 'Bob', 'Cid']) {
      await aPerson(app, { connection_id, display_name, department: display_name === 'Bob' ? 'Lab' : 'Ward' });
    }
    const { rows } = await download(app, { department: 'Ward', sort: '-display_name' });
    expect(rows.map(({ display_name }) => display_name)).toEqual(['Cid', 'Ada']);
  });

  test('has all people, however many pages', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, somePeople(2_345));
    const found = (await download(app)).rows.map(({ external_id }) => external_id);
    expect([found.length, new Set(found).size]).toEqual([2_345, 2_345]);
  });

  test('has only its header without people', async ({ app }) => {
    const { text, rows } = await download(app);
    expect(rows).toEqual([]);
    expect(text).toContain('display_name');
  });

  test('is in the audit log with its filter', async ({ app }) => {
    await download(app, { search: 'ada', active: 'true' });
    const [event] = await app.db.selectFrom('audit_event').select(['action', 'details']).execute();
    expect(event).toEqual({ action: 'people.exported', details: { file: 'people.csv', search: 'ada', active: true } });
  });

  test('takes no paging', async ({ app }) => {
    const query = { limit: 5 } as Input<typeof people.exportCsv>['query']; // no valid query
    expect((await download(app, query)).problem.code).toBe('validation_failed');
  });
});
