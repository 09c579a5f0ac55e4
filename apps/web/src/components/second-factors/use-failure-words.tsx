import { useTranslation } from 'react-i18next';
import { PasskeyFailure } from '#lib/passkeys';

/** What to say about a failure of a factor. */
export function useFailureWords() {
  const { t } = useTranslation('second-factors');
  return (error: unknown): string => {
    if (error instanceof PasskeyFailure) return t(`passkey.${error.reason}`);
    return error instanceof Error ? error.message : String(error);
  };
}
