import type { EntraSetup } from '@key2xs/contract';
import { Button, Loader } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/notice';
import { Panel } from '#ui/panel';
import { entraOptionsQuery, useCancelEntra } from '../set-up-calls';
import { OwnRegistration } from './own-registration';

type Props = { setup: EntraSetup; onCancelled: () => void };

/** Both ways to connect: admin consent, or an app registration of the tenant. */
export function ConnectStep({ setup, onCancelled }: Props) {
  const { t } = useTranslation('entra-setup');
  const { data: options } = useQuery(entraOptionsQuery);
  const cancel = useCancelEntra();
  const { consent_url: consentUrl } = setup;
  return (
    <>
      {setup.is_sandbox && <Notice tone="blue" title={t('sandbox.filled')} />}
      {consentUrl ? (
        <Consent url={consentUrl} />
      ) : (
        options && (
          <Notice tone="blue" title={t('connect.notOffered')}>
            {options.shared_application.message}
          </Notice>
        )
      )}
      <Panel title={t(consentUrl ? 'connect.own' : 'connect.ownOnly')} padded>
        <OwnRegistration setup={setup} permissions={options?.permissions ?? []} />
      </Panel>
      <div className="setup-foot">
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(setup.session, { onSettled: onCancelled })}
        >
          {t('connect.cancel')}
        </Button>
      </div>
    </>
  );
}

/** A link rather than a script, so that no pop-up blocker stops it. */
function Consent({ url }: { url: string }) {
  const { t } = useTranslation('entra-setup');
  const [isOpened, setOpened] = useState(false);
  return (
    <Panel title={t('connect.consent')} padded>
      <p>{t('connect.consentText')}</p>
      <div className="entra-ways">
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => setOpened(true)}
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('connect.open')}
        </Button>
        <Button component="a" href={url} variant="default">
          {t('connect.here')}
        </Button>
      </div>
      <p className="mute" role="status">
        {isOpened ? (
          <>
            <Loader size={14} aria-hidden /> {t('connect.waiting')}
          </>
        ) : (
          t('connect.opened')
        )}
      </p>
    </Panel>
  );
}
