import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { askedFor } from '#lib/asked-for';
import { loadChunk } from '#lib/chunk';
import { colorScheme } from '#lib/dark-mode';
import { session } from '#lib/session';
import { BrokenStart } from './app/screens/missing-chunk';
import { isSignInAddress } from './app/sign-in/sign-in-address';
import './lib/i18n';
import './lib/no-eval';
import { Theme } from '#ui/theme';

// Whoever has to sign in first gets that page alone. The application with its router follows when the first letter is typed,
// and takes the page's place without another load.

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
  window.history.replaceState(null, '', '/login');
  const { LoginPage } = await loadChunk('LoginPage', () => import('./app/sign-in/login-page'));
  show(<LoginPage onStart={() => void prepareApp()} onSignedIn={openApp} />);
}

/** Fetches what comes after signing in, while the password is being typed. Nothing is lost when it fails: it is asked for again. */
async function prepareApp(): Promise<void> {
  const { router } = await loadApp();
  await router.preloadRoute({ to: '/dashboards/start' });
}

/** The dashboard, or what was asked for, stands ready before it takes the sign-in page's place. */
async function openApp(): Promise<void> {
  const { App, router } = await loadApp();
  await router.navigate({ href: askedFor.take() ?? '/dashboards/start', replace: true });
  show(<App />);
}

const begin = isSignInAddress(window.location.pathname) && !session.isAuthenticated() ? showSignIn : showApp;
begin().catch((error: unknown) => show(<BrokenStart error={error} />));
