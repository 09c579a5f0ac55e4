import { nameOfRow } from '@key2xs/domain';
import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSensitive } from '#components/pickers/sensitive-tag';
import { describeWindows } from '#lib/time/describe-windows';
import { Notice } from '#ui/notice';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useViewportWidth } from '#ui/viewport-width';
import { GrantList } from '../matrix/grant-list';
import { GrantMark, letterOf } from '../matrix/grant-mark';
import { GrantMatrix } from '../matrix/grant-matrix';
import { type Content, objectKey } from '../state/choices';
import { type DoorChoice, useDoors } from '../state/use-doors';
import { usePeople } from '../state/use-people';
import { TitleInDepartment } from '../title-in-department';
import type { StepProps } from './step-props';

const narrowPx = 768;

/** Who may open what, at which time: clicked into a small matrix. */
export function RulesStep({ content, change, goTo, errorOf }: StepProps) {
  const { t } = useTranslation('plan-wizard');
  const [time, setTime] = useState<string | null>(null);
  const isNarrow = useViewportWidth() < narrowPx;
  const choices = useDoors(content);
  const { countOf } = usePeople(content);
  if (content.rows.length === 0 || content.columns.length === 0) {
    const step = content.columns.length === 0 ? 'places' : 'who';
    const action = <Button onClick={() => goTo(step)}>{t('check.to', { step: t(`steps.${step}`) })}</Button>;
    return (
      <Panel>
        <div data-wants="grants">
          <Empty title={t('rules.nothing')} hint={t(`rules.need.${step}`)} action={action} />
        </div>
      </Panel>
    );
  }
  const Grants = isNarrow ? GrantList : GrantMatrix;
  return (
    <div className="plan-wizard-stack">
      <Panel padded>
        <TimeBrush
          times={content.times}
          value={time}
          onChange={setTime}
          hint={t(isNarrow ? 'rules.brushHintList' : 'rules.brushHint')}
        />
      </Panel>
      <Panel>
        {errorOf('grants') && (
          <p className="field-error plan-wizard-inset" role="alert">
            {errorOf('grants')}
          </p>
        )}
        <Grants content={content} change={change} time={time} choices={choices} peopleOf={countOf} />
      </Panel>
      <Panel padded>
        <TitleInDepartment content={content} change={change} />
      </Panel>
      <Sensitive content={content} choices={choices} peopleOf={countOf} />
    </div>
  );
}

type BrushProps = {
  times: Content['times'];
  value: string | null;
  onChange: (time: string | null) => void;
  hint: string;
};

/** The time with which a click grants; it explains the marks too. */
function TimeBrush({ times, value, onChange, hint }: BrushProps) {
  const { t } = useTranslation('plan-wizard');
  const marked = (letter: string | undefined, name: string, hours: string) => (
    <span className="grant-legend">
      <GrantMark letter={letter} /> {name} <span className="mute">{hours}</span>
    </span>
  );
  return (
    <Radio.Group
      label={t('rules.brush')}
      description={hint}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
    >
      <div className="grant-brush">
        <Radio value="" label={marked(undefined, t('rules.always'), '')} />
        {times.map(({ id, name, time_restrictions }, index) => (
          <Radio
            key={id}
            value={id}
            label={marked(letterOf(index), name || t('time.name'), describeWindows(time_restrictions))}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

type SensitiveProps = {
  content: Content;
  choices: ReadonlyMap<string, DoorChoice>;
  peopleOf: (row: Content['rows'][number]) => number | undefined;
};

/** Grants at places of protection class 3 and 4, to be looked at twice. */
function Sensitive({ content, choices, peopleOf }: SensitiveProps) {
  const { t } = useTranslation('plan-wizard');
  const flagged = content.columns.flatMap((column) => {
    const choice = choices.get(objectKey(column));
    const rows = content.rows.filter((row) =>
      content.grants.some((grant) => grant.row === row.id && grant.column === column.id),
    );
    return choice && isSensitive(choice.protectionClass) && rows.length > 0 ? [{ column, choice, rows }] : [];
  });
  if (flagged.length === 0) return null;
  return (
    <Notice tone="amber" title={t('rules.sensitive', { count: flagged.length })}>
      <ul className="plan-wizard-lines">
        {flagged.map(({ column, choice, rows }) => (
          <li key={column.id}>
            {t('rules.sensitiveLine', {
              place: column.name,
              number: choice.protectionClass,
              who: rows.map(nameOfRow).join(', '),
              people: t('people', { count: rows.reduce((sum, row) => sum + (peopleOf(row) ?? 0), 0) }),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
