import { reports } from '@key2xs/contract';
import { sql } from 'kysely';
import { expect, type TestApp, test } from '#test/app';
import { aKeySystem } from '#test/factories/key-systems';
import { textsOfPages } from '#test/pdf-texts';
import { partOfWorkbook } from '#test/workbook-texts';

/** `npm run test:deep` also takes a list that is too long for most things. */
const counts = [0, 1, 20, 21, 2_000, 2_001, ...(process.env.TEST_EVERY_WAY ? [100_000] : [])];
const maxPrinted = 2_000;

/** Adds keys that are handed out, until there are so many; each marking is in a row once. */
async function addKeys({ db }: TestApp, system: string, from: number, until: number): Promise<void> {
  await sql`
    insert into key (id, connection_id, external_id, marking, name, serial, key_type, state, holder_identity)
    select gen_random_uuid(), ${system}::uuid, number::text, 'M' || lpad(number::text, 6, '0') || 'x', 'Key', number::text,
      'quartz', 'handed_out', 'P-1'
    from generate_series(${from}::int, ${until}::int) as number`.execute(db);
}

const markingsIn = (text: string) => new Set(text.match(/M\d{6}x/g)).size;

test('each file has as many rows as it says, and as the preview counts', { timeout: 600_000 }, async ({ app }) => {
  const { id: system } = await aKeySystem(app);
  const headers = { authorization: `Bearer ${await app.as('superadmin').token()}` };
  const fileOf = async (format: 'csv' | 'xlsx' | 'pdf') => {
    const answer = await fetch(`${app.url}/api/v1/reports/keys_out/export?format=${format}`, { headers });
    return Buffer.from(await answer.arrayBuffer());
  };
  let there = 0;
  for (const count of counts) {
    await addKeys(app, system, there + 1, count);
    there = count;
    const { body } = await app.as('superadmin').call(reports.read, { params: { report: 'keys_out' }, query: {} });
    const csv = (await fileOf('csv')).toString();
    const [, hash = 'none'] = /([0-9a-f]{64})\n$/.exec(csv) ?? [];
    const part = await partOfWorkbook(await fileOf('xlsx'));
    const printed = textsOfPages(await fileOf('pdf'))
      .flat()
      .join('');
    const isTooLong = count > maxPrinted;
    expect({
      preview: body.total,
      csv: markingsIn(csv),
      csvSays: csv.includes(`\n\nRows,${count}\n`),
      workbook: markingsIn(await part('worksheets/sheet1')),
      workbookSays: (await part('worksheets/sheet2')).includes(`>${count}<`),
      pdf: markingsIn(printed),
      pdfSays: printed.includes(`Rows: ${count}`),
      pdfNamesHash: printed.includes(hash),
    }).toEqual({
      ...{ preview: count, csv: count, csvSays: true, workbook: count, workbookSays: true },
      ...{ pdf: Math.min(count, maxPrinted), pdfSays: true, pdfNamesHash: isTooLong },
    });
  }
});
