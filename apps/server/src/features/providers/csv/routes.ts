import { iam } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { latestStaffList, uploadStaffList } from './staff-lists';

export function staffListRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, iam.uploadStaffList, ({ caller, params, body, signal }) =>
    uploadStaffList({ deps, caller, signal }, params.id, body.file),
  );
  route(app, deps, iam.latestStaffList, ({ params, reader }) => latestStaffList(reader, params.id));
}
