import { useNavigate } from '@tanstack/react-router';
import { LoginPage } from './login-page';

/** The sign-in page inside the application, e.g. after logging out. */
export function LoginRoute() {
  const navigate = useNavigate();
  return <LoginPage onSignedIn={() => navigate({ to: '/dashboards/start' })} />;
}
