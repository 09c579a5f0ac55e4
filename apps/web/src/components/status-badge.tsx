import type { KeySystemStatus } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '#ui/status-tag';

/** `satisfies` makes a new status a compile error here, so no screen can meet one it cannot show. */
const tones = {
  ACTIVE: 'green',
  CONFIGURED: 'blue',
  PENDING_VALIDATION: 'amber',
  ERROR: 'red',
  DISABLED: 'grey',
} as const satisfies Record<KeySystemStatus, string>;

/** Health of a key system in a word and a colour. */
export function StatusBadge({ status }: { status: KeySystemStatus }) {
  const { t } = useTranslation('key-systems');
  return <StatusTag tone={tones[status]} label={t(`statuses.${status}`)} />;
}
