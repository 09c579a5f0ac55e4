import { planVersions } from '@key2xs/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const Reason = planVersions.activate.body.shape.reason;

/** The reason that may be given with a decision about a plan; what is wrong with it is said once it was asked for. */
export function useReason() {
  const { t } = useTranslation('plan-versions');
  const [value, setValue] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const given = Reason.safeParse(value.trim() || undefined);
  return {
    isValid: given.success,
    reason: given.data,
    ask: () => setIsAsked(true),
    field: {
      label: t('activate.reason'),
      value,
      onChange: setValue,
      error: isAsked && !given.success ? t('activate.reasonWrong') : undefined,
    },
  };
}
