import { changeSets } from '@key2xs/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const Reason = changeSets.allowOnce.body.shape.reason;

/** A required reason. `take` answers it; when it is missing, shows that below the field and answers undefined. */
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
