import type { Output, profile } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { profileQuery } from '#data/profile';
import { formatDate, formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';

type Account = Output<typeof profile.get>;

/** Who the signed-in administrator is, and what they may do where. Changed by super admins only. */
export function AccountPanel() {
  const { t } = useTranslation('profile');
  const { data, error, refetch } = useQuery(profileQuery);
  return (
    <Panel title={t('account.title')} padded={data !== undefined}>
      {data && <Facts account={data} />}
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('account.loading')} />)}
    </Panel>
  );
}

function Facts({ account }: { account: Account }) {
  const { t } = useTranslation('profile');
  const { role, roles, valid_until } = account;
  const roleName =
    role === 'superadmin'
      ? t('account.roles.superadmin')
      : roles.map(({ name }) => name).join(', ') || t('account.noRole');
  return (
    <KeyValues
      items={[
        { label: t('account.username'), value: account.username },
        { label: t('account.fullName'), value: account.name },
        { label: t('account.mail'), value: account.mail_address },
        { label: t('account.role'), value: roleName },
        { label: t('account.may'), value: <Functions account={account} /> },
        { label: t('account.where'), value: <Where scope={account.scope} /> },
        { label: t('account.since'), value: formatDate(account.created_at) },
        { label: t('account.lastSignIn'), value: formatInstant(account.last_sign_in_at) },
        ...(valid_until ? [{ label: t('account.until'), value: formatInstant(valid_until) }] : []),
      ]}
    />
  );
}

function Functions({ account: { role, functions } }: { account: Account }) {
  const { t } = useTranslation(['profile', 'administrators']);
  if (role === 'superadmin') return t('account.everything');
  if (functions.length === 0) return t('account.nothing');
  return functions.map((name) => t(`administrators:functions.${name}.name`)).join(', ');
}

function Where({ scope }: { scope: Account['scope'] }) {
  const { t } = useTranslation('profile');
  if (!scope) return t('account.everywhere');
  const { departments, places, missing_places } = scope;
  return (
    <>
      <p>{departments ? t('account.departments', { names: departments }) : t('account.allDepartments')}</p>
      <p>{places ? t('account.places', { names: places.map(({ path }) => path) }) : t('account.allPlaces')}</p>
      {missing_places > 0 && <p>{t('account.missingPlaces', { count: missing_places })}</p>}
    </>
  );
}
