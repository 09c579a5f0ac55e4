import { useNavigate } from '@tanstack/react-router';
import { requestedUrl } from '#lib/addresses/requested-url';
import { LoginPage } from './login-page';

/** The sign-in page inside the application, e.g. after logging out. Returns to the requested URL, else to the start page. */
export function LoginRoute() {
  const navigate = useNavigate();
  return <LoginPage onSignedIn={() => navigate({ href: requestedUrl.take() ?? '/' })} />;
}
