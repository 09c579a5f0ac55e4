import type { KeyPlan } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';

type Props = { plan: KeyPlan; onLeave: () => void };

/** Warns before activating a plan that grants no access. */
export function NothingGranted({ plan: { id, is_active, active_rules }, onLeave }: Props) {
  const { t } = useTranslation('key-plans');
  if (is_active || active_rules > 0) return null;
  const toRules = (
    <LinkButton to="/keys/key-plans/$id" params={{ id }} search={{ tab: 'rules' }} variant="default" onClick={onLeave}>
      {t('activate.addRule')}
    </LinkButton>
  );
  return (
    <Notice tone="amber" title={t('activate.grantsNothing')} actions={toRules}>
      {t('activate.grantsNothingHint')}
    </Notice>
  );
}
