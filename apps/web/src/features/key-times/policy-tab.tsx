import type { KeyTimesPolicy, KeyTimesPolicyState } from '@key2xs/contract';
import { Checkbox, NumberInput, Select, Stack, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntervalField } from '#components/key-times/interval-field';
import { keyTimesPolicyQuery, useSaveKeyTimesPolicy } from '#data/key-systems/key-times';
import { Form, FormActions } from '#ui/form';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';
import { ReminderPolicy } from './reminder-policy';
import './activation.css';

const kinds = ['employee', 'external'] as const;
const classes = [0, 1, 2, 3, 4] as const;

/** What is decided for all keys, and how many do not keep to it. */
export function PolicyTab() {
  const { t } = useTranslation('key-times');
  const { data, error, refetch } = useQuery(keyTimesPolicyQuery);
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('policy.loading')} />;
  const { outside } = data;
  return (
    <div className="key-times-panels">
      <Notice
        tone={outside > 0 ? 'amber' : 'green'}
        title={t('policy.outside', { count: outside })}
        actions={
          outside > 0 && (
            <LinkButton variant="default" to="/admin/activation" search={{ tab: 'keys', is_outside: 'true' }}>
              {t('policy.showOutside')}
            </LinkButton>
          )
        }
      >
        {t('policy.outsideHint')}
      </Notice>
      <Panel padded>
        <PolicyForm stored={data} key={data.version} />
      </Panel>
    </div>
  );
}

const policyOf = ({
  version: _v,
  outside: _o,
  employee_types: _e,
  is_mail_configured: _m,
  ...policy
}: KeyTimesPolicyState): KeyTimesPolicy => policy;

function PolicyForm({ stored }: { stored: KeyTimesPolicyState }) {
  const { t } = useTranslation('key-times');
  const [policy, setPolicy] = useState(() => policyOf(stored));
  const save = useSaveKeyTimesPolicy();
  const toast = useToast();
  const set = (changes: Partial<KeyTimesPolicy>) => setPolicy({ ...policy, ...changes });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ policy, version: stored.version }, { onSuccess: () => toast.success(t('policy.saved')) });
  };
  return (
    <Form submit={submit} label={t('tabs.policy')} failure={save.error?.message} failedTitle={t('policy.failed')}>
      <Stack gap="lg">
        <TagsInput
          label={t('policy.externalTypes')}
          description={t('policy.externalTypesHint')}
          data={stored.employee_types}
          value={policy.external_types}
          onChange={(external_types) => set({ external_types })}
          maxTags={50}
          maw={620}
        />
        <Checkbox
          label={t('policy.externalNeedsEnd')}
          checked={policy.external_needs_end}
          onChange={({ currentTarget }) => set({ external_needs_end: currentTarget.checked })}
        />
        <Intervals policy={policy} onChange={(rules) => set({ rules })} />
        <NumberInput
          label={t('policy.soonDays')}
          description={t('policy.soonDaysHint')}
          min={1}
          max={90}
          clampBehavior="strict"
          allowDecimal={false}
          value={policy.soon_days}
          onChange={(days) => typeof days === 'number' && days >= 1 && set({ soon_days: days })}
          maw={420}
        />
        <Select
          label={t('policy.zone')}
          description={t('policy.zoneHint')}
          data={[...new Set(['UTC', policy.time_zone, ...Intl.supportedValuesOf('timeZone')])]}
          searchable
          allowDeselect={false}
          limit={100}
          value={policy.time_zone}
          onChange={(zone) => zone !== null && set({ time_zone: zone })}
          maw={420}
        />
        <NumberInput
          label={t('extension.maxHours')}
          description={t('extension.maxHoursHint')}
          min={1}
          max={720}
          clampBehavior="strict"
          allowDecimal={false}
          value={policy.extension_max_hours}
          onChange={(hours) => typeof hours === 'number' && hours >= 1 && set({ extension_max_hours: hours })}
          maw={420}
        />
        <ReminderPolicy
          reminders={policy.reminders}
          isMailConfigured={stored.is_mail_configured}
          onChange={(reminders) => set({ reminders })}
        />
        <FormActions submitLabel={t('policy.save')} isBusy={save.isPending} />
      </Stack>
    </Form>
  );
}

type Rules = KeyTimesPolicy['rules'];

/** The longest interval for each protection class, of employees and of externals. */
function Intervals({ policy: { rules }, onChange }: { policy: KeyTimesPolicy; onChange: (rules: Rules) => void }) {
  const { t } = useTranslation('key-times');
  const ruleOf = (person_kind: Rules[number]['person_kind'], protection_class: number): Rules[number] =>
    rules.find((rule) => rule.person_kind === person_kind && rule.protection_class === protection_class) ?? {
      person_kind,
      protection_class,
      max_minutes: null,
    };
  const change = (rule: Rules[number]) =>
    onChange([
      ...rules.filter(
        ({ person_kind, protection_class }) =>
          person_kind !== rule.person_kind || protection_class !== rule.protection_class,
      ),
      ...(rule.max_minutes === null ? [] : [rule]),
    ]);
  return (
    <section className="table-region" aria-label={t('policy.intervals')}>
      <table className="table key-policy-rules">
        <caption>
          <strong>{t('policy.intervals')}</strong> <span className="mute">{t('policy.intervalsHint')}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('policy.class')}</th>
            {kinds.map((kind) => (
              <th scope="col" key={kind}>
                {t(`policy.kinds.${kind}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {classes.map((one) => (
            <tr key={one}>
              <th scope="row">{one === 0 ? t('policy.noClass') : t('policy.classOf', { number: one })}</th>
              {kinds.map((kind) => {
                const rule = ruleOf(kind, one);
                return (
                  <td key={kind}>
                    <IntervalField
                      label={t('policy.longest')}
                      value={rule.max_minutes}
                      onChange={(max_minutes) => change({ ...rule, max_minutes })}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
