import { join } from 'node:path';
import {
  cylinders,
  keyCases,
  keyDesk,
  type keyRequestKinds,
  keyRequests,
  keys,
  people,
  programming,
} from '@key2xs/contract';
import { sendCommand } from '@key2xs/drivers/sandbox';
import type { Product } from '../lib/product';
import type { Town } from './build-demo';
import { readKeySystem, syncKeySystem, until } from './runs';

const dayMs = 86_400_000;
const perWeek = { handOuts: 8, returns: 3, requests: 4, openings: 40, jobs: 6 };

type Listed = Awaited<ReturnType<typeof listKeys>>[number];

/** One week of the town: mornings at the desk, openings at doors, a read of the key system and a sync. */
export async function liveThroughWeek(
  town: Town,
  week: number,
  forward: (days: number) => Promise<void>,
): Promise<void> {
  const { product, systemId } = town;
  const givenOut = await handOut(town, week);
  await untilRecorded(product);
  await updateKeys(town, givenOut);
  await forward(1);
  await askForKeys(town, week);
  await forward(2);
  await decideRequests(town, week);
  await forward(3);
  await orderJobs(town, week);
  await openDoors(town, week);
  await forward(4);
  await takeBack(product, week);
  await openCases(town, week);
  await untilRecorded(product);
  await readKeySystem(product, systemId);
  await syncKeySystem(product, systemId);
}

const command = ({ dataDir }: Town, ...words: string[]) => sendCommand(join(dataDir, 'sandbox'), words);

const today = async ({ dataDir }: Town): Promise<number> => {
  const { clock } = (await sendCommand(join(dataDir, 'sandbox'), ['state'])) as { clock: string };
  return Date.parse(clock);
};

async function listKeys(product: Product, query: { custody: 'in_stock' | 'handed_out'; limit: number }) {
  return (await product.must(keys.list, { query })).items;
}

const titles = ['FIREFIGHTER', 'PARAMEDIC', 'LIBRARIAN I', 'PLUMBER', 'ACCOUNTANT II', 'LIEUTENANT'];

/** People whose rules open doors, so that their keys open some. */
async function peopleOf(product: Product, week: number, count: number) {
  const job_title = titles[week % titles.length];
  const { items } = await product.must(people.list, {
    query: { job_title, active: 'true', offset: week * count, limit: count },
  });
  if (items.length >= count) return items;
  return (await product.must(people.list, { query: { job_title, active: 'true', limit: count } })).items;
}

/** A third of the keys for good, the others until a day; some of those days have gone by. */
async function handOut(town: Town, week: number): Promise<Listed[]> {
  const { product } = town;
  const now = await today(town);
  const inStock = await listKeys(product, { custody: 'in_stock', limit: perWeek.handOuts });
  const recipients = await peopleOf(product, week, perWeek.handOuts);
  const usable = inStock.filter(({ state }) => state === 'in_stock');
  const given: Listed[] = [];
  for (const [index, person] of recipients.entries()) {
    const key = usable[index];
    if (!key) break;
    const days = index % 3 === 0 ? null : 21 + ((index * 11) % 90);
    const due_at = days === null ? null : new Date(now + days * dayMs).toISOString();
    const body = {
      person_id: person.id,
      keys: [{ id: key.id, due_at }],
      reason: 'For the work at the doors of the team.',
    };
    await product.must(keyDesk.handOut, { body });
    given.push(key);
  }
  return given;
}

/** Until the key system has all holders. */
const untilRecorded = (product: Product): Promise<void> =>
  until(async () => (await product.must(keyDesk.counts, { query: {} })).to_record === 0);

/** The one before the last of a week's keys is not updated, so that there is one that still has to be. */
async function updateKeys(town: Town, given: readonly Listed[]): Promise<void> {
  for (const { external_id } of given.slice(0, -1)) await command(town, 'update-key', external_id);
}

type Kind = (typeof keyRequestKinds)[number];

