import { inflateSync } from 'node:zlib';
import { type Input, keyDesk, type keyLabels, keyReceipts, keys, type Signature } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey, aRecordedPerson } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';

const inAWeek = () => new Date(Date.now() + 7 * 86_400_000 - 60_000).toISOString();

/** A key system with three keys in stock and one with someone unknown here, and two people. */
async function aDesk(app: TestApp) {
  const { id: system, name } = await aKeySystem(app);
  const { id: source } = await aConnection(app);
  const ada = (await aPerson(app, { connection_id: source, display_name: 'Ada Invented', department: 'Ward 3' })).id;
  const bo = (await aPerson(app, { connection_id: source, display_name: 'Bo Made-Up', department: 'Kitchen' })).id;
  await aRecordedPerson(app, system, { identity: 'P-9', name: ['Cleo', 'Outside'] });
  const [one, two, three] = [
    await aKey(app, system, { marking: 'K-1' }),
    await aKey(app, system, { marking: 'K-2' }),
    await aKey(app, system, { marking: 'K-3' }),
  ];
  const out = await aKey(app, system, { marking: 'K-4', holder_identity: 'P-9', state: 'handed_out' });
  return { system, name, source, ada, bo, one, two, three, out };
}

const desk = (app: TestApp) => app.as('superadmin');
const reason = 'No plan yet.'; // no rule gives these people a door

const handOut = (
  app: TestApp,
  person_id: string,
  ids: string[],
  more: Partial<Input<typeof keyDesk.handOut>['body']> = {},
) =>
  desk(app).call(keyDesk.handOut, {
    body: { person_id, keys: ids.map((id) => ({ id, due_at: inAWeek() })), reason, ...more },
  });

const wave: Signature = {
  width: 500,
  height: 200,
  strokes: [Array.from({ length: 60 }, (_, at) => [at * 6, 100 + 40 * Math.sin(at)]).flat()],
};

const custodyOf = async (app: TestApp, id: string) =>
  (await desk(app).call(keyDesk.get, { params: { id } })).body.custody;
const markings = async (app: TestApp, query: Input<typeof keys.list>['query']) =>
  (await desk(app).call(keys.list, { query })).body.items.map(({ marking }) => marking);

