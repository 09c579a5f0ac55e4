import type { SubjectMatch } from '@key2xs/contract';
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PickedSubject } from '#lib/addresses/picked-subject';
import { Notice } from '#ui/notice';
import { neverBoth } from './rule-schema';

type Props = {
  subjects: readonly PickedSubject[];
  value: SubjectMatch;
  onChange: (match: SubjectMatch) => void;
};

/** Whether one of several subjects is enough. Warns when no person can be all of them. */
export function SubjectMatchChoice({ subjects, value, onChange }: Props) {
  const { t } = useTranslation('rule-editor');
  if (subjects.length < 2) return null;
  const clash = neverBoth({ subjects: [...subjects], subject_match: value });
  return (
    <>
      <SegmentedControl
        orientation="vertical"
        aria-label={t('match.label')}
        value={value}
        onChange={onChange}
        data={(['any', 'all'] as const).map((match) => ({ value: match, label: t(`match.${match}`) }))}
      />
      {clash && (
        <Notice tone="amber" title={t(`match.never.${clash}`)}>
          {t('match.neverHint')}
        </Notice>
      )}
    </>
  );
}
