import type { KeySystemStatus } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '#ui/status-tag';

/** `satisfies` makes a status without a tone a compile error. */
const tones = {
  ACTIVE: 'green',
  CONFIGURED: 'blue',
  PENDING_VALIDATION: 'amber',
  ERROR: 'red',
  DISABLED: 'grey',
} as const satisfies Record<KeySystemStatus, string>;

/** Health of a key system as a word and a colour. */
export function StatusBadge({ status }: { status: KeySystemStatus }) {
  const { t } = useTranslation('key-systems');
  return <StatusTag tone={tones[status]} label={t(`statuses.${status}`)} />;
}
