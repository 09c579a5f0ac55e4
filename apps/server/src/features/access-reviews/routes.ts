import { accessReviewList, accessReviews, reviewedAccessList } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { getReview, reviewedSource, reviewSource } from './review-source';
import { completeReview, decide, previewReview, startReview, stopReview } from './service';

export function accessReviewRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock } = deps;
  listRoutes(app, deps, { list: accessReviewList, find: (_, reader) => reviewSource(reader, clock()) });
  listRoutes(app, deps, {
    list: reviewedAccessList,
    find: ({ params }, reader) => reviewedSource({ reader, now: clock() }, params.id),
  });
  route(app, deps, accessReviews.get, ({ reader, params }) => getReview({ reader, now: clock() }, params.id));
  route(app, deps, accessReviews.preview, ({ reader, body }) => previewReview(deps, reader, body));
  route(app, deps, accessReviews.start, ({ caller, body }) => startReview({ deps, caller }, body));
  route(app, deps, accessReviews.decide, ({ caller, params, body }) => decide({ deps, caller }, params.id, body));
  route(app, deps, accessReviews.complete, ({ caller, params, body }) =>
    completeReview({ deps, caller }, params.id, body),
  );
  route(app, deps, accessReviews.stop, ({ caller, params, body }) => stopReview({ deps, caller }, params.id, body));
}