const wishes: { kind: Kind; reason: string; days: number | null; isUrgent?: boolean }[] = [
  { kind: 'new_key', reason: 'Starts in the team next month.', days: null },
  { kind: 'temporary', reason: 'Stands in for a colleague.', days: 20 },
  { kind: 'more_access', reason: 'Looks after a second building from now on.', days: 60 },
  { kind: 'temporary', reason: 'Inspection of the heating.', days: 5, isUrgent: true },
  { kind: 'new_key', reason: 'Moves into an office in this building.', days: null },
];

async function askForKeys(town: Town, week: number): Promise<void> {
  const { product, desk, placeIds } = town;
  await product.signIn(desk.username, desk.password);
  const now = await today(town);
  const askers = await peopleOf(product, week + 2, perWeek.requests);
  for (const [index, person] of askers.entries()) {
    const wish = wishes[index % wishes.length];
    if (!wish) continue;
    const ends_at = wish.days === null ? null : new Date(now + wish.days * dayMs).toISOString();
    await product.must(keyRequests.submit, {
      body: {
        kind: wish.kind,
        person_id: person.id,
        place_id: placeIds[(week * 3 + index) % placeIds.length] ?? null,
        ends_at,
        is_urgent: wish.isUrgent ?? false,
        reason: wish.reason,
      },
    });
  }
}

/** Decides all but the last ones of the last weeks; of the approved, most keys are handed out. */
async function decideRequests(town: Town, week: number): Promise<void> {
  const { product } = town;
  const { items } = await product.must(keyRequests.list, { query: { tab: 'to_decide', limit: 50, sort: 'asked_at' } });
  const toDecide = week >= 7 ? items.slice(0, 2) : items;
  for (const [index, { id }] of toDecide.entries()) {
    const params = { id };
    if (index === 3) {
      const body = { decision: 'reject' as const, reason: 'The door is opened by the house technicians.' };
      await product.must(keyRequests.decide, { params, body });
      continue;
    }
    let state = (await product.must(keyRequests.get, { params })).state;
    for (let step = 0; step < 5 && state === 'in_approval'; step++) {
      const body = { decision: 'approve' as const, reason: 'Agreed by telephone with the team.' };
      const { status, body: decided } = await product.call(keyRequests.decide, { params, body });
      if (status >= 400) break; // four eyes: it waits for someone else
      state = decided.state;
    }
    if (state === 'approved') await prepare(town, id, { isReadyOnly: week >= 6 && index === 0 });
  }
}

async function prepare(town: Town, id: string, { isReadyOnly }: { isReadyOnly: boolean }): Promise<void> {
  const { product } = town;
  const params = { id };
  const request = await product.must(keyRequests.get, { params });
  const due_at = request.granted_until ?? request.ends_at;
  const isOver = due_at !== null && Date.parse(due_at) <= (await today(town));
  if (request.kind === 'more_access' || isOver) return;
  const stock = await listKeys(product, { custody: 'in_stock', limit: 100 });
  const key = stock.find(({ state, custody }) => state === 'in_stock' && custody.state === 'in_stock');
  if (!key) return;
  const { status } = await product.call(keyRequests.reserve, { params, body: { key_id: key.id } });
  if (status >= 400) return;
  await product.must(keyRequests.ready, { params });
  if (isReadyOnly) return;
  await product.must(keyDesk.handOut, {
    body: { person_id: request.person.id, keys: [{ id: key.id, due_at }], reason: 'As asked for.' },
  });
}

/** Those of the last weeks are pending or assigned; earlier ones are done, one in ten has failed. */
async function orderJobs(town: Town, week: number): Promise<void> {
  const { product, systemId } = town;
  const { items } = await product.must(cylinders.list, {
    query: { offset: week * perWeek.jobs * 3, limit: perWeek.jobs },
  });
  const jobs = items.map(({ id }) => ({ cylinder_id: id, key_id: null, kind: 'fetch_events' as const }));
  await product.must(programming.order, { body: { jobs, reason: 'Monthly round of the locksmith.' } });
  await until(
    async () => (await product.must(programming.counts, { query: { connection_id: systemId } })).to_write === 0,
  );
  await readKeySystem(product, systemId);
  const pending = await product.must(programming.list, { query: { stage: 'pending', limit: 100 } });
  if (week < 7) {
    for (const [index, { external_id }] of pending.items.entries()) {
      if (external_id) await command(town, index === 5 && week === 4 ? 'fail-job' : 'do-job', external_id);
    }
    return;
  }
  const [first] = (await product.must(programming.keys, { query: { connection_id: systemId } })).items;
  const some = pending.items.slice(0, 3).map(({ id, version }) => ({ id, version }));
  if (!first || some.length === 0) return;
  await product.must(programming.assign, {
    body: { assignments: [{ programming_key_id: first.id, jobs: some }] },
  });
}

