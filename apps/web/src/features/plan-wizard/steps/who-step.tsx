import { nameOfRow } from '@key2xs/domain';
import { useTranslation } from 'react-i18next';
import { SubjectPicker } from '#components/pickers/subject-picker';
import { Panel } from '#ui/panel';
import { addRow, dropRow, rowKey } from '../state/choices';
import { usePeople } from '../state/use-people';
import { TitleInDepartment } from '../title-in-department';
import type { StepProps } from './step-props';

/** Departments, titles, groups and single people that the plan is about. */
export function WhoStep({ content, change, errorOf }: StepProps) {
  const { t } = useTranslation('plan-wizard');
  const { rows, iam_connection_ids } = content;
  const { countOf } = usePeople(content);
  const chosen = rows.map((row) => {
    const count = countOf(row);
    const name = nameOfRow(row);
    return {
      value: rowKey(row),
      label: count === undefined ? name : t('who.counted', { name, people: t('people', { count }) }),
    };
  });
  return (
    <div className="plan-wizard-two">
      <Panel title={t('who.chosen', { count: rows.length })} padded>
        <div data-wants="rows">
          <SubjectPicker
            connectionIds={iam_connection_ids}
            chosen={chosen}
            onAdd={(subject) => change((before) => addRow(before, [subject]))}
            onRemove={(key) => change((before) => dropRow(before, key))}
            error={errorOf('rows')}
          />
        </div>
        <p className="mute">{t('who.personHint')}</p>
      </Panel>
      <Panel padded>
        <TitleInDepartment content={content} change={change} />
      </Panel>
    </div>
  );
}
