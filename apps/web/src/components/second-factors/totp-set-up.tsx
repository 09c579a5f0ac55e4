import type { TotpSetUp as SetUp } from '@key2xs/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { Failure, Loading } from '#ui/page-states';
import { CodeForm } from './code-form';
import './second-factors.css';

type Props = {
  /** Starts it; an earlier start is void. */
  start: () => Promise<SetUp>;
  /** Throws for a wrong code. */
  confirm: (code: string) => Promise<unknown>;
};

/** Shows the secret of an authenticator app, as a picture and for typing, until a code of the app confirms it. */
export function TotpSetUp({ start, confirm }: Props) {
  const { t } = useTranslation('second-factors');
  const [secret, setSecret] = useState<SetUp>();
  const [error, setError] = useState<Error>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: -- starting again would void the secret that is shown
  useEffect(() => {
    let isGone = false;
    start().then(
      (started) => isGone || setSecret(started),
      (cause) => isGone || setError(cause),
    );
    return () => {
      isGone = true;
    };
  }, [tries]);
  const retry = () => {
    setError(undefined);
    setTries(tries + 1);
  };
  if (error) return <Failure error={error} onRetry={retry} />;
  if (!secret) return <Loading />;
  return (
    <div className="totp">
      <p>{t('totp.scan')}</p>
      <QrCode text={secret.uri} label={t('totp.qr')} />
      <a className="totp-here" href={secret.uri}>
        {t('totp.here')}
      </a>
      <p className="mute">{t('totp.orType')}</p>
      <p className="mono totp-secret">{secret.secret.match(/.{1,4}/g)?.join(' ')}</p>
      <CodeForm
        kind="totp"
        label={t('step.code')}
        hint={t('totp.thenCode')}
        submitLabel={t('totp.confirm')}
        onAnswer={confirm}
      />
    </div>
  );
}

/** Black on white in both themes: some cameras read no other. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
