import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/calls/api-error';

/** The message for a refusal: marks invalid input as such; `fallback` when the server gives no reason. */
export function useRefusalText(error: Error | null, fallback: string): string | undefined {
  const { t } = useTranslation('entra-setup');
  if (!error) return undefined;
  if (!(error instanceof ApiError) || error.problem.status !== 422) return error.message;
  return error.isExplained ? t('name.validation', { detail: error.detail }) : fallback;
}
