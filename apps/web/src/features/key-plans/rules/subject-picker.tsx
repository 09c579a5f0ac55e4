import type { SubjectMatch, SubjectType } from '@key2xs/contract';
import { Button, SegmentedControl } from '@mantine/core';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/notice';
import { MultiPicker } from '#ui/picker/multi-picker';
import type { ChoiceGroup } from '#ui/picker/use-picker';
import { neverBoth, type PickedSubject } from './rule-schema';
import { type FoundSubject, useSubjectSearch } from './use-subject-search';

type Props = {
  connectionIds: readonly string[];
  value: readonly PickedSubject[];
  onChange: (chosen: PickedSubject[]) => void;
  /** On Enter once somebody is chosen. */
  onDone?: () => void;
  error?: string;
  ref?: Ref<HTMLInputElement>;
};

const keyOf = ({ subject_type, subject_identifier }: PickedSubject) => `${subject_type}:${subject_identifier}`;

/** Departments, job titles, groups and people of the linked sources in one search; chosen ones keep their names during it. */
export function SubjectPicker({ connectionIds, value, onChange, onDone, error, ref }: Props) {
  const { t } = useTranslation(['rule-editor', 'key-plans']);
  const [typed, setTyped] = useState('');
  const { found, isSearching, failed } = useSubjectSearch(connectionIds, typed);
  const chosen = new Set(value.map(keyOf));
  const offered = found.filter((one) => !chosen.has(keyOf(one)));
  const again = (
    <Button variant="default" onClick={() => void Promise.all(failed.map((one) => one.refetch()))}>
      {t('key-plans:ruleForm.retry')}
    </Button>
  );
  const choose = (key: string) => {
    const one = offered.find((subject) => keyOf(subject) === key);
    if (one) onChange([...value, asPicked(one)]);
  };
  return (
    <div>
      {failed.length > 0 && <Notice tone="red" title={t('key-plans:ruleForm.subjectsFailed')} actions={again} />}
      <MultiPicker
        ref={ref}
        label={t('who.label')}
        description={t('who.hint')}
        error={error}
        chosen={value.map((one) => ({ value: keyOf(one), label: one.name }))}
        onRemove={(key) => onChange(value.filter((one) => keyOf(one) !== key))}
        groups={groupsOf(offered, (type) => t(`who.kinds.${type}`))}
        typed={typed}
        onType={setTyped}
        isSearching={isSearching}
        onChoose={choose}
        onDone={onDone}
      />
      <p className="mute" role="status">
        {offered.length === 0 && t(isSearching ? 'key-plans:objects.searching' : 'key-plans:objects.nothing')}
      </p>
    </div>
  );
}

const asPicked = ({ subject_type, subject_identifier, name }: PickedSubject): PickedSubject => ({
  subject_type,
  subject_identifier,
  name,
});

/** Each kind under its heading; the kind of the best match is the first. */
function groupsOf(subjects: readonly FoundSubject[], headingOf: (type: SubjectType) => string): ChoiceGroup[] {
  const kinds = new Set(subjects.map(({ subject_type }) => subject_type));
  return [...kinds].map((type) => ({
    label: headingOf(type),
    choices: subjects
      .filter(({ subject_type }) => subject_type === type)
      .map((one) => ({ value: keyOf(one), label: one.label })),
  }));
}

type MatchProps = {
  subjects: readonly PickedSubject[];
  value: SubjectMatch;
  onChange: (match: SubjectMatch) => void;
};

/** Whether one of several is enough. Says so where nobody can be all of them. */
export function SubjectMatchChoice({ subjects, value, onChange }: MatchProps) {
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
