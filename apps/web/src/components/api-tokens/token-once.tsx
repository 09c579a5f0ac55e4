import { Button, CopyButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/notice';
import { Dialog } from '#ui/overlay/dialog';

/** Shows a new token, which cannot be shown again. */
export function TokenOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('api-tokens');
  return (
    <Dialog title={t('once.title')} onClose={onClose}>
      <Notice tone="amber" title={t('once.only')}>
        {t('once.onlyHint')}
      </Notice>
      <p className="mono api-token-secret">{secret}</p>
      <div className="actions">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button onClick={copy} data-autofocus>
              {t(copied ? 'once.copied' : 'once.copy')}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={onClose}>
          {t('once.close')}
        </Button>
      </div>
    </Dialog>
  );
}
