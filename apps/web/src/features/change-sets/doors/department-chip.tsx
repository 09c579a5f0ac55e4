import type { List } from '@key2xs/contract';
import { CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useListState } from '#components/records/list-state';

/** The department that a link has filtered by, with a button to clear it. */
export function DepartmentChip({ list }: { list: List }) {
  const { t } = useTranslation('change-sets');
  const [{ filter }, setState] = useListState(list);
  const { department } = filter;
  if (!department) return null;
  return (
    <p className="department-chip">
      {t('doors.department', { name: department })}
      <CloseButton
        size={24}
        aria-label={t('doors.allDepartments')}
        onClick={() => setState({ department: undefined })}
      />
    </p>
  );
}
