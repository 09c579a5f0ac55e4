import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { apiReference } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { JsonText } from '#platform/database/json-text';
import type { Deps } from '#platform/deps';
import { basePathOf } from '#platform/http/base-path';
import { describeApi } from '#platform/http/openapi';
import { route } from '#platform/http/route';
import { inSlices } from '#platform/in-slices';

/** Made for the first who asks: it never changes while the process runs. */
export function apiReferenceRoutes(app: FastifyInstance, deps: Deps): void {
  let made: Promise<Buffer> | undefined;
  route(app, deps, apiReference.get, async ({ reader }) => {
    made ??= describe(basePathOf(deps.config) || '/');
    return new JsonText(await made, reader, { isGzip: true });
  });
}

const describe = async (server: string) =>
  promisify<string, Buffer>(gzip)(JSON.stringify(await inSlices(describeApi(server))));
