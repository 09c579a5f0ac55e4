import { useNavigate } from '@tanstack/react-router';
import { requestedUrl } from '#lib/requested-url';
import { startPage } from '../preferences/start-page';
import { LoginPage } from './login-page';

/** The sign-in page inside the application, e.g. after logging out. Returns to the requested URL. */
export function LoginRoute() {
  const navigate = useNavigate();
  const open = async (requested: string | undefined) => navigate({ href: requested ?? (await startPage()) });
  return <LoginPage onSignedIn={() => open(requestedUrl.take())} />;
}
