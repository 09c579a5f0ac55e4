import { type Endpoint, type FloorPlan, type FloorPlanPin, floorPlans, type Input, locations } from '@key2xs/contract';
import PdfDocument from 'pdfkit';
import sharp from 'sharp';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin } from '#test/factories/administrators';
import { aPlace, place, twoHouses } from '#test/factories/doors';
import { send } from '#test/send';

/** Campus > Hall and Annexe (B-2). */
async function aCampus(app: TestApp) {
  await twoHouses(app);
  const campus = await aPlace(app, { name: 'Campus', type: 'site' });
  const hall = await aPlace(app, { name: 'Hall', type: 'building', parent_id: campus.id });
  const annexe = await aPlace(app, { name: 'Annexe', type: 'building', parent_id: campus.id });
  const rows = await app.db.selectFrom('cylinder').select(['id', 'marking']).execute();
  const idOf = (wanted: string) => rows.find(({ marking }) => marking === wanted)?.id ?? '';
  await place(app, [idOf('A-1')], hall.id);
  await place(app, [idOf('B-2')], annexe.id);
  return { campus, hall, annexe, reception: idOf('A-1'), archive: idOf('B-2'), elsewhere: idOf('C_3') };
}

const drawn = (width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#d02020' } }).withExif({
    IFD0: { Copyright: 'Surveyor Example' },
  });

async function aPdf(pages: number): Promise<Buffer> {
  const document = new PdfDocument({ autoFirstPage: false, info: { Author: 'Surveyor Example' } });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise((end) => document.on('end', end));
  for (let page = 0; page < pages; page++) {
    document.addPage({ size: [300, 100 * (page + 1)] });
    document.rect(0, 0, 300, 400).fill('#d02020');
  }
  document.end();
  await done;
  return Buffer.concat(parts);
}

type Sent = { id: string; file: Buffer; name?: string; page?: number; version?: number };
const upload = (app: TestApp, { id, file, name = 'plan.png', page = 1, version }: Sent) =>
  app
    .as('superadmin')
    .call(
      floorPlans.upload,
      { params: { id }, query: { page }, body: { file: new File([new Uint8Array(file)], name) } },
      version === undefined ? {} : { headers: { 'if-match': `"${version}"` } },
    );

