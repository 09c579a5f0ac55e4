import { useTranslation } from 'react-i18next';
import { SecretOnce } from '../secret-once';

/** Shows a new token, which cannot be shown again. */
export function TokenOnce(props: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('api-tokens');
  return <SecretOnce {...props} title={t('once.title')} hint={t('once.hint')} label={t('once.label')} />;
}
