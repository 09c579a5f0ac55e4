import { profile } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { useDownloadOwnData } from '#data/profile';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';

/** All that is stored about the administrator, as a file. */
export function DataPanel() {
  const { t } = useTranslation('profile');
  const toast = useToast();
  const file = useDownloadOwnData();
  const start = () => file.mutate(undefined, { onError: (error) => toast.failure(error.message) });
  if (!useMay(profile.download)) return null;
  return (
    <Panel title={t('data.title')} padded>
      <p className="mute">{t('data.hint')}</p>
      <Button variant="default" mt="md" onClick={start} loading={file.isPending}>
        {t('data.download')}
      </Button>
    </Panel>
  );
}
