import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import { findNewestStamp } from '#platform/audit/time-stamp/time-stamps';
import { listBackups } from '#platform/backup/back-up-daily';
import { findPause } from '#platform/backup/pause';
import type { Deps } from '#platform/deps';
import { countSetAside } from '#platform/events/deliver-events';
import { asProduct } from '#platform/visible-to';
import product from '../../../package.json' with { type: 'json' };
import { findOldestExposure } from '../effective-access/service';
import { listSourceStates } from '../iam/service';
import { listKeySystemStates } from '../key-systems/service';
import { listForwardingStates } from '../log-forwarding/service';
import { listEndingCredentials } from '../source-credentials/service';

/** Within one scrape all figures come from one reading. */
const sharedMs = 1_000;
const farDays = 3_650;

/** Adds what an operator has to be woken for. A figure that cannot be read is left out: unknown is not zero. */
export function measureProduct(register: Registry, deps: Deps): void {
  const read = sharedFor(sharedMs, () => readFigures(deps));
  const gauge = (
    name: string,
    help: string,
    pick: (figures: Figures) => readonly Sample[],
    labelNames: string[] = [],
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [register],
      async collect() {
        this.reset();
        const figures = await read().catch(() => undefined);
        for (const { value, ...labels } of figures ? pick(figures) : []) this.set(labels, value);
      },
    });
  const one = (value: number | undefined): Sample[] => (value === undefined ? [] : [{ value }]);

  measureProcess(register, deps);
  gauge(
    'key2xs_job_queue_age_seconds',
    'How long the oldest due background job of a kind has waited for a worker',
    ({ jobs }) => jobs,
    ['kind'],
  );
  gauge(
    'key2xs_events_set_aside',
    'Deliveries of events within the product that failed for a day and are not tried any more',
    ({ eventsSetAside }) => one(eventsSetAside),
  );
  gauge(
    'key2xs_connection_last_success_timestamp_seconds',
    'When an active identity source was last read, or an active key system last answered',
    ({ connections }) => connections,
    ['kind', 'id', 'name'],
  );
  gauge(
    'key2xs_credential_expiry_timestamp_seconds',
    'When the certificate or secret with which a connection signs in ends',
    ({ credentials }) => credentials,
    ['kind', 'id', 'name'],
  );
  gauge(
    'key2xs_revocation_oldest_exposed_seconds',
    'Since when the oldest withdrawn right of a key that is out may still open a door; 0 without any',
    ({ exposedSeconds }) => one(exposedSeconds),
  );
  gauge(
    'key2xs_audit_unsealed_seconds',
    'Age of the oldest audit event that is not sealed yet; 0 without any',
    ({ unsealedSeconds }) => one(unsealedSeconds),
  );
  gauge(
    'key2xs_log_forwarding_waiting',
    'Entries of the administration log that are still to be sent to a destination that is switched on',
    ({ forwarding }) => forwarding.map(({ seconds: _, ...sample }) => sample),
    ['id', 'name'],
  );
  gauge(
    'key2xs_log_forwarding_oldest_waiting_seconds',
    'Age of the oldest of them; 0 without any',
    ({ forwarding }) => forwarding.map(({ id, name, seconds: value }) => ({ id, name, value })),
    ['id', 'name'],
  );
  gauge('key2xs_installation_paused', '1 while a restored installation waits to be resumed', ({ isPaused }) =>
    one(isPaused ? 1 : 0),
  );
  if (deps.config.timeStamps) {
    gauge(
      'key2xs_audit_time_stamp_timestamp_seconds',
      'When an authority last confirmed which entries the administration log has; 0 before the first time',
      ({ stampedAt }) => one(stampedAt),
    );
  }
  if (deps.config.backup) {
    gauge(
      'key2xs_backup_last_timestamp_seconds',
      'When the newest backup in the configured folder was written; 0 without any',
      ({ backedUpAt }) => one(backedUpAt),
    );
  }
}

function measureProcess(register: Registry, deps: Deps): void {
  new Gauge({
    name: 'key2xs_build_info',
    help: 'Version of the product, always 1',
    labelNames: ['version', 'node'],
    registers: [register],
  }).set({ version: product.version, node: process.versions.node }, 1);
  new Gauge({
    name: 'key2xs_database_pool_connections',
    help: 'Connections of this process to the database, and requests that wait for one',
    labelNames: ['state'],
    registers: [register],
    collect() {
      const { totalCount = 0, idleCount = 0, waitingCount = 0 } = deps.pool ?? {};
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
}

type Sample = { value: number } & Record<string, string | number>;

type Figures = {
  jobs: Sample[];
  eventsSetAside: number;
  connections: Sample[];
  credentials: Sample[];
  forwarding: { id: string; name: string; value: number; seconds: number }[];
  exposedSeconds: number;
  unsealedSeconds: number;
  stampedAt: number;
  isPaused: boolean;
  backedUpAt: number;
};

const seconds = (at: Date) => at.getTime() / 1_000;

async function readFigures({ db, clock, config }: Deps): Promise<Figures> {
  const reader = asProduct(db);
  const now = clock();
  const { rows: jobs } = await sql<{ kind: string; value: number }>`
    select kind, extract(epoch from now() - min(due_at))::float8 as value from job
    where due_at <= now() and lease is null group by kind order by kind`.execute(db);
  const { rows: audit } = await sql<{ age: number }>`
    select coalesce(extract(epoch from now() - min(at)), 0)::float8 as age from audit_event where seq is null`.execute(
    db,
  );
  const sources = (await listSourceStates(reader)).filter(({ is_active }) => is_active);
  const systems = (await listKeySystemStates(reader)).filter(({ is_active }) => is_active);
  const secrets = await listEndingCredentials(reader, now, farDays);
  const oldest = await findOldestExposure(reader, now);
  const stamp = config.timeStamps && (await findNewestStamp(db));
  const [backup] = config.backup ? await listBackups(config.backup.directory, now) : [];
  const success = (kind: string, id: string, name: string, at: Date | null): Sample[] =>
    at ? [{ kind, id, name, value: seconds(at) }] : [];
  return {
    jobs,
    eventsSetAside: await countSetAside(db),
    connections: [
      ...sources.flatMap(({ id, name, last_read_at }) => success('identity_source', id, name, last_read_at)),
      ...systems.flatMap(({ id, name, last_successful_interaction: at }) => success('key_system', id, name, at)),
    ],
    credentials: [
      ...secrets.map(({ connection_id, name, kind, expires_at }) => ({
        kind,
        id: connection_id,
        name,
        value: seconds(expires_at),
      })),
      ...systems.flatMap(({ id, name, not_after }) =>
        not_after ? [{ kind: 'client_certificate', id, name, value: seconds(new Date(not_after)) }] : [],
      ),
    ],
    forwarding: (await listForwardingStates(reader)).map(({ id, name, waiting, oldest_waiting_at: since }) => ({
      id,
      name,
      value: Number(waiting),
      seconds: since ? Math.max(0, seconds(now) - seconds(since)) : 0,
    })),
    exposedSeconds: oldest ? Math.max(0, seconds(now) - seconds(oldest)) : 0,
    unsealedSeconds: audit[0]?.age ?? 0,
    stampedAt: stamp ? seconds(stamp.stampedAt) : 0,
    isPaused: (await findPause(db)) !== undefined,
    backedUpAt: backup ? seconds(backup.at) : 0,
  };
}

/** Concurrent and immediately following callers get the same reading. */
function sharedFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; reading: Promise<T> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > ms) last = { at: performance.now(), reading: read() };
    return last.reading;
  };
}
