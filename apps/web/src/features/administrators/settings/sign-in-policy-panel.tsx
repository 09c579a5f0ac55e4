import { type SignInPolicy, secondFactorRules } from '@key2xs/contract';
import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signInPolicyQuery, useSaveSignInPolicy } from '#data/sign-in/second-factors';
import { Form, FormActions } from '#ui/form';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';

/** Who has to have a second factor. */
export function SignInPolicyPanel() {
  const { t } = useTranslation('second-factors');
  const { data, error, refetch } = useQuery(signInPolicyQuery);
  return (
    <Panel title={t('policy.title')} padded>
      {data && <PolicyForm stored={data} key={data.version} />}
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('policy.loading')} />)}
    </Panel>
  );
}

function PolicyForm({ stored }: { stored: SignInPolicy }) {
  const { t } = useTranslation(['second-factors', 'entry']);
  const toast = useToast();
  const save = useSaveSignInPolicy();
  const [rule, setRule] = useState(stored.second_factor);
  const missing = rule === 'optional' ? 0 : stored.without_second_factor[rule];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { second_factor: rule, version: stored.version },
      { onSuccess: () => toast.success(t('policy.saved')) },
    );
  };
  return (
    <Form submit={submit} failure={save.error?.message} label={t('policy.title')}>
      <Stack gap="md">
        <Radio.Group
          aria-label={t('policy.title')}
          value={rule}
          onChange={(chosen) => setRule(secondFactorRules.find((one) => one === chosen) ?? rule)}
        >
          <Stack gap="xs">
            {secondFactorRules.map((one) => (
              <Radio key={one} value={one} label={t(`policy.rules.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <p className="mute" role="status">
          {t('policy.roles')} {missing > 0 && t('policy.missing', { count: missing })}
        </p>
        <FormActions submitLabel={t('entry:word.save')} isBusy={save.isPending} />
      </Stack>
    </Form>
  );
}
