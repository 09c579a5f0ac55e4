import '@fontsource-variable/jetbrains-mono/wght.css';
import '@mantine/core/styles.layer.css';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ToastProvider } from '#ui/toast';
import { SessionKeeper } from './guard/session-keeper';
import { startPage } from './preferences/start-page';
import { router } from './router';

export { router, startPage };

/** All screens of a signed-in administrator. */
export function App() {
  return (
    <ToastProvider>
      <SessionKeeper />
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </ToastProvider>
  );
}
