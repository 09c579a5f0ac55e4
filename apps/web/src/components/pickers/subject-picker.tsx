import type { SubjectType } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PickedSubject, subjectKey } from '#lib/addresses/picked-subject';
import { Notice } from '#ui/notice';
import { MultiPicker } from '#ui/picker/multi-picker';
import type { Choice, ChoiceGroup } from '#ui/picker/use-picker';
import { type FoundSubject, useSubjectSearch } from './use-subject-search';

type Props = {
  connectionIds: readonly string[];
  /** By `subjectKey`; keys of another form stand for what cannot be searched for. */
  chosen: readonly Choice[];
  onAdd: (subject: PickedSubject) => void;
  onRemove: (key: string) => void;
  /** On Enter once something is chosen and nothing is typed. */
  onDone?: () => void;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** Departments, job titles, groups and people of the linked sources in one search. */
export function SubjectPicker({ connectionIds, chosen, onAdd, onRemove, onDone, error, ref }: Props) {
  const { t } = useTranslation('pickers');
  const [typed, setTyped] = useState('');
  const { found, isSearching, failed } = useSubjectSearch(connectionIds, typed);
  const offered = found.filter((one) => !chosen.some(({ value }) => value === subjectKey(one)));
  const again = (
    <Button variant="default" onClick={() => void Promise.all(failed.map((one) => one.refetch()))}>
      {t('word.tryAgain')}
    </Button>
  );
  const choose = (key: string) => {
    const one = offered.find((subject) => subjectKey(subject) === key);
    if (one) onAdd(asPicked(one));
  };
  return (
    <div>
      {failed.length > 0 && <Notice tone="red" title={t('who.failed')} actions={again} />}
      <MultiPicker
        ref={ref}
        label={t('who.label')}
        description={t('who.hint')}
        error={error}
        chosen={chosen}
        onRemove={onRemove}
        removeLabelOf={(name) => t('remove', { name })}
        groups={groupsOf(offered, (type) => t(`who.kinds.${type}`))}
        typed={typed}
        onType={setTyped}
        isSearching={isSearching}
        onChoose={choose}
        onDone={onDone}
      />
      <p className="mute" role="status">
        {offered.length === 0 && t(isSearching ? 'searching' : 'nothing')}
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
      .map((one) => ({ value: subjectKey(one), label: one.label })),
  }));
}
