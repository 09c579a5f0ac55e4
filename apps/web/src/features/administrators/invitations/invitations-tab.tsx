import { type Invitation, invitationList, invitationStatuses } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useScopeWords } from '#components/administrators/scope-words';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { registrationPollMs } from '#data/people/administrators';
import { formatInstant } from '#lib/format';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag, type Tone } from '#ui/status-tag';
import { useAdministratorWords } from '../details/administrator-words';
import { InvitationDrawer } from './invitation-drawer';

const tones: Record<Invitation['status'], Tone> = { open: 'blue', used: 'green', expired: 'grey', revoked: 'grey' };

/** Invitations, open ones and those that are over. */
export function InvitationsTab({ onInvite }: { onInvite: () => void }) {
  const { t } = useTranslation('administrators');
  const { rolesOf } = useAdministratorWords();
  const scopeWords = useScopeWords();
  const whoOf = ({ name, mail_address }: Invitation) => name ?? mail_address ?? t('invitations.nameless');
  const columns: RecordColumn<typeof invitationList>[] = [
    {
      key: 'who',
      phone: 'title',
      header: t('invitations.who'),
      sort: 'name',
      width: '24%',
      clip: whoOf,
    },
    { key: 'roles', phone: 'meta', header: t('columns.roles'), width: '18%', clip: rolesOf },
    { key: 'scope', phone: 'meta', header: t('columns.scope'), width: '22%', clip: ({ scope }) => scopeWords(scope) },
    {
      key: 'status',
      phone: 'aside',
      header: t('columns.status'),
      cell: ({ status }) => <StatusTag tone={tones[status]} label={t(`invitations.statuses.${status}`)} />,
    },
    {
      key: 'by',
      header: t('invitations.by'),
      hideBelow: 1024,
      cell: ({ invited_by }) => invited_by.username,
    },
    {
      key: 'ends',
      header: t('invitations.ends'),
      sort: 'expires_at',
      hideBelow: 768,
      isLine: true,
      cell: ({ expires_at }) => formatInstant(expires_at),
    },
  ];
  const statuses = invitationStatuses.map((value) => ({ value, label: t(`invitations.statuses.${value}`) }));
  return (
    <Panel>
      <RecordList
        list={invitationList}
        everyMs={registrationPollMs}
        columns={columns}
        filters={[{ name: 'status', label: t('columns.status'), options: statuses }]}
        words={t('invitations.words', { returnObjects: true })}
        rowLabel={(row) => t('list.open', { name: whoOf(row) })}
        drawer={({ row, onClose }) => <InvitationDrawer invitation={row} onClose={onClose} />}
        empty={
          <Empty
            title={t('invitations.none')}
            hint={t('invitations.noneHint')}
            action={<Button onClick={onInvite}>{t('invite')}</Button>}
          />
        }
      />
    </Panel>
  );
}
