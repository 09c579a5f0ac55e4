import type { KeySystemStanding, KeySystemStatus, Overview } from '@key2xs/contract';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Deps } from '#platform/deps';
import { type Reader, sees, visibleTo } from '#platform/visible-to';
import { findLastVerification } from '../audit/service';
import { summarizeExposure } from '../effective-access/service';
import { countActivePeople, listSourceStates } from '../iam/service';
import { listKeySystemStates } from '../key-systems/service';
import { type KeyPlanRow, listPlanStates } from '../plans/service';
import { listStandings } from '../standing/service';
import { listDays } from './days';
import { listKeyStates } from './key-states';
import { listNeeds } from './needs-you';
import { sumOnKeys } from './on-keys';
import { createUntilWritten } from './until-written';

/** Most urgent first. */
const bySeverity: readonly KeySystemStatus[] = ['ERROR', 'PENDING_VALIDATION', 'CONFIGURED', 'ACTIVE', 'DISABLED'];
/** Furthest behind first. */
const byStanding: readonly KeySystemStanding['state'][] = ['behind', 'never_read', 'equal', 'not_linked'];

const sum = (numbers: readonly number[]) => numbers.reduce((total, next) => total + next, 0);

type OverviewQuery = { reader: Reader; zone?: string | undefined };
const minuteMs = 60_000;

/**
 * People, what they may open, what is recorded of it, what is on keys, and what needs a person. Cached: read again
 * after every commit, and every minute, because days pass and certificates expire.
 */
export function createOverview(deps: Deps): (query: OverviewQuery) => Promise<Overview> {
  const untilWritten = createUntilWritten(deps.db);
  return async ({ reader, zone = 'UTC' }) => {
    const gaps = await deps.standing();
    const sums = sees(reader.viewer, 'access') ? await deps.accessSums(reader) : undefined;
    const minute = Math.floor(deps.clock().getTime() / minuteMs);
    const key = JSON.stringify([reader.viewer, reader.language, zone, minute, [...gaps], sums]);
    const known = { ...deps, standing: async () => gaps };
    return untilWritten(key, () => readOverview(known, reader, { zone, sums }));
  };
}

type Sums = Awaited<ReturnType<Deps['accessSums']>>;

async function readOverview(
  deps: Deps,
  reader: Reader,
  { zone, sums }: { zone: string; sums: Sums | undefined },
): Promise<Overview> {
  const sources = await listSourceStates(reader);
  const systems = await listKeySystemStates(reader);
  const plans = await listPlanStates(reader);
  const standings = await listStandings(deps, reader);
  const keys = await listKeyStates(reader);
  const verified = await findLastVerification(reader);
  const reads = sources.flatMap(({ last_read_at }) => last_read_at ?? []).sort((a, b) => b.getTime() - a.getTime());
  return {
    people: {
      total: sums?.activePeople ?? (await countActivePeople(reader)),
      last_change: await findLastImport(reader),
      last_read_at: reads[0]?.toISOString() ?? null,
    },
    may_open: sumMayOpen(sums, plans),
    recorded: sumRecorded(standings, systems.length > 0 && reader.viewer.scope === null),
    on_keys: sumOnKeys(keys, await summarizeExposure(reader, deps.clock())),
    needs_you: await listNeeds(deps, reader, { systems, plans, statuses: standings, keys }),
    days: await listDays(reader, { now: deps.clock(), zone }),
    identity_sources: {
      total: sources.length,
      active: sources.filter(({ is_active }) => is_active).length,
      never_read: sources.filter(({ last_read_at }) => last_read_at === null).length,
      name: sources.length === 1 ? (sources[0]?.name ?? null) : null,
      id: sources.length === 1 ? (sources[0]?.id ?? null) : null,
    },
    key_systems: describeKeySystems(systems),
    key_plans: {
      total: plans.length,
      active: plans.filter(({ is_active }) => is_active).length,
      drafts: plans.filter(({ pending_changes }) => pending_changes > 0).length,
    },
    audit_log: verified ? { verified_at: verified.at, ok: verified.ok } : null,
  };
}

function sumMayOpen(sums: Sums | undefined, plans: readonly KeyPlanRow[]): Overview['may_open'] {
  if (!sums) return nobodyMayOpen;
  const { activePeople, ...granted } = sums;
  const active = plans.filter(({ is_active }) => is_active);
  const [only] = active;
  return {
    ...granted,
    active_plans: active.length,
    only_plan: only && active.length === 1 ? { id: only.id, name: only.name, version: only.version_in_force } : null,
  };
}

const nobodyMayOpen: Overview['may_open'] = {
  ...{ people: 0, doors: 0, rights: 0, active_plans: 0, rules: 0 },
  only_plan: null,
};

function sumRecorded(key_systems: KeySystemStanding[], isAnyConnected: boolean): Overview['recorded'] {
  const total = (field: 'rights_to_withdraw' | 'people_losing' | 'rights_to_grant' | 'people_gaining' | 'writes') =>
    sum(key_systems.map((system) => system[field]));
  const furthest = byStanding.find((state) => key_systems.some((system) => system.state === state));
  return {
    state: furthest ?? (isAnyConnected ? 'not_linked' : null),
    rights_to_withdraw: total('rights_to_withdraw'),
    people_losing: total('people_losing'),
    rights_to_grant: total('rights_to_grant'),
    people_gaining: total('people_gaining'),
    writes: total('writes'),
    changed_there: sum(key_systems.map(({ changed_there }) => changed_there)),
    waiting_for_operator: sum(key_systems.map(({ waiting_for_operator }) => waiting_for_operator)),
    key_systems,
  };
}

async function findLastImport({ db, viewer, language }: Reader): Promise<Overview['people']['last_change']> {
  const row = await db
    .selectFrom('change_set')
    .select(['id', 'title', 'counts', 'applied_at'])
    .where('kind', '=', 'directory')
    .where('applied_at', 'is not', null)
    .where(visibleTo(viewer, 'change_sets'))
    .orderBy('applied_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row?.applied_at) return null;
  const { joiner = 0, leaver = 0, mover = 0 } = row.counts;
  const counts = { joined: joiner, left: leaver, moved: mover };
  return {
    change_set_id: row.id,
    title: renderSentence(row.title, language),
    ...counts,
    at: row.applied_at.toISOString(),
  };
}

function describeKeySystems(rows: Awaited<ReturnType<typeof listKeySystemStates>>): Overview['key_systems'] {
  const statuses = rows.map(({ status }) => status);
  return {
    total: rows.length,
    active: rows.filter(({ is_active }) => is_active).length,
    name: rows.length === 1 ? (rows[0]?.name ?? null) : null,
    worst_status: bySeverity.find((status) => statuses.includes(status)) ?? null,
    cylinders: sum(rows.map(({ cylinders }) => cylinders)),
    unplaced_cylinders: sum(rows.map(({ unplaced_cylinders }) => unplaced_cylinders)),
    cylinder_groups: sum(rows.map(({ cylinder_groups }) => cylinder_groups)),
    is_sandbox: rows.length > 0 && rows.every(({ is_sandbox }) => is_sandbox),
  };
}
