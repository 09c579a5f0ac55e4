import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { basePath } from '#lib/base-path';
import { ApiError } from '#lib/calls/api-error';
import { loadChunk } from '#lib/chunk';

/** Signs in at the provider, where the installation has one. Without an answer of the server it stays away: the password is enough. */
export function SingleSignOnButton({ invitationToken }: { invitationToken?: string }) {
  const { t } = useTranslation('entry');
  const [name, setName] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    readOffer(stop.signal).then(setName, () => undefined);
    // The page may be shown again as it was left, by the browser's Back.
    window.addEventListener('pageshow', () => setBusy(false), { signal: stop.signal });
    return () => stop.abort();
  }, []);
  if (!name) return null;
  const leave = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { goToProvider } = await loadChunk('single-sign-on', () => import('#data/sign-in/single-sign-on-steps'));
      await goToProvider('sign-in', invitationToken);
    } catch (error) {
      setBusy(false);
      setFailure(error instanceof ApiError || error instanceof Error ? error.message : t('login.failed'));
    }
  };
  return (
    <>
      <Button variant="default" fullWidth loading={isBusy} onClick={() => void leave()}>
        {t('login.singleSignOn', { name })}
      </Button>
      <div role="alert" className="login-error">
        {failure && <p>{failure}</p>}
      </div>
    </>
  );
}

/** Without the client of the API, which this page loads only when someone signs in. */
async function readOffer(signal: AbortSignal): Promise<string | undefined> {
  const response = await fetch(`${basePath}/api/v1/auth/single-sign-on`, { signal });
  const offer: unknown = response.ok ? await response.json() : undefined;
  const isOffered = typeof offer === 'object' && offer !== null && 'is_enabled' in offer && offer.is_enabled === true;
  return isOffered && 'name' in offer && typeof offer.name === 'string' ? offer.name : undefined;
}
