import { Button, CopyButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Mono } from '#ui/mono';

type Props = { redirectUri: string; permissions: readonly string[] };

/** What to do in the Microsoft portal, with the values to copy. */
export function PortalSteps({ redirectUri, permissions }: Props) {
  const { t } = useTranslation('entra-setup');
  return (
    <>
      <p className="state-title">{t('connect.portal')}</p>
      <ol className="portal-steps">
        <li>{t('connect.portalSteps.register')}</li>
        <li>
          {t('connect.portalSteps.redirect')} <Copied text={redirectUri} what={t('connect.redirectAddress')} />
        </li>
        <li>
          {t('connect.portalSteps.permissions')}{' '}
          <Copied text={permissions.join(' ')} what={t('connect.permissionNames')} />
        </li>
        <li>{t('connect.portalSteps.consent')}</li>
        <li>{t('connect.portalSteps.credential')}</li>
        <li>{t('connect.portalSteps.copy')}</li>
      </ol>
    </>
  );
}

function Copied({ text, what }: { text: string; what: string }) {
  const { t } = useTranslation('entra-setup');
  return (
    <span className="portal-copy">
      <Mono>{text}</Mono>{' '}
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="default" onClick={copy} aria-label={t('connect.copyNamed', { what })}>
            {t(copied ? 'connect.copied' : 'connect.copy')}
          </Button>
        )}
      </CopyButton>
    </span>
  );
}
