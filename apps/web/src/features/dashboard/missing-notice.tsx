import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import type { Missing } from './missing';

const steps = {
  needIam: '/connect/iam-wizard',
  needKeySystem: '/add-key-system',
  needKeyPlan: '/keyplan/wizard',
} as const satisfies Record<Missing, string>;

/** Why functions are missing, with the step that enables the next one. */
export function MissingNotice({ missing, isSuperadmin }: { missing: Missing; isSuperadmin: boolean }) {
  const { t } = useTranslation('dashboard');
  const action = <LinkButton to={steps[missing]}>{t(`${missing}.action`)}</LinkButton>;
  return (
    <Notice tone="blue" title={t(`${missing}.title`)} actions={isSuperadmin && action}>
      {t(`${missing}.${isSuperadmin ? 'text' : 'ask'}`)}
    </Notice>
  );
}
