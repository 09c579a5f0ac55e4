import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { say } from '@key2xs/texts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors';
import { withoutQuery } from '../log';
import { sendProblem } from './error-handler';

const yearSeconds = 31_536_000;

/**
 * Serves the built web application. Hashed assets are cached for ever, the page never, so that a new release shows at
 * once.
 */
export async function serveWeb(app: FastifyInstance, directory: string): Promise<void> {
  const assets = join(directory, 'assets') + sep;
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    preCompressed: true, // the build puts a compressed copy beside each file
    setHeaders: (response, path) => {
      const isHashed = path.startsWith(assets);
      response.header('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
    },
  });
}

/** An address that is neither endpoint nor file is a screen of the web application if there is one, else 404. */
export function installNotFound(app: FastifyInstance, hasWeb: boolean): void {
  app.setNotFoundHandler((request, reply) => {
    const path = withoutQuery(request.url);
    const isScreen = hasWeb && request.method === 'GET' && !path.startsWith('/api/') && !/\.\w+$/.test(path);
    if (isScreen) return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false });
    return sendProblem(request, reply, nothingAt(request));
  });
}

export const nothingAt = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>) =>
  new AppError('not_found', say('notFound.address', { method, path: withoutQuery(url) }));
