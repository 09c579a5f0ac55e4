import { changeSets } from '@key2xs/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const Reason = changeSets.allowOnce.body.shape.reason;

/** Why a person decides as they do. `take` answers the reason, or nothing and says below the field that it is missing. */
export function useReason() {
  const { t } = useTranslation('connections');
  const [value, setValue] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const parsed = Reason.safeParse(value);
  const error = isAsked && !parsed.success ? t('reason.missing') : undefined;
  const take = (): string | undefined => {
    setIsAsked(true);
    return parsed.data;
  };
  return { field: { label: t('reason.label'), value, onChange: setValue, error }, take };
}
