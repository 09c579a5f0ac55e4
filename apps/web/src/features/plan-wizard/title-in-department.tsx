import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addRow, type Change, type Content } from './state/choices';
import { usePeople } from './state/use-people';
import './title-in-department.css';

const maxOffered = 50;

/** Adds a row for those of a department who have a job title: "Nurses in Surgery". */
export function TitleInDepartment({ content, change }: { content: Content; change: Change }) {
  const { t } = useTranslation('plan-wizard');
  const { byKind } = usePeople(content);
  const [department, setDepartment] = useState<string | null>(null);
  const [title, setTitle] = useState<string | null>(null);
  const choose = { searchable: true, limit: maxOffered, comboboxProps: { withinPortal: false } } as const;
  const add = () => {
    if (department === null || title === null) return;
    change((before) =>
      addRow(before, [
        { subject_type: 'job_title', subject_identifier: title, name: title },
        { subject_type: 'department', subject_identifier: department, name: department },
      ]),
    );
    setTitle(null);
  };
  return (
    <fieldset className="title-in-department">
      <legend>{t('within.title')}</legend>
      <p className="mute">{t('within.hint')}</p>
      <div>
        <Select
          {...choose}
          label={t('word.jobTitle')}
          data={byKind.job_title.map(({ value }) => value)}
          value={title}
          onChange={setTitle}
        />
        <Select
          {...choose}
          label={t('word.department')}
          data={byKind.department.map(({ value }) => value)}
          value={department}
          onChange={setDepartment}
        />
        <Button variant="default" onClick={add} disabled={department === null || title === null}>
          {t('within.add')}
        </Button>
      </div>
    </fieldset>
  );
}
