import { foldText } from '@key2xs/domain';
import { sql } from 'kysely';
import { request } from 'undici';
import { aSubAdmin } from '../test/factories/administrators';
import { askFor, type Round } from './ask-for';
import { addSource, timeImport } from './import-bench';
import type { Bench } from './in-process';
import { median, remark, report } from './report';

const calls = 500;
/** Above this, two samples of this size differ at a level of 5 % (Kolmogorov-Smirnov, two-sided). */
const criticalDistance = 1.36 * Math.sqrt(2 / calls);

/** What a scope costs a list, and what the time of an answer tells of people outside it. */
export async function benchScope(bench: Bench, list: { content: Buffer }): Promise<void> {
  const { deps, url } = bench.server;
  const id = await addSource(bench, 'Hundred thousand', list);
  await timeImport(bench, id);
  await sql`analyze person, department_spelling`.execute(deps.db);
  const scope = { departments: ['FIRE', 'LAW', 'POLICE'].map(foldText), places: null };
  const subAdmin = await aSubAdmin({ db: deps.db, deps }, { functions: ['view_people'], scope });

  const page = `${url}/api/v1/people?connection_id=${id}&department=FIRE&active=true&sort=display_name&limit=50`;
  const rounds = { within: [] as Round[], whole: [] as Round[] };
  for (let round = 0; round < 5; round++) {
    rounds.whole.push(await askFor(page, bench.token));
    rounds.within.push(await askFor(page, subAdmin.token));
  }
  const of = (side: Round[]) => median(side.map(({ cpuMs }) => cpuMs));
  remark(`list page: ${of(rounds.within).toFixed(2)} ms within a scope, ${of(rounds.whole).toFixed(2)} ms without`);
  report('list page within a scope by one without', of(rounds.within) / of(rounds.whole), 1.2, '×');

  const outside = await deps.db
    .selectFrom('person')
    .select(['id', 'display_name'])
    .where('department', 'not in', ['FIRE', 'LAW', 'POLICE'])
    .orderBy('id')
    .limit(calls)
    .execute();
  const headers = { authorization: `Bearer ${subAdmin.token}` };
  const timeOf = async (path: string) => {
    const began = performance.now();
    const { body } = await request(`${url}/api/v1${path}`, { headers });
    await body.dump();
    return performance.now() - began;
  };
  const compare = async (what: string, one: (at: number) => string, other: (at: number) => string) => {
    const times: [number[], number[]] = [[], []];
    for (let at = -20; at < calls; at++) {
      const pair = [await timeOf(one(Math.max(at, 0))), await timeOf(other(Math.max(at, 0)))] as const;
      if (at >= 0) pair.forEach((took, side) => void times[side]?.push(took));
    }
    remark(`${what}: ${median(times[0]).toFixed(2)} and ${median(times[1]).toFixed(2)} ms`);
    report(`time of answers, ${what}: distance`, distanceOf(...times), criticalDistance, '');
  };
  const personOf = (at: number) => outside[at % outside.length];
  await compare(
    'a person outside and none',
    (at) => `/people/${personOf(at)?.id}`,
    () => `/people/${crypto.randomUUID()}`,
  );
  const names = new Set(outside.map(({ display_name }) => display_name));
  const [, ...shifted] = [...outside, ...outside].map(({ display_name }) => display_name.split(' '));
  /** Given and family name of different people: as frequent, but no one's. */
  const noName = (at: number) => `${shifted[at]?.[0]} ${outside[at % outside.length]?.display_name.split(' ').at(-1)}`;
  const ofNobody = Array.from({ length: calls }, (_, at) => noName(at)).filter((name) => !names.has(name));
  const search = (text = '') => `/people?search=${encodeURIComponent(text)}`;
  await compare(
    'a search for a person outside and for none',
    (at) => search(personOf(at)?.display_name),
    (at) => search(ofNobody[at % ofNobody.length]),
  );
}

/** The largest distance between two cumulative distributions. */
function distanceOf(one: readonly number[], other: readonly number[]): number {
  const share = (values: readonly number[], limit: number) =>
    values.filter((value) => value <= limit).length / values.length;
  return Math.max(...[...one, ...other].map((limit) => Math.abs(share(one, limit) - share(other, limit))));
}
