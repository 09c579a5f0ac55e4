import { meQuery } from '#data/auth';
import { iamStatusQuery, keySystemStatusQuery } from '#data/overview';
import { queryClient } from '../query-client';

/** The guard's requests, in a separate file so that the sign-in page does not load them. */
export const fetchStatus = () =>
  Promise.all([iamStatusQuery, keySystemStatusQuery].map((query) => queryClient.fetchQuery(query)));

export const fetchViewer = () => queryClient.ensureQueryData(meQuery);
