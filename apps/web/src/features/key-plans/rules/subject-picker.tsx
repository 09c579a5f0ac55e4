import { Button, MultiSelect } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { subjectValuesQuery } from '#data/access-rules';
import { usePersonValues } from '#data/iam';
import { Notice } from '#ui/notice';
import { choicesInPlace } from '../list-in-place';
import type { RuleValues } from './rule-schema';

/** A city has about a thousand job titles; typing narrows them down. */
const MAX_OFFERED = 100;

type Props = {
  type: RuleValues['type'];
  connectionIds: readonly string[];
  value: RuleValues['subjects'];
  onChange: (chosen: RuleValues['subjects']) => void;
  error?: string;
};

/** Departments, job titles or groups of the linked sources with their counts of people, most common first. */
export function SubjectPicker({ type, connectionIds, value, onChange, error }: Props) {
  const { t } = useTranslation('key-plans');
  const [typed, setTyped] = useState('');
  const counted = usePersonValues(connectionIds, type);
  const failures = useQueries({ queries: connectionIds.map((id) => subjectValuesQuery(id, type)) }).filter(
    (one) => one.error,
  );
  const peopleOf = (people: number) => t('ruleForm.people', { count: people });
  const chosen = value.map((one) => one.value);
  const matched = counted.filter((one) => chosen.includes(one.value)).reduce((sum, one) => sum + one.people, 0);
  const search = typed.trim().toLowerCase();
  const isUnknown = search !== '' && !counted.some((one) => one.name.toLowerCase().includes(search));
  const retry = () => Promise.all(failures.map((one) => one.refetch()));

  if (failures.length > 0 && counted.length === 0) {
    const again = (
      <Button variant="default" onClick={() => void retry()}>
        {t('ruleForm.retry')}
      </Button>
    );
    return <Notice tone="red" title={t('ruleForm.subjectsFailed')} actions={again} />;
  }
  return (
    <div>
      <MultiSelect
        label={t(`ruleForm.subjects.${type}`)}
        description={t(`ruleForm.subjectsHint.${type}`)}
        required
        error={error}
        data={counted.map((one) => ({
          value: one.value,
          label: t('ruleForm.subject', { value: one.name, people: peopleOf(one.people) }),
        }))}
        value={chosen}
        onChange={(values) =>
          onChange(values.map((one) => ({ value: one, name: counted.find(({ value }) => value === one)?.name ?? one })))
        }
        searchable
        hidePickedOptions
        limit={MAX_OFFERED}
        searchValue={typed}
        onSearchChange={setTyped}
        {...choicesInPlace}
      />
      <p className="mute" role="status" style={{ marginTop: 4 }}>
        {isUnknown ? t('objects.nothing') : value.length > 0 && t('ruleForm.matches', { people: peopleOf(matched) })}
      </p>
    </div>
  );
}
