import { parse } from 'csv-parse/sync';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { harmless, sendCsv } from './csv-download';

type Cell = string | number | boolean | null;

/** What a client gets of these rows, as bytes. */
async function download(rows: AsyncIterable<Cell[]>): Promise<Buffer> {
  const app = fastify();
  onTestFinished(() => app.close());
  app.get('/', (_request, reply) => sendCsv(reply, { fileName: 'list.csv', header: ['a', 'b'], rows }));
  return (await app.inject('/')).rawPayload;
}

async function* of(...rows: Cell[][]) {
  yield* rows;
}

describe('harmless', () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\tA1', '\rA1', '\nA1', '＝1+1', '＋1', '－1', '＠SUM(A1)'];
  for (const text of formulas) {
    it(`puts an apostrophe before ${JSON.stringify(text)}`, () => expect(harmless(text)).toBe(`'${text}`));
  }

  it.each([
    ['Kit;=1+1', "Kit;'=1+1"],
    ['Kit,=1+1', "Kit,'=1+1"],
    ['Kit; \t =1+1', "Kit; \t '=1+1"],
    ['Kit\r\n@SUM(A1)', "Kit\r\n'@SUM(A1)"],
    ['Kit;"=1+1"', 'Kit;"\'=1+1"'],
    ['Kit;-2+3+cmd|1!A0', "Kit;'-2+3+cmd|1!A0"],
    ['Kit;＋A1', "Kit;'＋A1"],
    ['=1;+A1', "'=1;'+A1"],
    ['\n=1', "'\n'=1"],
  ])('keeps %j from beginning a cell after another separator', (text, safe) => expect(harmless(text)).toBe(safe));

  const plain = [
    'a=1; b=2',
    'Kit; Main house, first floor',
    '5, -3, +4',
    '2026-11-22T10:00:00, +02:00',
    'ada@example.org, kit@example.org',
    'open;-2.5;-',
    'day-to-day\nworks',
  ];
  for (const cell of ['', 'a=1', ' Ada', "'=1", 'Zoë', 0, -1, true, null, ...plain]) {
    it(`leaves ${JSON.stringify(cell)} as it is`, () => expect(harmless(cell)).toBe(cell));
  }
});

describe('sendCsv', () => {
  it('begins with a byte order mark and the names of the columns', async () => {
    const bytes = await download(of(['1', 'Zoë']));
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.subarray(3).toString()).toBe('a,b\n1,Zoë\n');
  });

  it('quotes what needs it', async () => {
    const row = ['say "hi", you', 'two\nlines'];
    const [read] = parse(await download(of(row)), { bom: true, from_line: 2 });
    expect(read).toEqual(row);
  });

  it('writes yes and no as words, and nothing for nothing', async () => {
    const text = (await download(of([true, null], [false, 5]))).toString();
    expect(text.split('\n').slice(1, 3)).toEqual(['true,', 'false,5']);
  });

  it('defuses a formula', async () => {
    const [read] = parse(await download(of(['=1+1', -1])), { bom: true, from_line: 2 });
    expect(read).toEqual(["'=1+1", '-1']);
  });

  it('asks for rows only as fast as they are read', async () => {
    let made = 0;
    async function* endless() {
      for (; made < 100_000; made++) yield ['x'.repeat(100), made];
    }
    const app = fastify();
    onTestFinished(() => app.close());
    app.get('/', (_request, reply) => sendCsv(reply, { fileName: 'list.csv', header: ['a', 'b'], rows: endless() }));
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const { body } = await fetch(url);
    await body?.cancel();
    expect(made).toBeLessThan(100_000);
  });

  it('fails when a row cannot be read, rather than end as if all were there', async () => {
    async function* broken() {
      yield ['1', '2'];
      throw new Error('the database is away');
    }
    const app = fastify();
    onTestFinished(() => app.close());
    app.get('/', (_request, reply) => sendCsv(reply, { fileName: 'list.csv', header: ['a', 'b'], rows: broken() }));
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
  });
});
