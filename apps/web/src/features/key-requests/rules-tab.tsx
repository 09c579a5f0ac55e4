import { type KeyRequestRule, type KeyRequestRules, keyRequestKinds, keyRequestStepKinds } from '@key2xs/contract';
import { Button, Checkbox, MultiSelect, NumberInput, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestRulesQuery, useSaveRequestRules } from '#data/key-systems/key-requests';
import { publicAddress } from '#lib/base-path';
import { Form, FormActions } from '#ui/form';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';
import { Absences } from './absences';
import './key-requests.css';

/** Who agrees to which requests, and how long one may ask for. */
export function RulesTab() {
  const { t } = useTranslation('key-requests');
  const { data, error, refetch } = useQuery(requestRulesQuery);
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('loading')} />;
  return <RulesForm stored={data} key={data.version} />;
}

const newRule: KeyRequestRule = { kinds: [], min_class: null, min_days: null, steps: ['security'], max_days: null };
const numbered = (value: string | number): number | null => (value === '' ? null : Number(value));

function RulesForm({ stored }: { stored: KeyRequestRules }) {
  const { t } = useTranslation('key-requests');
  const toast = useToast();
  const save = useSaveRequestRules();
  const [rules, setRules] = useState(stored.rules);
  const [stepHours, setStepHours] = useState(stored.step_hours);
  const [pickUpDays, setPickUpDays] = useState(stored.pick_up_days);
  const [asksByMail, setAsksByMail] = useState(stored.asks_by_mail);
  const [absences, setAbsences] = useState(stored.absences);
  const change = (at: number, part: Partial<KeyRequestRule>) =>
    setRules(rules.map((rule, here) => (here === at ? { ...rule, ...part } : rule)));
  const move = (at: number, by: -1 | 1) => {
    const next = [...rules];
    const [rule] = next.splice(at, 1);
    if (rule) next.splice(at + by, 0, rule);
    setRules(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      ...{ rules, step_hours: stepHours, pick_up_days: pickUpDays, asks_by_mail: asksByMail },
      absences: absences.map(({ person_id, deputy_id, from, until }) => ({ person_id, deputy_id, from, until })),
    };
    save.mutate({ body, version: stored.version }, { onSuccess: () => toast.success(t('rules.saved')) });
  };
  return (
    <Panel padded>
      <Form submit={submit} failure={save.error?.message} failedTitle={t('rules.failed')} label={t('tabs.rules')}>
        <div className="request-rules">
          <p className="mute">{t('rules.hint')}</p>
          {rules.map((rule, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: -- a rule is its place in the order
            <fieldset key={at} className="request-rule">
              <legend>{t('rules.rule', { number: at + 1 })}</legend>
              <MultiSelect
                label={t('rules.kinds')}
                placeholder={rule.kinds.length === 0 ? t('rules.allKinds') : ''}
                data={keyRequestKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
                value={rule.kinds}
                onChange={(kinds) => change(at, { kinds: keyRequestKinds.filter((kind) => kinds.includes(kind)) })}
              />
              <Select
                label={t('rules.class')}
                data={[
                  { value: '0', label: t('rules.anyClass') },
                  ...[1, 2, 3, 4].map((value) => ({
                    value: String(value),
                    label: t('rules.fromClass', { number: value }),
                  })),
                ]}
                allowDeselect={false}
                value={String(rule.min_class ?? 0)}
                onChange={(value) => change(at, { min_class: Number(value) || null })}
              />
              <NumberInput
                label={t('rules.longerThan')}
                description={t('rules.longerThanHint')}
                min={0}
                max={36_500}
                allowDecimal={false}
                value={rule.min_days ?? ''}
                onChange={(value) => change(at, { min_days: numbered(value) })}
              />
              <MultiSelect
                label={t('rules.steps')}
                description={t('rules.stepsHint')}
                data={keyRequestStepKinds.map((value) => ({ value, label: t(`steps.${value}`) }))}
                value={rule.steps}
                onChange={(steps) =>
                  change(at, {
                    steps: steps.flatMap((name) => keyRequestStepKinds.find((kind) => kind === name) ?? []),
                  })
                }
              />
              <NumberInput
                label={t('rules.maxDays')}
                description={t('rules.maxDaysHint')}
                min={1}
                max={36_500}
                allowDecimal={false}
                value={rule.max_days ?? ''}
                onChange={(value) => change(at, { max_days: numbered(value) })}
              />
              <div className="actions">
                <Button variant="default" disabled={at === 0} onClick={() => move(at, -1)}>
                  {t('rules.up')}
                </Button>
                <Button variant="default" disabled={at === rules.length - 1} onClick={() => move(at, 1)}>
                  {t('rules.down')}
                </Button>
                <Button variant="default" onClick={() => setRules(rules.filter((_, here) => here !== at))}>
                  {t('rules.remove')}
                </Button>
              </div>
            </fieldset>
          ))}
          <div>
            <Button variant="default" onClick={() => setRules([...rules, newRule])}>
              {t('rules.add')}
            </Button>
          </div>
          <NumberInput
            label={t('rules.stepHours')}
            description={t('rules.stepHoursHint')}
            min={1}
            max={8_760}
            allowDecimal={false}
            maw={320}
            value={stepHours}
            onChange={(value) => setStepHours(Number(value) || 1)}
          />
          <NumberInput
            label={t('rules.pickUpDays')}
            min={1}
            max={365}
            allowDecimal={false}
            maw={320}
            value={pickUpDays}
            onChange={(value) => setPickUpDays(Number(value) || 1)}
          />
          <Checkbox
            label={t('rules.byMail')}
            description={t('rules.byMailHint', { path: `${publicAddress()}/request-keys` })}
            checked={asksByMail}
            onChange={({ currentTarget }) => setAsksByMail(currentTarget.checked)}
          />
          <Absences value={absences} onChange={setAbsences} />
        </div>
        <FormActions submitLabel={t('rules.save')} isBusy={save.isPending} />
      </Form>
    </Panel>
  );
}
