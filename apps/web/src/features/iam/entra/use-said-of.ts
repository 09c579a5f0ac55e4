import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/calls/api-error';

/** What is said of a refusal: in front of invalid input stands that it is, and without a reason the given text. */
export function useSaidOf(error: Error | null, withoutReason: string): string | undefined {
  const { t } = useTranslation('entra-setup');
  if (!error) return undefined;
  if (!(error instanceof ApiError) || error.problem.status !== 422) return error.message;
  return error.isExplained ? t('name.validation', { detail: error.detail }) : withoutReason;
}
