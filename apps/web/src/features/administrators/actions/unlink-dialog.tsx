import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ReasonedDialog } from '#components/administrators/reasoned-dialog';
import { useUnlinkSingleSignOn } from '#data/people/administrators';
import { singleSignOnQuery } from '#data/people/single-sign-on';
import { Notice } from '#ui/notice';
import { Dialog } from '#ui/overlay/dialog';
import { Failure, Loading } from '#ui/page-states';
import type { ActionProps } from './action-props';

/** Asks only once it is known whether the next sign-in links again. */
export function UnlinkDialog(props: ActionProps) {
  const { t } = useTranslation('administrators');
  const { name, administrator, onClose } = props;
  const unlink = useUnlinkSingleSignOn();
  const { data, error, refetch } = useQuery(singleSignOnQuery);
  if (!data) {
    return (
      <Dialog title={t('unlink.title', { name })} onClose={onClose}>
        {error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('unlink.loading')} />}
      </Dialog>
    );
  }
  const { linked_accounts: accounts, username, role } = administrator;
  return (
    <ReasonedDialog {...props} words="unlink" mutation={unlink} doneText={() => t('unlink.done', { name })} isDangerous>
      <Stack gap="md">
        <p>{t('unlink.accounts', { accounts })}</p>
        {data.link_by_username && role === 'subadmin' && (
          <Notice tone="amber" title={t('unlink.againTitle')}>
            {t('unlink.again', { name, username })}
          </Notice>
        )}
      </Stack>
    </ReasonedDialog>
  );
}
