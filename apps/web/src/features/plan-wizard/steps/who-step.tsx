import { nameOfRow } from '@key2xs/domain';
import { Pill, SegmentedControl } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonSelect } from '#components/person-select';
import { personQuery } from '#data/people';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';
import { PickList } from '../pick-list';
import { dropRow, subjectKey, toggleRow } from '../state/choices';
import { type PickedKind, pickedKinds, usePeople } from '../state/use-people';
import { TitleInDepartment } from '../title-in-department';
import type { StepProps } from './step-props';

/** Departments, titles, groups and single people that the plan is about. */
export function WhoStep({ content, change, errorOf }: StepProps) {
  const { t } = useTranslation('plan-wizard');
  const [kind, setKind] = useState<PickedKind>('department');
  const { byKind, countOf } = usePeople(content);
  const chosen = new Set(content.rows.flatMap(({ all_of }) => (all_of.length === 1 ? all_of.map(subjectKey) : [])));
  const items = byKind[kind].map(({ value, name, people }) => ({
    key: subjectKey({ subject_type: kind, subject_identifier: value }),
    label: name,
    detail: t('people', { count: people }),
  }));
  const toggle = (key: string) => {
    const found = byKind[kind].find(
      ({ value }) => subjectKey({ subject_type: kind, subject_identifier: value }) === key,
    );
    if (!found) return;
    change((before) => toggleRow(before, { subject_type: kind, subject_identifier: found.value, name: found.name }));
  };
  return (
    <div className="plan-wizard-two">
      <Panel padded>
        <SegmentedControl
          fullWidth
          aria-label={t('word.kind')}
          value={kind}
          onChange={setKind}
          data={pickedKinds.map((value) => ({
            value,
            label: t(`who.lists.${value}`),
          }))}
        />
        <PickList
          key={kind}
          label={t(`who.lists.${kind}`)}
          items={items}
          chosen={chosen}
          onToggle={toggle}
          wants="rows"
          error={errorOf('rows')}
        />
      </Panel>
      <Panel title={t('who.chosen', { count: content.rows.length })} padded>
        {content.rows.length === 0 && <p className="mute">{t('who.none')}</p>}
        <ul className="plan-wizard-pills" aria-label={t('who.chosenLabel')}>
          {content.rows.map((row) => {
            const count = countOf(row);
            const name = nameOfRow(row);
            return (
              <li key={row.id}>
                <Pill
                  size="md"
                  withRemoveButton
                  onRemove={() => change((before) => dropRow(before, row.id))}
                  removeButtonProps={{ 'aria-label': t('who.remove', { name }), 'aria-hidden': false, tabIndex: 0 }}
                >
                  {count === undefined ? name : t('who.counted', { name, people: t('people', { count }) })}
                </Pill>
              </li>
            );
          })}
        </ul>
        <TitleInDepartment content={content} change={change} />
        <SinglePerson
          onChosen={(id, name) =>
            change((before) => toggleRow(before, { subject_type: 'user', subject_identifier: id, name }))
          }
        />
      </Panel>
    </div>
  );
}

/** Adds somebody by name. */
function SinglePerson({ onChosen }: { onChosen: (id: string, name: string) => void }) {
  const { t } = useTranslation('plan-wizard');
  const client = useQueryClient();
  const toast = useToast();
  const choose = (id: string | null) => {
    if (id === null) return;
    client
      .ensureQueryData(personQuery(id))
      .then(({ display_name }) => onChosen(id, display_name))
      .catch((error: Error) => toast.failure(error.message));
  };
  return (
    <PersonSelect
      label={t('who.person')}
      description={t('who.personHint')}
      placeholder={t('who.personPlaceholder')}
      value={null}
      name={null}
      onChange={choose}
    />
  );
}
