import compress from '@fastify/compress';
import formbody from '@fastify/formbody';
import { type Endpoint, isLongJson } from '@key2xs/contract';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Deps, Tx } from '#platform/deps';
import { installEventStreams } from '#platform/event-streams/event-streams';
import { basePathOf, withoutBasePath } from '#platform/http/base-path';
import { answerError } from '#platform/http/error-handler';
import { installForwardedFor } from '#platform/http/forwarded-for';
import { takeMultipart } from '#platform/http/multipart';
import { installRequestGuard } from '#platform/http/request-guard';
import { installSecurityHeaders } from '#platform/http/security-headers';
import { installNotFound, serveWeb } from '#platform/http/serve-web';
import { leaveUnread } from '#platform/http/unread-body';
import { answerUnreadable } from '#platform/http/unreadable-request';
import { loggableUrl } from '#platform/log';
import { healthRoutes } from '#platform/monitoring/health';
import { installMetrics } from '#platform/monitoring/metrics';
import { moveTokenScopes } from '#platform/sign-in/api-tokens';
import type { ScopeMove } from '#platform/sign-in/scope-moves';
import { accessRoutes } from './features/access/routes';
import { accessEventRoutes } from './features/access-events/routes';
import { accessReviewRoutes } from './features/access-reviews/routes';
import { administratorRoutes } from './features/administrators/routes';
import { moveAdminScopes } from './features/administrators/service';
import { apiReferenceRoutes } from './features/api-reference/routes';
import { apiTokenRoutes } from './features/api-tokens/routes';
import { auditRoutes } from './features/audit/routes';
import { authRoutes, signInRoutes } from './features/auth/routes';
import { changeSetRoutes } from './features/change-sets/routes';
import { cylinderRoutes } from './features/cylinders/routes';
import { driftRoutes } from './features/drift/routes';
import { effectiveAccessRoutes } from './features/effective-access/routes';
import { generatorRoutes } from './features/generator/routes';
import { suggestionRoutes } from './features/generator/suggestions/routes';
import { renameRoutes } from './features/iam/renames/routes';
import { iamRoutes } from './features/iam/routes';
import { installationRoutes } from './features/installation/routes';
import { invitationRoutes } from './features/invitations/routes';
import { moveInvitationScopes } from './features/invitations/service';
import { keyCaseRoutes } from './features/key-cases/routes';
import { keyDeskRoutes } from './features/key-desk/routes';
import { keyRequestRoutes } from './features/key-requests/routes';
import { clientCertificateRoutes, keySystemRoutes } from './features/key-systems/routes';
import { keyTimesRoutes } from './features/key-times/routes';
import { keyRoutes } from './features/keys/routes';
import { liveUpdateRoutes } from './features/live-updates/routes';
import { locationRoutes } from './features/locations/routes';
import { lockingPlanRoutes } from './features/locking-plans/routes';
import { logDestinationRoutes } from './features/log-forwarding/routes';
import { measureProduct } from './features/monitoring/measure-product';
import { notificationRoutes } from './features/notifications/routes';
import { overviewRoutes } from './features/overview/routes';
import { peopleRoutes } from './features/people/routes';
import { planViewRoutes } from './features/plan-views/routes';
import { planRoutes } from './features/plans/routes';
import { moveRulesOfPlace } from './features/plans/service';
import { possessionCheckRoutes } from './features/possession-checks/routes';
import { privacyRoutes } from './features/privacy/routes';
import { profileRoutes } from './features/profile/routes';
import { programmingRoutes } from './features/programming/routes';
import { openSetUps, providerRoutes } from './features/providers/registry';
import { reportRoutes } from './features/reports/routes';
import { sandboxRoutes } from './features/sandbox/routes';
import { secondFactorRoutes } from './features/second-factors/routes';
import { moveCreatedScope } from './features/single-sign-on/move-created-scope';
import { singleSignOnRoutes } from './features/single-sign-on/routes';
import { sourceCredentialRoutes } from './features/source-credentials/routes';
import { sourceHealthRoutes } from './features/source-health/routes';
import { sourceWebhookRoutes } from './features/source-webhooks/routes';
import { syncRoutes } from './features/sync/routes';
import { taskRoutes } from './features/tasks/routes';
import { timetableRoutes } from './features/timetables/routes';
import { webhookRoutes } from './features/webhooks/routes';
import { workListRoutes } from './features/work-list/routes';

const requestTimeoutMs = 60_000; // the web client gives up after 30 s; uploads over slow lines need longer
const headersTimeoutMs = 10_000; // the head of a request fits in a packet or two
const silenceMs = 120_000; // longer than any answer takes; ends a download whose client stopped reading
const keepAliveMs = 72_000; // proxies close an idle connection after 60 s and should be the first to
const maxConnections = 2_000; // each costs some 30 KB; leaves file descriptors for the database

