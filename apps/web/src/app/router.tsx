import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '#lib/addresses/search-params';
import { basePath } from '#lib/base-path';
import { Loading } from '#ui/page-states';
import { routeTree } from './routes';
import { NotFound, Trouble } from './screens/trouble';

export const router = createRouter({
  routeTree,
  basepath: basePath || '/',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: Loading,
  defaultErrorComponent: Trouble,
  defaultNotFoundComponent: NotFound,
});

// Types every link, so that one to a missing route does not compile.
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
