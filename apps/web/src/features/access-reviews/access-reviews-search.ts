import { z } from 'zod';

/** `review`: the review that is open on the screen; without it, the list of reviews is shown. */
export const accessReviewsSearch = z.object({ review: z.uuid().optional() });
