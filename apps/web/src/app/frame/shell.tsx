import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useLocation, useRouteContext } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '#data/auth';
import { useRefetching } from '#data/calls/refetching';
import { useLiveUpdates } from '#data/live/use-live-updates';
import { loadChunk } from '#lib/chunk';
import { forgetSearches } from '#ui/page';
import { Loading } from '#ui/page-states';
import { useViewportWidth } from '#ui/viewport-width';
import { usePreferences } from '../preferences/use-preferences';
import { queryClient } from '../query-client';
import { screenAt } from '../screens/screens';
import { ScreensProvider } from '../screens/screens-provider';
import { ClosedToViews, Forbidden } from '../screens/trouble';
import { StepUp } from '../step-up/step-up';
import { OutageNotice } from './banners/outage-notice';
import { DailyWords } from './daily-words';
import { Footer } from './footer';
import { layouts } from './layouts';
import { Navbar } from './navbar';
import { Shortcuts } from './shortcuts';
import { useArrival } from './use-arrival';
import { useFinishedTasks } from './use-finished-tasks';
import './shell.css';

const Banners = lazy(() =>
  loadChunk('Banners', async () => ({ default: (await import('./banners/banners')).Banners })),
);

/** Everything after sign-in. Unmounting means the session is over, so what it leaves here is dropped. */
export function Shell() {
  useEffect(
    () => () => {
      queryClient.clear();
      forgetSearches();
    },
    [],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <ScreensProvider>
        <Shortcuts>
          <Frame />
        </Shortcuts>
      </ScreensProvider>
    </QueryClientProvider>
  );
}

/** Room for the names of the screens of daily work. */
const WIDE_PX = 1_024;

/** The frame around every screen; the screen's layout decides which parts show. */
function Frame() {
  const { t } = useTranslation('shell');
  const layout = useLocation({ select: ({ pathname }) => screenAt(pathname)?.layout ?? 'default' });
  const shows = layouts[layout];
  const { isForbidden } = useRouteContext({ from: '/shell' });
  const isWide = useViewportWidth() >= WIDE_PX;
  const main = useRef<HTMLElement>(null);
  const me = useMe();
  const isForChanges = useLocation({ select: ({ pathname }) => screenAt(pathname)?.isForChanges === true });
  const isClosed = isForChanges && me?.acting?.as === 'view';
  useArrival(main);
  useRefetching();
  useFinishedTasks();
  useLiveUpdates();
  usePreferences();

  return (
    <div className="shell" data-layout={layout}>
      <a className="skip-link" href="#main">
        {t('nav.skip')}
      </a>
      <Suspense>{(me?.acting || me?.restored_backup || me?.is_demo) && <Banners />}</Suspense>
      {shows.navbar && <Navbar hasConfigButton={shows.configButton} />}
      {shows.navbar && isWide && <DailyWords />}
      <main id="main" ref={main} tabIndex={-1}>
        <OutageNotice />
        <Suspense fallback={<Loading />}>
          {isForbidden ? <Forbidden /> : isClosed ? <ClosedToViews /> : <Outlet />}
        </Suspense>
      </main>
      {shows.footer && <Footer />}
      <StepUp />
    </div>
  );
}
