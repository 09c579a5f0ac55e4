import { useNavigate } from '@tanstack/react-router';
import { askedFor } from '#lib/asked-for';
import { LoginPage } from './login-page';

/** The sign-in page inside the application, e.g. after logging out. Goes back to the address asked for. */
export function LoginRoute() {
  const navigate = useNavigate();
  return <LoginPage onSignedIn={() => navigate({ href: askedFor.take() ?? '/dashboards/start' })} />;
}
