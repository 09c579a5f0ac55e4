import compress from '@fastify/compress';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Deps } from '#platform/deps';
import { answerError } from '#platform/error-handler';
import { healthRoutes } from '#platform/health';
import { withoutQuery } from '#platform/log';
import { installMetrics } from '#platform/metrics';
import { installNotFound, serveWeb } from '#platform/serve-web';
import { accessRoutes } from './features/access/routes';
import { auditRoutes } from './features/audit/routes';
import { authRoutes } from './features/auth/routes';
import { changeSetRoutes } from './features/change-sets/routes';
import { cylinderRoutes } from './features/cylinders/routes';
import { iamRoutes } from './features/iam/routes';
import { keyPlanRoutes } from './features/key-plans/routes';
import { clientCertificateRoutes, keySystemRoutes } from './features/key-systems/routes';
import { keyRoutes } from './features/keys/routes';
import { lockingPlanRoutes } from './features/locking-plans/routes';
import { overviewRoutes } from './features/overview/routes';
import { peopleRoutes } from './features/people/routes';
import { sandboxRoutes } from './features/sandbox/routes';
import { syncRoutes } from './features/sync/routes';
import { taskRoutes } from './features/tasks/routes';
import { workListRoutes } from './features/work-list/routes';

const bodyLimit = 1_048_576;
const requestTimeoutMs = 60_000; // the web client gives up after 30 s; uploads over slow lines need longer

/** The whole HTTP side: what every request goes through, then one line a feature. Nothing listens yet. */
export async function buildApp(deps: Deps, webDirectory?: string): Promise<FastifyInstance> {
  const { trustedProxies } = deps.config;
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger, // pino's own type is wider than Fastify's
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout: requestTimeoutMs,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    genReqId: deps.newId,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    frameworkErrors: answerError,
  });
  app.setErrorHandler(answerError);
  app.removeContentTypeParser('text/plain'); // or plain text would count as a body
  acceptEmptyJson(app);
  await app.register(helmet, { contentSecurityPolicy, hsts: false });
  await app.register(compress, { global: true, threshold: 1_024 });
  await app.register(formbody, { bodyLimit });
  await app.register(multipart);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    const { id: request_id, method } = request;
    const url = withoutQuery(request.url);
    request.log.info(
      { request_id, method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });
  healthRoutes(app, deps);
  installMetrics(app, deps);
  for (const routes of features) routes(app, deps);
  if (webDirectory) await serveWeb(app, webDirectory);
  installNotFound(app, webDirectory !== undefined);
  return app;
}

/** Clients that announce JSON with every call may also do so where there is nothing to send. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '' && !request.routeOptions.config.endpoint?.body) return done(null);
    return parse(request, text, done);
  });
}

const features: readonly ((app: FastifyInstance, deps: Deps) => void)[] = [
  authRoutes,
  overviewRoutes,
  iamRoutes,
  peopleRoutes,
  keySystemRoutes,
  clientCertificateRoutes,
  cylinderRoutes,
  keyRoutes,
  lockingPlanRoutes,
  keyPlanRoutes,
  accessRoutes,
  syncRoutes,
  taskRoutes,
  changeSetRoutes,
  workListRoutes,
  auditRoutes,
  sandboxRoutes,
];

/** No inline script; the component library sets inline styles. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
};
