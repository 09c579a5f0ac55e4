import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The certificate without its key, for the app registration. */
export function PublicPart({ pem }: { pem: string }) {
  const { t } = useTranslation('entra-setup');
  const href = `data:application/x-x509-ca-cert;charset=utf-8,${encodeURIComponent(pem)}`;
  return (
    <div className="wizard-part">
      <Button component="a" href={href} download="key2xs.cer" variant="default">
        {t('check.publicPart')}
      </Button>
      <p className="mute">{t('check.publicHint')}</p>
    </div>
  );
}
