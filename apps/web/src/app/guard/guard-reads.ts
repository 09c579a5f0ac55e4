import { meQuery } from '#data/auth';
import { iamStatusQuery, keySystemStatusQuery } from '#data/overview';
import { queryClient } from '../query-client';

/** What the guard asks the server for. Apart from it, so that the sign-in page loads nothing of this. */
export const fetchStatus = () =>
  Promise.all([iamStatusQuery, keySystemStatusQuery].map((query) => queryClient.fetchQuery(query)));

export const fetchViewer = () => queryClient.ensureQueryData(meQuery);
