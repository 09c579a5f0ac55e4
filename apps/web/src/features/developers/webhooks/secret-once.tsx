import { Button, CopyButton, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/notice';
import { Dialog } from '#ui/overlay/dialog';

/** The secret of a webhook, which nothing shows again. */
export function SecretOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  return (
    <Dialog title={t('secret.title')} onClose={onClose}>
      <Stack gap="md">
        <Notice tone="amber" title={t('secret.once')}>
          {t('secret.use')}
        </Notice>
        <TextInput
          label={t('secret.label')}
          value={secret}
          readOnly
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="actions">
          <CopyButton value={secret}>
            {({ copied, copy }) => <Button onClick={copy}>{t(copied ? 'secret.copied' : 'secret.copy')}</Button>}
          </CopyButton>
          <Button variant="default" onClick={onClose}>
            {t('secret.done')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
