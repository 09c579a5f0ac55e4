import { accessReviews, type Input, keyPlanList } from '@key2xs/contract';
import { endpointQuery, useCall } from '../calls/endpoint-calls';
import { recordsQuery } from '../calls/records';

/** One access review with its figures. */
export const accessReviewQuery = (id: string) => endpointQuery(accessReviews.get, ['one', id], { params: { id } });

/** The key plans whose doors can be reviewed. */
export const plansToReviewQuery = recordsQuery(keyPlanList, { params: undefined, query: { limit: 200 } });

export type ReviewToStart = Input<typeof accessReviews.start>['body'];
type Wanted = Input<typeof accessReviews.preview>['body'];
type Decision = { id: string } & Input<typeof accessReviews.decide>['body'];

export const usePreviewReview = () => useCall(accessReviews.preview, (body: Wanted) => ({ body }));
export const useStartReview = () => useCall(accessReviews.start, (body: ReviewToStart) => ({ body }));
export const useDecide = () => useCall(accessReviews.decide, ({ id, ...body }: Decision) => ({ params: { id }, body }));
export const useCompleteReview = () =>
  useCall(accessReviews.complete, ({ id, note }: { id: string; note: string }) => ({ params: { id }, body: { note } }));
export const useStopReview = () =>
  useCall(accessReviews.stop, ({ id, reason }: { id: string; reason: string }) => ({
    params: { id },
    body: { reason },
  }));
