import { type KeySystemStatus, type Overview, SearchHit } from '@key2xs/contract';
import { told } from '@key2xs/texts/teller';
import type { Reader } from '#platform/visible-to';
import { listSourceStates } from '../iam/service';
import { listKeySystemStates } from '../key-systems/service';
import { presentTask } from '../tasks/service';
import { findLastSync, listWaiting, search } from './queries';

/** Most urgent first. */
const bySeverity: readonly KeySystemStatus[] = ['ERROR', 'PENDING_VALIDATION', 'CONFIGURED', 'ACTIVE', 'DISABLED'];

const sum = (numbers: readonly number[]) => numbers.reduce((total, next) => total + next, 0);

/** The state of the installation for the dashboard. */
export async function getOverview(reader: Reader): Promise<Overview> {
  const sources = await listSourceStates(reader);
  const reads = sources.flatMap(({ last_read_at }) => last_read_at ?? []).sort((a, b) => b.getTime() - a.getTime());
  const lastSync = await findLastSync(reader);
  return {
    identity_sources: {
      total: sources.length,
      active: sources.filter(({ is_active }) => is_active).length,
      name: sources.length === 1 ? (sources[0]?.name ?? null) : null,
      people: sum(sources.map(({ people }) => people)),
      last_read_at: reads[0]?.toISOString() ?? null,
    },
    key_systems: describeKeySystems(await listKeySystemStates(reader)),
    last_sync: lastSync ? presentTask(lastSync, reader.language) : null,
    waiting: (await listWaiting(reader)).map(({ created_at, state, title, ...row }) => ({
      ...row,
      title: told(title, reader.language),
      state: state === 'quarantined' ? 'quarantined' : 'ready',
      created_at: created_at.toISOString(),
    })),
  };
}

function describeKeySystems(rows: Awaited<ReturnType<typeof listKeySystemStates>>): Overview['key_systems'] {
  const statuses = rows.map(({ status }) => status);
  const ends = rows.map(({ not_after }) => not_after).sort();
  return {
    total: rows.length,
    active: rows.filter(({ is_active }) => is_active).length,
    name: rows.length === 1 ? (rows[0]?.name ?? null) : null,
    worst_status: bySeverity.find((status) => statuses.includes(status)) ?? null,
    cylinders: sum(rows.map(({ cylinders }) => cylinders)),
    cylinder_groups: sum(rows.map(({ cylinder_groups }) => cylinder_groups)),
    next_certificate_end: ends[0] ?? null,
    is_sandbox: rows.length > 0 && rows.every(({ is_sandbox }) => is_sandbox),
  };
}

export async function searchEverything(reader: Reader, text: string): Promise<SearchHit[]> {
  return SearchHit.array().parse(await search(reader, text));
}