/** Openings as keys and cylinders really answer, spread over the days before; each key then meets a device. */
async function openDoors(town: Town, week: number): Promise<void> {
  const { product } = town;
  const now = await today(town);
  const out = (await listKeys(product, { custody: 'handed_out', limit: 200 })).filter(
    ({ state }) => state === 'handed_out',
  );
  const doors = (await product.must(cylinders.list, { query: { limit: 290 } })).items.filter(
    ({ state }) => state === 'installed',
  );
  const used = new Set<string>();
  for (let n = 0; n < perWeek.openings && out.length > 0; n++) {
    const key = out[(n * 7 + week * 5) % out.length];
    if (!key) continue;
    const at = new Date(now - ((n * 41) % 66) * 3_600_000 - n * 60_000).toISOString();
    const door = await doorFor(town, key.external_id, { doors, from: n * 13 + week, isOther: n % 12 === 5 });
    await command(town, 'happen', key.external_id, door, '--at', at);
    used.add(key.external_id);
  }
  for (const key of used) await command(town, 'update-key', key);
}

type Doors = { doors: readonly { external_id: string }[]; from: number; isOther: boolean };

/** One that the key opens, where some tries find it; now and then any. */
async function doorFor(town: Town, key: string, { doors, from, isOther }: Doors): Promise<string> {
  const doorAt = (n: number) => doors[(from + n * 17) % doors.length]?.external_id ?? '';
  for (let n = 0; n < 12 && !isOther; n++) {
    const said = (await command(town, 'opens', key, doorAt(n))) as { result: string };
    if (said.result === 'granted') return doorAt(n);
  }
  return doorAt(0);
}

/** Of what is out, some that are due early. */
async function takeBack(product: Product, week: number): Promise<void> {
  if (week < 2) return;
  const out = await listKeys(product, { custody: 'handed_out', limit: 200 });
  const ours = out.filter(({ custody }) => custody.holder !== null && custody.due_at !== null);
  for (const { id } of ours.slice(0, perWeek.returns)) {
    await product.must(keyDesk.takeBack, { body: { keys: [{ id }] } });
  }
}

/** Lost, forgotten and broken keys. Those of the first weeks are closed, the last ones wait for decisions. */
async function openCases(town: Town, week: number): Promise<void> {
  const kind = (['lost', undefined, 'forgotten', 'broken'] as const)[week % 4];
  if (!kind) return;
  const { product } = town;
  const out = (await listKeys(product, { custody: 'handed_out', limit: 200 })).filter(
    ({ holder, custody }) => holder?.person_id && custody.state === 'handed_out',
  );
  const key = out[(week * 5) % out.length];
  if (!key) return;
  const report =
    kind === 'lost'
      ? {
          happened_at: new Date((await today(town)) - 5 * 3_600_000).toISOString(),
          place: 'Tram line 4',
          circumstances: 'The bag was left on the tram.',
          police_reference: '',
        }
      : undefined;
  const { id, doors } = await product.must(keyCases.open, {
    body: { key_id: key.id, kind, ...(report && { report }) },
  });
  const params = { id };
  if (kind === 'lost' && doors.undecided > 0) {
    const { items } = await product.must(keyCases.doors, { params, query: { limit: 1 } });
    const named = items.map(({ cylinder_id }) => cylinder_id);
    if (named.length > 0)
      await product.must(keyCases.decide, { params, body: { cylinders: named, decision: 'block' } });
  }
  if (week > 4 || kind === 'lost') return;
  const outcome = kind === 'broken' ? 'repaired' : 'returned';
  await product.call(keyCases.close, { params, body: { outcome, reason: 'Seen at the desk.' } });
}
