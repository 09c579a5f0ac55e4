import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { eventsOf } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '#config';
import type { Deps } from '../deps';
import { AppError } from '../errors';
import { createHealthCheck } from './health';

/**
 * Prometheus text at /metrics, served to this machine and to the configured networks only: it reveals load and failures.
 * @param measure adds what features know
 */
export function installMetrics(app: FastifyInstance, deps: Deps, measure: (register: Registry) => void): void {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status_code'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [register],
  });
  const askDatabase = createHealthCheck(deps.db);
  const isUp = async () => (await askDatabase()) === undefined;
  new Gauge({
    name: 'key2xs_database_up',
    help: '1 while the database answers and takes changes, else 0',
    registers: [register],
    async collect() {
      this.set((await isUp()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'key2xs_tasks_unfinished',
    help: 'Tasks that wait or run',
    registers: [register],
    async collect() {
      this.set(Number.NaN); // unknown is not zero
      if (!(await isUp())) return;
      const { count } = await deps.db
        .selectFrom('sync_task')
        .select((q) => q.fn.countAll<string>().as('count'))
        .where('status', 'in', ['PENDING', 'RUNNING'])
        .executeTakeFirstOrThrow();
      this.set(Number(count));
    },
  });
  measureSchedules(register, deps);
  measure(register);
  const isAllowed = callerOf(deps.config);
  app.addHook('onResponse', (request, reply, next) => {
    const { url: route = 'unknown', config } = request.routeOptions;
    if (config.endpoint && eventsOf(config.endpoint)) return next(); // a stream has no meaningful duration
    durations.observe({ method: request.method, route, status_code: reply.statusCode }, reply.elapsedTime / 1_000);
    next();
  });
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!isFromThisMachine(request.raw) && !isAllowed(request.raw))
      throw new AppError('forbidden', say('request.metricsElsewhere'));
    return reply.header('content-type', register.contentType).send(await register.metrics());
  });
}

function measureSchedules(register: Registry, { scheduler }: Pick<Deps, 'scheduler'>): void {
  new Gauge({
    name: 'key2xs_schedule_failures_in_a_row',
    help: 'Failed runs of work that comes back by itself since its last success in this process',
    labelNames: ['schedule'],
    registers: [register],
    collect() {
      for (const { name, failuresInARow } of scheduler.statuses()) this.set({ schedule: name }, failuresInARow);
    },
  });
  new Gauge({
    name: 'key2xs_schedule_last_success_timestamp_seconds',
    help: 'When work that comes back by itself last succeeded in this process',
    labelNames: ['schedule'],
    registers: [register],
    collect() {
      for (const { name, lastSuccessAt } of scheduler.statuses()) {
        if (lastSuccessAt) this.set({ schedule: name }, lastSuccessAt.getTime() / 1_000);
      }
    },
  });
}

const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/;
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;
const forwarding = /^(via|forwarded|x-real-ip|x-forwarded(-.*)?)$/;

/**
 * Whether the caller itself is on this machine. A local proxy has a loopback address too, but forwards the original
 * host or adds a header; a page in a local browser sends its own host name.
 */
function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  return (
    loopbackAddress.test(socket.remoteAddress ?? '') && loopbackHost.test(headers.host ?? '') && !isForwarded(headers)
  );
}

const isForwarded = (headers: IncomingMessage['headers']) => Object.keys(headers).some((name) => forwarding.test(name));

/** Whether a caller comes from one of the configured networks itself, and not through a proxy in one. */
function callerOf({ metricsNetworks }: Pick<Config, 'metricsNetworks'>): (request: IncomingMessage) => boolean {
  const networks = new BlockList();
  for (const entry of metricsNetworks) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(prefix), family);
  }
  return ({ socket, headers }) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
    return isIP(address) > 0 && networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') && !isForwarded(headers);
  };
}
