import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../frame/logo';
import './login.css';

/** The box with the brand around everything that comes before the application. */
export function SignInFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('entry');
  return (
    <main className="login">
      <div className="login-box">
        <div className="login-brand">
          <Logo size={28} />
          {t('brand')}
        </div>
        {children}
      </div>
    </main>
  );
}
