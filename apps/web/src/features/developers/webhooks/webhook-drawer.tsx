import { type Webhook, type WebhookEventKind, webhookEventKinds, webhookEvents, webhooks } from '@key2xs/contract';
import { Checkbox, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCreateWebhook, useUpdateWebhook } from '#data/webhooks';
import { applyProblem } from '#lib/calls/apply-problem';
import { fieldResolver } from '#lib/field-resolver';
import { Form, FormActions } from '#ui/form';
import { Notice } from '#ui/notice';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { useToast } from '#ui/toast';

type Props = {
  /** Undefined to add one. */
  webhook: Webhook | undefined;
  onSecret: (secret: string) => void;
  onClose: () => void;
};

/** Adds a webhook or changes it. */
export function WebhookDrawer({ webhook, onSecret, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  return (
    <SideDrawer title={t(webhook ? 'edit' : 'add')} opened onClose={onClose}>
      <WebhookForm webhook={webhook} onSecret={onSecret} onClose={onClose} />
    </SideDrawer>
  );
}

function WebhookForm({ webhook, onSecret, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  const toast = useToast();
  const create = useCreateWebhook();
  const update = useUpdateWebhook();
  const { url = '', description = '', events = [], is_enabled = true } = webhook ?? {};
  const form = useForm({
    resolver: fieldResolver(webhooks.update.body),
    defaultValues: { url, description, events, is_enabled },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (fields) => {
    try {
      if (webhook) await update.mutateAsync({ webhook, fields });
      else onSecret((await create.mutateAsync(fields)).secret);
      toast.success(t('saved'));
      onClose();
    } catch (error) {
      applyProblem(error, form);
    }
  });
  const isDropping = webhook !== undefined && webhook.waiting > 0 && !form.watch('is_enabled');
  return (
    <Form submit={submit} failedTitle={t('failed')} failure={errors.root?.message}>
      <Stack gap="md">
        <TextInput
          type="url"
          inputMode="url"
          autoComplete="off"
          label={t('url')}
          description={t('urlHint')}
          placeholder="https://"
          required
          data-autofocus
          error={errors.url?.message}
          {...form.register('url')}
        />
        <Textarea
          label={t('word.description')}
          minRows={2}
          error={errors.description?.message}
          {...form.register('description')}
        />
        <Controller
          control={form.control}
          name="events"
          render={({ field: { value, onChange } }) => (
            <EventChoice value={value} onChange={onChange} error={errors.events?.message} />
          )}
        />
        <Switch label={t('enabled')} {...form.register('is_enabled')} />
        {isDropping && <Notice tone="amber" title={t('dropped', { count: webhook.waiting })} />}
        <FormActions submitLabel={t(webhook ? 'word.save' : 'create')} isBusy={isSubmitting} onCancel={onClose} />
      </Stack>
    </Form>
  );
}

const groups = [...new Set(webhookEventKinds.map((kind) => webhookEvents[kind].group))];

type ChoiceProps = {
  value: WebhookEventKind[];
  onChange: (chosen: WebhookEventKind[]) => void;
  error: string | undefined;
};

function EventChoice({ value, onChange, error }: ChoiceProps) {
  const { t } = useTranslation('webhooks');
  return (
    <Checkbox.Group
      label={t('chosen')}
      required
      error={error}
      value={value}
      onChange={(chosen) => onChange(webhookEventKinds.filter((kind) => chosen.includes(kind)))}
    >
      {groups.map((group) => (
        <fieldset key={group} className="webhook-events">
          <legend>{t(`groups.${group}`)}</legend>
          {webhookEventKinds
            .filter((kind) => webhookEvents[kind].group === group)
            .map((kind) => (
              <Checkbox key={kind} value={kind} label={t(`events.${kind}`)} description={<code>{kind}</code>} />
            ))}
        </fieldset>
      ))}
    </Checkbox.Group>
  );
}
