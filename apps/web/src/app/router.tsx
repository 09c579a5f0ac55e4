import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '#lib/search-params';
import { Loading } from '#ui/page-states';
import { routeTree } from './routes';
import { NotFound, Trouble } from './screens/trouble';

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: Loading,
  defaultErrorComponent: Trouble,
  defaultNotFoundComponent: NotFound,
});

// Makes every link in the application one that exists.
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
