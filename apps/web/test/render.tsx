import type { Me } from '@key2xs/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { ScreensProvider } from '../src/app/screens/screens-provider';
import { meQuery } from '../src/data/auth';
import { useRefetching } from '../src/data/calls/refetching';
import { parseSearch, stringifySearch } from '../src/lib/addresses/search-params';
import { colorScheme } from '../src/lib/dark-mode';
import { i18n } from '../src/lib/i18n';
import { Theme } from '../src/ui/theme';
import { ToastProvider } from '../src/ui/toast';

import { anAdmin } from './answers';

export { serve } from './serve';

type Place = {
  /** The path to open: `/people/0190…`. */
  path?: string;
  /** The route, if it has parameters: `/people/$id`. Defaults to the path. */
  route?: string;
  /** Query parameters. */
  search?: Record<string, string | number | boolean>;
  /** The signed-in user; defaults to a super admin. */
  me?: Partial<Me>;
  /** An existing history, for tests of the browser's Back; defaults to a new one in memory. */
  history?: RouterHistory;
};

/**
 * Renders one page with all its providers. Other routes show their path, so that tests can see where a link goes.
 * Answers come from `serve`.
 */
export async function renderPage(page: ReactElement, place: Place = {}) {
  const { path = '/', route = path, search = {}, me, history } = place;
  const root = createRootRoute({ component: Outlet });
  const here = createRoute({ getParentRoute: () => root, path: route, component: () => page });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: Elsewhere });
  const query = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)])).toString();
  const router = createRouter({
    routeTree: root.addChildren([here, elsewhere]),
    history: history ?? createMemoryHistory({ initialEntries: [query ? `${path}?${query}` : path] }),
    parseSearch,
    stringifySearch,
  });
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, gcTime: Number.POSITIVE_INFINITY }, mutations: { retry: false } },
  });
  client.setQueryData(meQuery.queryKey, anAdmin(me));
  await router.load();
  const user = userEvent.setup({ delay: null });
  const rendered = await act(async () =>
    render(
      <I18nextProvider i18n={i18n}>
        <Theme colorScheme={colorScheme} isTest>
          <QueryClientProvider client={client}>
            <ScreensProvider>
              <Refetching />
              <ToastProvider>
                <Suspense>
                  <RouterProvider router={router as never} />
                </Suspense>
              </ToastProvider>
            </ScreensProvider>
          </QueryClientProvider>
        </Theme>
      </I18nextProvider>,
    ),
  );
  return { ...rendered, user, client, router };
}

function Elsewhere() {
  return <p>Elsewhere</p>;
}

function Refetching() {
  useRefetching();
  return null;
}
