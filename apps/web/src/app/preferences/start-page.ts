import { isOpenTo } from '@key2xs/contract';
import { meQuery } from '#data/auth';
import { preferencesQuery } from '#data/preferences';
import { logFailure } from '#lib/log';
import { queryClient } from '../query-client';
import { screenAt } from '../screens/screens';

const dashboard = '/dashboards/start';

/** The screen to open after signing in: the chosen one, if it is open to the administrator; else the dashboard. */
export async function startPage(): Promise<string> {
  try {
    const [viewer, { start_page }] = await Promise.all([
      queryClient.ensureQueryData(meQuery),
      queryClient.ensureQueryData(preferencesQuery),
    ]);
    const needed = start_page ? (screenAt(start_page)?.opensTo ?? []) : [];
    return start_page && needed.every((one) => isOpenTo(one, viewer)) ? start_page : dashboard;
  } catch (cause) {
    logFailure('Failed to read the start page', cause);
    return dashboard;
  }
}
