import type { Administrator } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AdministratorStatus } from '#components/administrators/administrator-status';
import { useScopeWords } from '#components/administrators/scope-words';
import { TimeAgo } from '#components/time-ago';
import { useMe } from '#data/auth';
import { administratorQuery } from '#data/people/administrators';
import { formatDate, formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Notice } from '#ui/notice';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Failure, Loading } from '#ui/page-states';
import { AdministratorActions } from '../actions/administrator-actions';
import { FunctionList } from '../rights/function-list';
import { nameOf, useAdministratorWords } from './administrator-words';

type Props = {
  id: string;
  row: Administrator | undefined;
  onEdit: (administrator: Administrator) => void;
  onClose: () => void;
};

/** An administrator with rights in words, and what can be done about them. */
export function AdministratorDrawer({ id, row, onEdit, onClose }: Props) {
  const { t } = useTranslation('administrators');
  const { data = row, error, refetch } = useQuery(administratorQuery(id));
  return (
    <SideDrawer title={data ? nameOf(data) : t('list.caption')} opened onClose={onClose}>
      {data ? (
        <Details administrator={data} onEdit={() => onEdit(data)} />
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <Loading label={t('details.loading')} />
      )}
    </SideDrawer>
  );
}

function Details({ administrator, onEdit }: { administrator: Administrator; onEdit: () => void }) {
  const { t } = useTranslation('administrators');
  const scopeWords = useScopeWords();
  const { rolesOf, deputyOf } = useAdministratorWords();
  const isOwn = useMe()?.id === administrator.id;
  const { role, functions, scope, status, suspended_at, is_service, separation_warnings } = administrator;
  const { username, name, mail_address, valid_from, valid_until, last_sign_in_at, second_factor, linked_accounts } =
    administrator;
  const signsIn = !is_service;
  return (
    <>
      {status === 'suspended' && (
        <Notice tone="amber" title={t('statuses.suspended')}>
          {t('details.suspended', { when: formatInstant(suspended_at) })}
        </Notice>
      )}
      {separation_warnings.map((warning) => (
        <Notice key={warning} tone="amber" title={t('separation.title')}>
          {t(`separation.${warning}`)}
        </Notice>
      ))}
      {isOwn && <p className="mute">{t('details.own')}</p>}
      <div style={{ margin: '12px 0 16px' }}>
        <AdministratorActions administrator={administrator} isOwn={isOwn} onEdit={onEdit} />
      </div>
      <KeyValues
        items={[
          { label: t('columns.status'), value: <AdministratorStatus status={status} /> },
          { label: t('columns.username'), value: username },
          ...(name ? [{ label: t('form.name'), value: name }] : []),
          { label: t('details.mail'), value: mail_address },
          {
            label: t('columns.roles'),
            value: is_service ? `${t('serviceAccount')}: ${rolesOf(administrator)}` : rolesOf(administrator),
          },
          { label: t('columns.scope'), value: scopeWords(scope) },
          { label: t('details.from'), value: valid_from && formatInstant(valid_from) },
          { label: t('details.until'), value: valid_until && formatInstant(valid_until) },
          ...(signsIn ? [{ label: t('columns.lastSignIn'), value: <TimeAgo instant={last_sign_in_at} /> }] : []),
          ...(signsIn ? [{ label: t('columns.secondFactor'), value: t(`factors.${second_factor}`) }] : []),
          ...(linked_accounts.length > 0
            ? [{ label: t('details.linked'), value: t('details.accounts', { accounts: linked_accounts }) }]
            : []),
          { label: t('columns.deputy'), value: deputyOf(administrator) },
          { label: t('columns.created'), value: formatDate(administrator.created_at) },
        ]}
      />
      <h3 style={{ marginTop: 20 }}>{t('details.rights')}</h3>
      {role === 'superadmin' ? <p>{t('details.all')}</p> : <FunctionList functions={functions} />}
    </>
  );
}
