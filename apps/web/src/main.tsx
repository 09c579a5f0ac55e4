import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { requestedUrl } from '#lib/addresses/requested-url';
import { addressBelow, basePath, withoutBasePath } from '#lib/base-path';
import { loadChunk } from '#lib/chunk';
import { colorScheme } from '#lib/dark-mode';
import { session } from '#lib/session';
import { BrokenStart } from './app/screens/missing-chunk';
import { isSignInAddress } from './app/sign-in/sign-in-address';
import './lib/i18n';
import './lib/no-eval';
import { Theme } from '#ui/theme';

// A signed-out user gets the sign-in page alone. The first keystroke starts loading the application with its router,
// which then replaces the page without another page load.

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no element #root.');

const root = createRoot(place);
const show = (screen: ReactNode) =>
  root.render(
    <StrictMode>
      <Theme colorScheme={colorScheme}>{screen}</Theme>
    </StrictMode>,
  );

const loadApp = () => loadChunk('app', () => import('./app/app'));

async function showApp(): Promise<void> {
  const { App } = await loadApp();
  show(<App />);
}

async function showSignIn(): Promise<void> {
  window.history.replaceState(null, '', `${basePath}/login`);
  const { LoginPage } = await loadChunk('LoginPage', () => import('./app/sign-in/login-page'));
  show(<LoginPage onStart={() => void prepareApp()} onSignedIn={openApp} />);
}

/** Loads the application while the password is being typed. A failure is harmless: signing in tries again. */
async function prepareApp(): Promise<void> {
  const { router } = await loadApp();
  await router.preloadRoute({ to: '/dashboards/start' });
}

/** Loads the start page, or the requested URL, before it replaces the sign-in page. */
async function openApp(): Promise<void> {
  const { App, router, startPage } = await loadApp();
  await router.navigate({ href: requestedUrl.take() ?? (await startPage()), replace: true });
  show(<App />);
}

// An expired session is reported by the application itself.
const isSignedOut = session.phase() === 'signed-out';
const isSignIn = isSignInAddress(withoutBasePath(window.location.pathname));
const begin = isSignIn && isSignedOut ? showSignIn : showApp;
const elsewhere = addressBelow(window.location);
if (elsewhere) window.location.replace(elsewhere);
else begin().catch((error: unknown) => show(<BrokenStart error={error} />));
