import { SchedulePolicy } from '@key2xs/contract';
import { nameOfRow } from '@key2xs/domain';
import { Button, NativeSelect, Radio, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '#ui/panel';
import { type Change, type Content, newId, putTime, retime, weekly } from '../state/choices';
import { WeeklyTime } from '../weekly-time';
import type { StepProps } from './step-props';

const maxTimes = 20;

/** Weekly times, who has which, and the policy for people with two. */
export function TimeStep({ content, change, errorOf }: StepProps) {
  const { t } = useTranslation('plan-wizard');
  const add = () =>
    change((before) =>
      putTime(before, { id: newId(), name: '', time_restrictions: [weekly([1, 2, 3, 4, 5], '08:00', '18:00')] }),
    );
  const addButton = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={add}
      disabled={content.times.length >= maxTimes}
    >
      {t('time.add')}
    </Button>
  );
  return (
    <div className="plan-wizard-stack">
      <Panel title={t('time.times')} actions={addButton} padded>
        <div className="weekly-times">
          {content.times.map((time, index) => (
            <WeeklyTime
              key={time.id}
              content={content}
              change={change}
              time={time}
              index={index}
              error={errorOf('timeNames')}
            />
          ))}
        </div>
        {content.times.length === 0 && <p className="mute">{t('time.none')}</p>}
      </Panel>
      <Uses content={content} change={change} />
      <Panel title={t('time.policy')} padded>
        <Radio.Group
          aria-label={t('time.policy')}
          description={t('time.policyHint')}
          value={content.schedule_policy}
          onChange={(value) => change((before) => ({ ...before, schedule_policy: SchedulePolicy.parse(value) }))}
        >
          <Stack gap="xs" mt={8}>
            {SchedulePolicy.options.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`time.policies.${value}.label`)}
                description={t(`time.policies.${value}.hint`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      </Panel>
    </div>
  );
}

/** Which grants use which time; another one may be chosen for all of them. */
function Uses({ content, change }: { content: Content; change: Change }) {
  const { t } = useTranslation('plan-wizard');
  const uses = content.rows.flatMap((row) =>
    [null, ...content.times.map(({ id }) => id)].flatMap((time) => {
      const count = content.grants.filter((grant) => grant.row === row.id && grant.time === time).length;
      return count > 0 ? [{ row, time, count }] : [];
    }),
  );
  if (uses.length === 0) return null;
  return (
    <Panel title={t('time.uses')}>
      <ul className="plan-wizard-uses">
        {uses.map(({ row, time, count }) => (
          <li key={`${row.id} ${time}`}>
            <span>
              <strong>{nameOfRow(row)}</strong> <span className="mute">{t('rules.opens', { count })}</span>
            </span>
            <NativeSelect
              aria-label={t('time.of', { name: nameOfRow(row) })}
              value={time ?? ''}
              data={[
                { value: '', label: t('rules.always') },
                ...content.times.map(({ id, name }) => ({ value: id, label: name || t('time.name') })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                change((before) => retime(before, { row: row.id, from: time, to: value === '' ? null : value }))
              }
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