/** Builds the HTTP server: what applies to every request, then one line per feature, unless it is a mere worker. Does not listen yet. */
export async function buildApp(deps: Deps, webDirectory?: string): Promise<FastifyInstance> {
  const { trustedProxies } = deps.config;
  const basePath = basePathOf(deps.config);
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger, // pino's own type is wider than Fastify's
    logController: new LogController({ disableRequestLogging: true }),
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: 2_000 },
    requestTimeout: requestTimeoutMs,
    connectionTimeout: silenceMs,
    keepAliveTimeout: keepAliveMs,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    genReqId: deps.newId,
    rewriteUrl: ({ url = '/' }) => withoutBasePath(url, basePath),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnreadable(deps),
    frameworkErrors: (error, request, reply) => {
      leaveUnread(request, reply); // no hook runs for an address that cannot be read
      return answerError(error, request, reply);
    },
  });
  app.server.maxConnections = maxConnections;
  app.setErrorHandler(answerError);
  app.removeContentTypeParser('text/plain'); // Fastify parses plain text by default
  deps.tracing?.traceRequests(app);
  if (trustedProxies.length > 0) installForwardedFor(app);
  takeJson(app);
  installSecurityHeaders(app);
  await app.register(compress, { global: true, threshold: 1_024, globalDecompression: false });
  await app.register(formbody);
  takeMultipart(app);
  installRequestGuard(app, deps);
  installEventStreams(app, deps);
  app.addHook('onSend', (request, reply, _payload, next) => {
    reply.header('x-request-id', request.id);
    const isUnsaid = !reply.hasHeader('cache-control');
    if (request.url.startsWith('/api/') && isUnsaid) reply.header('cache-control', 'no-store');
    next();
  });
  app.addHook('onResponse', (request, reply, next) => {
    const { id: request_id, method } = request;
    const url = loggableUrl(request.url);
    request.log.info(
      { request_id, method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
    next();
  });
  app.addHook('onClose', () => deps.runner.close());
  healthRoutes(app, deps);
  installMetrics(app, deps, (register) => measureProduct(register, deps));
  const isWorker = deps.config.role === 'worker';
  if (!isWorker) for (const routes of features) routes(app, deps);
  installNotFound(app, webDirectory && !isWorker ? await serveWeb(app, webDirectory, basePath) : undefined);
  return app;
}

/** Some clients announce JSON with every call: nothing is as good as {} where {} is. Bodies that may be long stay bytes. */
function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const { endpoint } = request.routeOptions.config;
    if (bytes.length === 0 && takesNothing(endpoint)) return done(null);
    if (endpoint && isLongJson(endpoint)) return done(null, bytes);
    return parse(request, bytes.toString(), done);
  });
}

const takesNothing = (endpoint?: Endpoint) =>
  !endpoint?.body || (!isLongJson(endpoint) && endpoint.body.safeParse({}).success);

const features: readonly ((app: FastifyInstance, deps: Deps) => void)[] = [
  authRoutes,
  signInRoutes,
  secondFactorRoutes,
  singleSignOnRoutes,
  overviewRoutes,
  installationRoutes,
  iamRoutes,
  (app, deps) => renameRoutes(app, deps, moveScopes),
  providerRoutes,
  sourceHealthRoutes,
  sourceCredentialRoutes,
  sourceWebhookRoutes,
  peopleRoutes,
  privacyRoutes,
  keySystemRoutes,
  clientCertificateRoutes,
  cylinderRoutes,
  keyRoutes,
  keyCaseRoutes,
  possessionCheckRoutes,
  accessReviewRoutes,
  accessEventRoutes,
  keyRequestRoutes,
  keyDeskRoutes,
  programmingRoutes,
  keyTimesRoutes,
  effectiveAccessRoutes,
  (app, deps) =>
    locationRoutes(app, deps, async (tx, author, places) => ({
      rules: await moveRulesOfPlace(tx, author, places),
      scopes: await moveScopes(tx, { place: places.from, into: places.into }),
    })),
  lockingPlanRoutes,
  planRoutes,
  planViewRoutes,
  generatorRoutes,
  suggestionRoutes,
  accessRoutes,
  (app, deps) => administratorRoutes(app, deps, openSetUps),
  invitationRoutes,
  syncRoutes,
  taskRoutes,
  liveUpdateRoutes,
  timetableRoutes,
  changeSetRoutes,
  workListRoutes,
  driftRoutes,
  notificationRoutes,
  profileRoutes,
  webhookRoutes,
  logDestinationRoutes,
  auditRoutes,
  reportRoutes,
  apiReferenceRoutes,
  apiTokenRoutes,
  sandboxRoutes,
];

/** Every stored scope. */
const moveScopes = async (tx: Tx, move: ScopeMove): Promise<object[]> => [
  ...(await moveAdminScopes(tx, move)),
  ...(await moveInvitationScopes(tx, move)),
  ...(await moveTokenScopes(tx, move)),
  ...(await moveCreatedScope(tx, move)),
];
