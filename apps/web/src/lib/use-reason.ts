import { Reason } from '@key2xs/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A required reason. `take` returns it; if it is missing, shows an error below the field and returns undefined. */
export function useReason() {
  const { t } = useTranslation('connections');
  const [value, setValue] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const parsed = Reason.safeParse(value);
  const error = wasSubmitted && !parsed.success ? t('reason.missing') : undefined;
  const take = (): string | undefined => {
    setWasSubmitted(true);
    return parsed.data;
  };
  return { field: { label: t('reason.label'), value, onChange: setValue, error, isRequired: true as const }, take };
}
