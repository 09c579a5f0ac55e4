import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/notice';

type Props = { message: string; onLoad: () => void; onKeep: () => void };

/** Another window or administrator was faster: nothing is saved until one of the two states is chosen. */
export function OutdatedNotice({ message, onLoad, onKeep }: Props) {
  const { t } = useTranslation('plan-wizard');
  const actions = (
    <>
      <Button onClick={onLoad}>{t('outdated.load')}</Button>
      <Button variant="default" onClick={onKeep}>
        {t('outdated.keep')}
      </Button>
    </>
  );
  return (
    <Notice tone="red" title={t('outdated.title')} actions={actions}>
      {message} {t('outdated.text')}
    </Notice>
  );
}
