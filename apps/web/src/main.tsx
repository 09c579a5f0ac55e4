import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@mantine/core/styles.layer.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { SessionKeeper } from '#app/guard/session-keeper';
import { router } from '#app/router';
import { colorScheme } from '#lib/dark-mode';
import './lib/i18n';
import { Theme } from '#ui/theme';
import { ToastProvider } from '#ui/toast';

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no element #root.');

createRoot(place).render(
  <StrictMode>
    <Theme colorScheme={colorScheme}>
      <ToastProvider>
        <SessionKeeper />
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </ToastProvider>
    </Theme>
  </StrictMode>,
);
