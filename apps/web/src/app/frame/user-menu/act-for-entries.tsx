import { UnstyledButton } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deputyshipsQuery, useActFor } from '#data/acting';
import { useToast } from '#ui/toast';

/** The administrators whose deputy the signed-in user is now. */
export function ActForEntries() {
  const { t } = useTranslation('shell');
  const { data } = useQuery(deputyshipsQuery);
  const actFor = useActFor();
  const toast = useToast();
  return data?.items.map(({ id, username, name }) => (
    <UnstyledButton
      key={id}
      className="sidenav-entry user-button"
      disabled={actFor.isPending}
      onClick={() => actFor.mutate(id, { onError: ({ message }) => toast.failure(message) })}
    >
      <IconUserShare size={16} stroke={1.7} aria-hidden />
      {t('user.actFor', { name: name ?? username })}
    </UnstyledButton>
  ));
}
