import { Button, CopyButton, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/notice';
import { Dialog } from '#ui/overlay/dialog';

type Props = {
  title: string;
  /** What to do with it. */
  hint: string;
  label: string;
  secret: string;
  onClose: () => void;
};

/** A new secret, which nothing shows again. */
export function SecretOnce({ title, hint, label, secret, onClose }: Props) {
  const { t } = useTranslation('api-tokens');
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack gap="md">
        <Notice tone="amber" title={t('once.only')}>
          {hint}
        </Notice>
        <TextInput
          label={label}
          value={secret}
          readOnly
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="actions">
          <CopyButton value={secret}>
            {({ copied, copy }) => <Button onClick={copy}>{t(copied ? 'once.copied' : 'once.copy')}</Button>}
          </CopyButton>
          <Button variant="default" onClick={onClose}>
            {t('once.close')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
