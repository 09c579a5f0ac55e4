import { areas } from '@key2xs/texts';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { i18n } from '../src/lib/i18n';
import { session } from '../src/lib/session';
import { computeStylesOncePerKind } from './computed-style';
import { answerRequest, forgetAnswers } from './serve';

configure({ asyncUtilTimeout: 20_000 }); // tolerates a busy machine

computeStylesOncePerKind();

beforeAll(async () => i18n.loadNamespaces(Object.keys(await areas.en())));

// Without a listener the end of a session loads another page, which jsdom cannot do.
session.onEnd(() => undefined);

beforeEach(() => {
  mockBrowserApis();
  // A session with an hour left, so that tests of screens need not think about it.
  session.signIn({ access_token: 'test-token', expires_in: 3_600 }, 'ada');
  vi.stubGlobal('fetch', answerRequest);
});

afterEach(() => {
  cleanup();
  forgetAnswers();
  session.signOut();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** Browser APIs that Mantine needs and jsdom lacks. */
function mockBrowserApis() {
  const nothing = () => undefined;
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: false,
    addEventListener: nothing,
    removeEventListener: nothing,
    addListener: nothing,
    removeListener: nothing,
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing;
      unobserve = nothing;
      disconnect = nothing;
    },
  );
  window.scrollTo = nothing;
  Element.prototype.scrollIntoView = nothing;
}
