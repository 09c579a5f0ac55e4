import { useTranslation } from 'react-i18next';
import { StatusTag } from '#ui/status-tag';

/** From this class on a place is sensitive. */
const sensitiveFrom = 3;

export const isSensitive = (protectionClass = 0): boolean => protectionClass >= sensitiveFrom;

/** Marks places of protection class 3 and 4. */
export function SensitiveTag({ protectionClass = 0 }: { protectionClass: number | undefined }) {
  const { t } = useTranslation('pickers');
  if (!isSensitive(protectionClass)) return null;
  return <StatusTag tone="amber" isPlain label={t('sensitive', { number: protectionClass })} />;
}