/** A PNG whose head says this size, and nothing else. */
function headOnly(width: number, height: number): Buffer {
  const head = Buffer.from(
    '89504e470d0a1a0a0000000d4948445200000000000000000802000000000000000000000049454e4400000000',
    'hex',
  );
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

describe('the picture of a floor plan', () => {
  test('is made anew without metadata, in two sizes, and is told apart by its tag', async ({ app }) => {
    const { hall } = await aCampus(app);
    const { status, body } = await upload(app, { id: hall.id, file: await drawn(5_000, 1_000).png().toBuffer() });
    expect([status, body.version, body.picture]).toEqual([
      200,
      1,
      expect.objectContaining({ width: 4_096, height: 819 }),
    ]);
    const token = await app.as('superadmin').token();
    const get = (size: string, headers = {}) =>
      fetch(`${app.url}/api/v1/locations/${hall.id}/floor-plan/picture?size=${size}`, {
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
    const full = await get('full');
    expect(Object.fromEntries(full.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const bytes = Buffer.from(await full.arrayBuffer());
    expect(bytes.includes('Surveyor')).toBe(false);
    const { exif, icc, format } = await sharp(bytes).metadata();
    expect([format, exif, icc]).toEqual(['webp', undefined, undefined]);
    expect((await sharp(Buffer.from(await (await get('small')).arrayBuffer())).metadata()).width).toBe(480);
    expect((await get('full', { 'if-none-match': full.headers.get('etag') })).status).toBe(304);
  });

  test('is the chosen page of a PDF, in its colours', async ({ app }) => {
    const { hall } = await aCampus(app);
    const file = await aPdf(2);
    const { body } = await upload(app, { id: hall.id, file, name: 'plan.pdf', page: 2 });
    expect((body.picture?.width ?? 0) / (body.picture?.height ?? 1)).toBeCloseTo(1.5, 2);
    const { picture } = await app.db.selectFrom('floor_plan').select('picture').executeTakeFirstOrThrow();
    const { channels } = await sharp(picture ?? Buffer.alloc(0)).stats();
    expect(channels.map(({ mean }) => mean > 128)).toEqual([true, false, false]);
    const { status, problem } = await upload(app, { id: hall.id, file, name: 'plan.pdf', page: 3 });
    expect([status, JSON.stringify(problem)]).toEqual([422, expect.stringContaining('The PDF has 2 pages.')]);
  });

  test('is refused within two seconds where it would harm or is not one', async ({ app }) => {
    const { hall } = await aCampus(app);
    const png = await drawn().png().toBuffer();
    const jpeg = await drawn().jpeg().toBuffer();
    const archive = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
    const hostile: [Buffer, string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'no PNG, JPEG or PDF'],
      [headOnly(40_000, 40_000), 'too many pixels'],
      [headOnly(600, 400), 'damaged'],
      [png.subarray(0, png.length - 200), 'damaged'],
      [jpeg.subarray(0, jpeg.length / 2), 'damaged'],
      [Buffer.concat([png, archive]), 'something else behind'],
      [Buffer.concat([jpeg, archive]), 'something else behind'],
      [Buffer.concat([await aPdf(1), archive]), 'something else behind'],
      [Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 1 0 R>>\n%%EOF'), 'damaged'],
      [Buffer.from('GIF89a'), 'no PNG, JPEG or PDF'],
    ];
    for (const [file, sentence] of hostile) {
      const start = performance.now();
      const { status, problem } = await upload(app, { id: hall.id, file });
      expect([status, JSON.stringify(problem)]).toEqual([422, expect.stringContaining(sentence)]);
      expect(performance.now() - start).toBeLessThan(2_000);
    }
    expect(await app.db.selectFrom('floor_plan').select('location_id').execute()).toEqual([]);
  });
});

describe('pins', () => {
  const at = (kind: FloorPlanPin['kind'], id: string, x = 0.25, y = 0.5): FloorPlanPin => ({ kind, id, x, y });
  const shown = ({ items }: FloorPlan) =>
    items.filter(({ x }) => x !== null).map(({ id, x, y, state }) => [id, x, y, state]);

  test('are set in one call, survive another picture, and go with the plan', async ({ app }) => {
    const { campus, hall, reception, elsewhere } = await aCampus(app);
    const { call } = app.as('superadmin');
    const params = { id: campus.id };
    const file = await drawn().png().toBuffer();
    expect((await call(floorPlans.savePins, { params, body: { pins: [] } })).status).toBe(409);
    await upload(app, { id: campus.id, file });
    const pins = [at('cylinder', reception), at('place', hall.id, 0, 1)];
    const headers = { 'if-match': '"1"' };
    const saved = await call(floorPlans.savePins, { params, body: { pins } }, { headers });
    expect([saved.status, saved.body.version]).toEqual([200, 2]);
    const late = await call(floorPlans.savePins, { params, body: { pins: [] } }, { headers });
    expect([late.status, late.problem.code]).toEqual([412, 'version_conflict']);
    const foreign = await call(floorPlans.savePins, { params, body: { pins: [at('cylinder', elsewhere)] } });
    expect(foreign.status).toBe(409);
    const replaced = await upload(app, { id: campus.id, file, version: 2 });
    expect(shown(replaced.body)).toEqual([
      [reception, 0.25, 0.5, 'ready'],
      [hall.id, 0, 1, 'place'],
    ]);
    expect(replaced.body.items_total).toBe(4);
    const removed = await call(floorPlans.remove, { params });
    expect([removed.body.picture, shown(removed.body)]).toEqual([null, []]);
  });

  test('go with the plan to the place that takes over, which keeps its own plan if it has one', async ({ app }) => {
    const { campus, hall, annexe, reception } = await aCampus(app);
    const { call } = app.as('superadmin');
    const file = await drawn().png().toBuffer();
    const planOf = async (id: string) => (await call(floorPlans.get, { params: { id } })).body;
    for (const { id } of [campus, hall, annexe]) await upload(app, { id, file });
    await call(floorPlans.remove, { params: { id: annexe.id } });
    await call(floorPlans.savePins, { params: { id: hall.id }, body: { pins: [at('cylinder', reception)] } });
    await call(floorPlans.savePins, { params: { id: campus.id }, body: { pins: [at('place', hall.id, 0, 1)] } });
    await call(locations.merge, { params: { id: hall.id }, body: { into: annexe.id } });
    const moved = await planOf(annexe.id);
    expect([moved.picture?.width, moved.version, shown(moved)]).toEqual([600, 3, [[reception, 0.25, 0.5, 'ready']]]);
    expect(shown(await planOf(campus.id))).toEqual([[annexe.id, 0, 1, 'place']]);
    await call(locations.merge, { params: { id: annexe.id }, body: { into: campus.id } });
    const kept = await planOf(campus.id);
    expect([kept.version, shown(kept)]).toEqual([2, []]);
  });

  test('are seen by a sub-admin on plans of their own places, and set by no one with a scope', async ({ app }) => {
    const { campus, hall, annexe, reception } = await aCampus(app);
    const file = await drawn().png().toBuffer();
    await upload(app, { id: campus.id, file });
    await upload(app, { id: hall.id, file });
    const params = { id: hall.id };
    const pins = [at('cylinder', reception)];
    await app.as('superadmin').call(floorPlans.savePins, { params, body: { pins } });
    const scope = { departments: null, places: [hall.id] };
    const { token } = await aSubAdmin(app, { functions: ['view_cylinders', 'edit_places'], scope });
    const call = <E extends Endpoint>(endpoint: E, input: Input<E>) => send(app.url, endpoint, input, { token });
    for (const hidden of [campus, annexe]) {
      expect((await call(floorPlans.get, { params: { id: hidden.id } })).status).toBe(404);
      expect((await call(floorPlans.picture, { params: { id: hidden.id }, query: {} })).status).toBe(404);
    }
    const own = await call(floorPlans.get, { params });
    expect(own.body.items.map(({ id, x }) => [id, x])).toEqual([[reception, 0.25]]);
    expect((await call(floorPlans.picture, { params, query: {} })).status).toBe(200);
    expect((await call(floorPlans.savePins, { params, body: { pins: [] } })).status).toBe(403);
  });
});