describe('handing out', () => {
  test('gives several keys to a person until they are returned, one of them later', async ({ app }) => {
    const { ada, one, two, out } = await aDesk(app);
    expect(await custodyOf(app, out)).toMatchObject({
      state: 'handed_out',
      holder: { person_id: null, name: 'Cleo Outside' },
      is_kept_here: false,
      since: null,
    });
    const given = await handOut(app, ada, [one, two]);
    expect(given.status).toBe(201);
    expect(given.body.keys.map(({ custody }) => custody)).toMatchObject([
      { state: 'handed_out', holder: { person_id: ada, name: 'Ada Invented' }, recording: 'to_enter', version: 1 },
      { state: 'handed_out', holder: { person_id: ada } },
    ]);
    expect(await markings(app, { custody: 'due_soon' })).toEqual(['K-1', 'K-2']);
    await desk(app).call(keyDesk.takeBack, { body: { keys: [{ id: one }] } });
    expect(await custodyOf(app, one)).toMatchObject({ state: 'in_stock', holder: null, due_at: null });
    expect(await custodyOf(app, two)).toMatchObject({ state: 'handed_out', holder: { person_id: ada } });
    const { body: counts } = await desk(app).call(keyDesk.counts, { query: {} });
    expect(counts).toMatchObject({ in_stock: 2, handed_out: 2, due_soon: 1, overdue: 0, to_record: 1 });
    const { body: recipients } = await desk(app).call(keyDesk.recipients, { query: { search: 'invented' } });
    expect(recipients.items).toMatchObject([{ id: ada, keys: 1 }]);
  });

  test('leaves a list of all that a person has, also of who has left and is known by the key system alone', async ({
    app,
  }) => {
    const { source, system, ada, one, two, three } = await aDesk(app);
    await handOut(app, ada, [one, two]);
    await desk(app).call(keyDesk.report, { params: { id: two }, body: { report: 'report_lost', reason: 'Told so.' } });
    const left = await aPerson(app, { connection_id: source, display_name: 'Di Left', active: false });
    await aRecordedPerson(app, system, { identity: 'P-5', own: left.id, name: ['Di', 'Left'] });
    await app.db.updateTable('key').set({ holder_identity: 'P-5' }).where('id', '=', three).execute();
    expect(await markings(app, { custodian_id: ada })).toEqual(['K-1', 'K-2']);
    expect(await markings(app, { custodian_id: left.id })).toEqual(['K-3']);
    const { body: recipients } = await desk(app).call(keyDesk.recipients, { query: { search: 'left' } });
    expect(recipients.items).toMatchObject([{ id: left.id, keys: 1 }]);
  });

  test('of one key at two desks: exactly one succeeds', async ({ app }) => {
    const { ada, bo, one } = await aDesk(app);
    const people = [ada, bo, ada, bo, ada, bo];
    const answers = await Promise.all(
      people.map((person_id) =>
        desk(app).send(keyDesk.handOut, { body: { person_id, keys: [{ id: one, due_at: null }], reason } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const winner = people[answers.findIndex(({ status }) => status === 201)];
    expect(await custodyOf(app, one)).toMatchObject({ holder: { person_id: winner }, version: 1 });
    const { body: history } = await desk(app).call(keyDesk.history, { params: { id: one }, query: {} });
    expect(history.items).toMatchObject([{ happening: 'handed_out', person: { person_id: winner } }]);
  });

  test('is refused in a sentence, and then nothing has changed', async ({ app }) => {
    const { source, ada, bo, one, two, out } = await aDesk(app);
    const left = (await aPerson(app, { connection_id: source, display_name: 'Di Left', active: false })).id;
    await handOut(app, ada, [one]);
    const expectRefused = async (status: number, detail: string, body: Input<typeof keyDesk.handOut>['body']) => {
      const answer = await desk(app).send(keyDesk.handOut, { body });
      expect([answer.status, answer.problem]).toMatchObject([status, { detail }]);
    };
    const due_at = null;
    await expectRefused(409, 'K-1 is with Ada Invented. Take it back first, or hand it on.', {
      ...{ person_id: bo, reason },
      keys: [
        { id: two, due_at },
        { id: one, due_at },
      ],
    });
    await expectRefused(409, 'K-4 is with Cleo Outside. Take it back first, or hand it on.', {
      ...{ person_id: bo, reason },
      keys: [{ id: out, due_at }],
    });
    await expectRefused(409, 'Di Left is not active, and cannot be given keys.', {
      ...{ person_id: left, reason },
      keys: [{ id: two, due_at }],
    });
    await expectRefused(422, expect.stringContaining('Give a reason to go on.'), {
      person_id: bo,
      keys: [{ id: two, due_at }],
    });
    await expectRefused(422, expect.stringContaining('in the past'), {
      ...{ person_id: bo, reason },
      keys: [{ id: two, due_at: '2020-01-01T00:00:00.000Z' }],
    });
    await expectRefused(404, 'This key does not exist.', { ...{ person_id: bo, reason }, keys: [{ id: bo, due_at }] });
    expect(await custodyOf(app, two)).toMatchObject({ state: 'in_stock', version: 0 });
  });
});

describe('what happened to a key', () => {
  test('is told for every moment since it is kept here', async ({ app }) => {
    const { ada, bo, one } = await aDesk(app);
    await handOut(app, ada, [one]);
    const whileAda = new Date().toISOString();
    await desk(app).call(keyDesk.transfer, { body: { person_id: bo, keys: [{ id: one, due_at: null }], reason } });
    await desk(app).call(keyDesk.extend, { body: { keys: [one], due_at: inAWeek() } });
    const report = (report: Input<typeof keyDesk.report>['body']['report'], with_holder = false) =>
      desk(app).call(keyDesk.report, {
        params: { id: one },
        body: { report, reason: 'Told by telephone.', with_holder },
      });
    await report('report_lost');
    expect(await custodyOf(app, one)).toMatchObject({ state: 'lost', holder: { person_id: bo } });
    await report('find', true);
    await desk(app).call(keyDesk.takeBack, { body: { keys: [{ id: one, is_broken: true }], note: 'Bent.' } });
    await report('repair');
    await report('retire');
    const { body: history } = await desk(app).call(keyDesk.history, { params: { id: one }, query: {} });
    expect(history.items.map(({ happening }) => happening)).toEqual([
      ...[
        'retired',
        'repaired',
        'reported_broken',
        'returned',
        'found',
        'reported_lost',
        'extended',
        'transferred',
        'handed_out',
      ],
    ]);
    const at = async (moment: string) =>
      (await desk(app).call(keyDesk.holderAt, { params: { id: one }, query: { at: moment } })).body;
    expect((await at(whileAda)).assignment).toMatchObject({ person: { person_id: ada } });
    expect(await at(new Date().toISOString())).toMatchObject({ assignment: null, known_since: expect.any(String) });
  });

  test('follows the key system until something happens here, and again when its holder is taken over', async ({
    app,
  }) => {
    const { ada, one, out, system } = await aDesk(app);
    await desk(app).call(keyDesk.takeBack, { body: { keys: [{ id: out }] } });
    expect(await custodyOf(app, out)).toMatchObject({ state: 'in_stock', recording: 'to_enter', is_kept_here: true });
    const taken = await desk(app).call(keyDesk.takeOver, { params: { id: out }, body: { reason: 'It is there.' } });
    expect(taken.body.custody).toMatchObject({
      state: 'handed_out',
      holder: { name: 'Cleo Outside' },
      recording: 'same',
    });
    await handOut(app, ada, [one]);
    await aRecordedPerson(app, system, { identity: 'P-1', own: ada, name: ['Ada', 'Invented'] });
    await app.db.updateTable('key').set({ holder_identity: 'P-1' }).where('id', '=', one).execute();
    expect(await custodyOf(app, one)).toMatchObject({ recording: 'same' });
  });
});

describe('scans', () => {
  test('find keys by marking or serial, also run together, and say what is none', async ({ app }) => {
    const { one, two, system } = await aDesk(app);
    const scan = async (text: string) => (await desk(app).call(keyDesk.scan, { body: { text } })).body;
    const found = async (text: string) => (await scan(text)).found.map(({ id }) => id);
    expect(await found('k-2K-1')).toEqual([two, one]);
    expect(await found('K-1\nK-1\n')).toEqual([one]);
    expect((await scan('K-1 X-77')).unknown).toEqual(['X-77']);
    const other = await aKeySystem(app);
    await aKey(app, other.id, { marking: 'K-1' });
    expect((await scan('K-1')).ambiguous).toMatchObject([{ text: 'K-1', keys: [{}, {}] }]);
    const { body } = await desk(app).call(keyDesk.scan, { body: { text: 'K-1', connection_id: system } });
    expect(body.found).toMatchObject([{ id: one }]);
  });
});

describe('receipts', () => {
  test('hold what was signed, with its hash, as PDF', async ({ app }) => {
    const { name, ada, one, two } = await aDesk(app);
    const wanted = { person_id: ada, keys: [one, two].map((id) => ({ id, due_at: inAWeek() })) };
    const { body: draft } = await desk(app).call(keyDesk.draftReceipt, {
      body: { kind: 'hand_out', language: 'de', ...wanted },
    });
    expect(draft).toMatchObject({
      person_name: 'Ada Invented',
      lines: [{ marking: 'K-1', key_system: name }, { marking: 'K-2' }],
    });
    expect(draft.warnings.filter(({ needs_reason }) => needs_reason)).toMatchObject([{ code: 'no_access' }]);
    const { drafted_at, hash, language } = draft;
    const signed = { drafted_at, hash, language, signature: wave };
    const other = await desk(app).send(keyDesk.handOut, {
      body: { ...wanted, keys: wanted.keys.slice(0, 1), reason, receipt: signed },
    });
    expect(other.status).toBe(409);
    const dot = { ...signed, signature: { ...wave, strokes: [[10, 10]] } };
    expect(
      (await desk(app).send(keyDesk.handOut, { body: { ...wanted, reason, receipt: dot } })).problem,
    ).toMatchObject({
      errors: [{ path: 'receipt.signature' }],
    });
    expect(await custodyOf(app, one)).toMatchObject({ state: 'in_stock' });
    const { body: given } = await desk(app).call(keyDesk.handOut, { body: { ...wanted, reason, receipt: signed } });
    const id = given.receipt_id ?? '';
    const { body: detail } = await desk(app).call(keyDesk.get, { params: { id: one } });
    expect(detail.receipts).toMatchObject([{ id, kind: 'hand_out', keys: 2, signed: 'on_screen' }]);
    const pdf = await app
      .as('superadmin')
      .token()
      .then((token) =>
        fetch(`${app.url}/api/v1/key-receipts/${id}/pdf`, { headers: { authorization: `Bearer ${token}` } }),
      );
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const strokes = contentOf(Buffer.from(await pdf.arrayBuffer())).match(/ l\n/g) ?? [];
    expect(strokes.length).toBeGreaterThan(50); // the signature is drawn as lines
  });

  test('can be signed on paper: a photograph is kept, what is none is refused', async ({ app }) => {
    const { ada, one } = await aDesk(app);
    const wanted = { person_id: ada, keys: [{ id: one, due_at: null }] };
    const { body: draft } = await desk(app).call(keyDesk.draftReceipt, { body: { kind: 'hand_out', ...wanted } });
    const { drafted_at, hash, language } = draft;
    const { body: given } = await desk(app).call(keyDesk.handOut, {
      body: { ...wanted, reason, receipt: { drafted_at, hash, language } },
    });
    const params = { id: given.receipt_id ?? '' };
    const upload = (content: Buffer, name: string) =>
      desk(app).send(keyReceipts.uploadPaper, { params, body: { file: new File([new Uint8Array(content)], name) } });
    const png = (width: number, height: number) => {
      const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
      const size = Buffer.alloc(8);
      size.writeUInt32BE(width, 0);
      size.writeUInt32BE(height, 4);
      return Buffer.concat([head, size, Buffer.alloc(40)]);
    };
    for (const [content, name] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'page.svg'],
      [Buffer.from('<html>'), 'page.pdf'],
      [png(40_000, 40_000), 'page.png'],
    ] as const)
      expect((await upload(content, name)).status).toBe(422);
    expect((await upload(png(1_000, 1_400), 'page.png')).body).toMatchObject({ signed: 'on_paper' });
    expect((await upload(png(1_000, 1_400), 'page.png')).status).toBe(409);
  });
});

test('what receipts say is set by super admins in both languages, and an empty text is that of the product', async ({
  app,
}) => {
  const { ada, one } = await aDesk(app);
  const { body: before } = await desk(app).call(keyReceipts.texts, {});
  const de = { ...before.standard.de, return: '' };
  const own = 'Ich hafte für den Verlust.\nIch gebe ihn zurück.';
  const { body: saved } = await desk(app).call(keyReceipts.saveTexts, {
    body: { en: before.standard.en, de: { ...de, hand_out: own } },
  });
  expect(saved.de).toEqual({ ...before.standard.de, hand_out: own });
  expect(saved.words.de.title.hand_out).toBe('Schlüsselausgabe');
  const { body: draft } = await desk(app).call(keyDesk.draftReceipt, {
    body: { kind: 'hand_out', language: 'de', person_id: ada, keys: [{ id: one }] },
  });
  expect(draft.statement).toBe(own);
});

test('labels are printed for chosen keys or for all of a filter, each with a code, and recorded as an export', async ({
  app,
}) => {
  const { system, one, two } = await aDesk(app);
  const print = (body: Input<typeof keyLabels.print>['body']) =>
    desk(app)
      .token()
      .then((token) =>
        fetch(`${app.url}/api/v1/keys/labels`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
  const pagesOf = async (answer: Response) => {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    return Buffer.from(await answer.arrayBuffer())
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length;
  };
  const single = { kind: 'single', width: 50, height: 20 } as const;
  expect(await pagesOf(await print({ keys: [one, two, one], paper: single, text: 'Return to the porter' }))).toBe(2);
  expect(await pagesOf(await print({ filter: { connection_id: system }, paper: single }))).toBe(4);
  const sheet = { kind: 'sheet', sheet: '63.5x38.1', used: 19 } as const;
  expect(await pagesOf(await print({ filter: { custody: 'in_stock' }, paper: sheet }))).toBe(2);
  expect((await print({ filter: {}, paper: { ...sheet, used: 21 } })).status).toBe(422);
  expect((await print({ filter: { custody: 'lost' }, paper: sheet })).status).toBe(422);
  expect((await print({ keys: [system], paper: sheet })).status).toBe(404);
});

/** The drawing of a PDF, unpacked. */
function contentOf(pdf: Buffer): string {
  const file = pdf.toString('latin1');
  const streams = [...file.matchAll(/stream\r?\n(.*?)\r?\nendstream/gs)].map(([, stream = '']) => stream);
  return streams
    .map((stream) => {
      try {
        return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    })
    .join('\n');
}
