import type { SubjectMatch, SubjectType } from '@key2xs/contract';
import { Button, MultiSelect, SegmentedControl } from '@mantine/core';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/notice';
import { choicesInPlace } from '../list-in-place';
import { neverBoth, type PickedSubject } from './rule-schema';
import { type FoundSubject, useSubjectSearch } from './use-subject-search';

type Props = {
  connectionIds: readonly string[];
  value: readonly PickedSubject[];
  onChange: (chosen: PickedSubject[]) => void;
  error?: string;
  ref?: Ref<HTMLInputElement>;
};

const keyOf = ({ subject_type, subject_identifier }: PickedSubject) => `${subject_type}:${subject_identifier}`;

/** Departments, job titles, groups and people of the linked sources in one search; chosen ones keep their names during it. */
export function SubjectPicker({ connectionIds, value, onChange, error, ref }: Props) {
  const { t } = useTranslation(['rule-editor', 'key-plans']);
  const [typed, setTyped] = useState('');
  const { found, isSearching, failed } = useSubjectSearch(connectionIds, typed);
  const chosen = new Set(value.map(keyOf));
  const offered = found.filter((one) => !chosen.has(keyOf(one)));
  const known = new Map<string, PickedSubject>([...offered, ...value].map((one) => [keyOf(one), one]));

  const again = (
    <Button variant="default" onClick={() => void Promise.all(failed.map((one) => one.refetch()))}>
      {t('key-plans:ruleForm.retry')}
    </Button>
  );
  return (
    <div>
      {failed.length > 0 && <Notice tone="red" title={t('key-plans:ruleForm.subjectsFailed')} actions={again} />}
      <MultiSelect
        ref={ref}
        label={t('who.label')}
        description={t('who.hint')}
        required
        error={error}
        data={groupsOf([...value.map((one) => ({ ...one, label: one.name })), ...offered], (type) =>
          t(`who.kinds.${type}`),
        )}
        value={[...chosen]}
        onChange={(keys) => onChange(keys.flatMap((key) => known.get(key) ?? []).map(asPicked))}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        // What fits is known already; people are searched by the server.
        filter={({ options }) => options}
        hidePickedOptions
        {...choicesInPlace}
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
function groupsOf(subjects: readonly FoundSubject[], headingOf: (type: SubjectType) => string) {
  const kinds = new Set(subjects.map(({ subject_type }) => subject_type));
  return [...kinds].map((type) => ({
    group: headingOf(type),
    items: subjects
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
