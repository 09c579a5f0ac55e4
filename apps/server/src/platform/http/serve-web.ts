import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { say } from '@key2xs/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors';
import { withoutQuery } from '../log';
import { pageBelow } from './base-path';
import { sendProblem } from './error-handler';

const yearSeconds = 31_536_000;

/** Answers with the page of the application. */
type SendIndex = (reply: FastifyReply) => FastifyReply;

/**
 * Serves the built web application. Hashed assets are cached for ever, the page never, so that a new release shows at
 * once. Below a path, pages are served with that path in their addresses.
 */
export async function serveWeb(app: FastifyInstance, directory: string, basePath: string): Promise<SendIndex> {
  const assets = join(directory, 'assets') + sep;
  await app.register(fastifyStatic, {
    root: directory,
    preCompressed: true, // the build puts a compressed copy beside each file
    setHeaders: (response, path) => {
      const isHashed = path.startsWith(assets);
      response.header('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
    },
  });
  if (basePath !== '') return servePages(app, directory, basePath);
  return (reply) => reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false });
}

/** The few pages of the build, changed once. */
async function servePages(app: FastifyInstance, directory: string, basePath: string): Promise<SendIndex> {
  const send = (page: string): SendIndex => {
    return (reply) => reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  };
  let sendIndex = send('');
  const names = await readdir(directory, { recursive: true });
  for (const name of names.filter((one) => one.endsWith('.html'))) {
    const sendPage = send(pageBelow(await readFile(join(directory, name), 'utf8'), basePath));
    const path = `/${name.split(sep).join('/')}`;
    if (path === '/index.html') sendIndex = sendPage;
    const paths = path.endsWith('/index.html') ? [path, path.slice(0, -'index.html'.length)] : [path];
    for (const one of paths) app.get(one, (_request, reply) => sendPage(reply));
  }
  return sendIndex;
}

/**
 * An address that is neither endpoint nor file is a screen of the web application if there is one, else 404.
 * @param sendIndex undefined without a web application
 */
export function installNotFound(app: FastifyInstance, sendIndex: SendIndex | undefined): void {
  app.setNotFoundHandler((request, reply) => {
    const path = withoutQuery(request.url);
    const isScreen = request.method === 'GET' && !path.startsWith('/api/') && !/\.\w+$/.test(path);
    if (isScreen && sendIndex) return sendIndex(reply);
    return sendProblem(request, reply, nothingAt(request));
  });
}

export const nothingAt = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>) =>
  new AppError('not_found', say('notFound.address', { method, path: withoutQuery(url) }));
