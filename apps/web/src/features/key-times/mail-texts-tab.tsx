import { type MailText, type MailTextKind, mailTextKinds } from '@key2xs/contract';
import { fillPlaceholders, type Language, languages, wrongPlaceholders } from '@key2xs/texts';
import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mailTextsQuery, useResetMailText, useSaveMailText } from '#data/notifications';
import { currentLanguage } from '#lib/i18n';
import { languageNames } from '#lib/words/language-names';
import { Form, FormActions } from '#ui/form';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';
import { useToast } from '#ui/toast';

type Row = { kind: MailTextKind; here: MailText; changed: Language[] };

/** What mails say, for the whole organisation. */
export function MailTextsTab() {
  const { t } = useTranslation('key-times');
  const { data, error, refetch } = useQuery(mailTextsQuery);
  const [open, setOpen] = useState<MailTextKind>();
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('mails.loading')} />;
  const language = currentLanguage();
  const rows = mailTextKinds.flatMap((kind): Row[] => {
    const all = data.items.filter((item) => item.kind === kind);
    const here = all.find((item) => item.language === language);
    return here ? [{ kind, here, changed: all.filter((item) => item.is_changed).map((item) => item.language) }] : [];
  });
  const header = t('mails.columns', { returnObjects: true });
  const columns: Column<Row>[] = [
    { key: 'mail', phone: 'title', header: header.mail, cell: ({ kind }) => t(`mails.kinds.${kind}`) },
    { key: 'subject', phone: 'meta', header: header.subject, width: '40%', clip: ({ here }) => here.subject },
    {
      key: 'text',
      phone: 'aside',
      header: header.text,
      cell: ({ changed }) =>
        changed.length === 0
          ? t('mails.ofProduct')
          : t('mails.changed', { languages: changed.map((one) => languageNames[one]).join(', ') }),
    },
  ];
  return (
    <Panel title={t('mails.title')}>
      <p className="mute mail-texts-hint">{t('mails.hint')}</p>
      <DataTable
        caption={t('mails.caption')}
        columns={columns}
        rows={rows}
        rowKey={({ kind }) => kind}
        rowLabel={({ kind }) => t('mails.open', { mail: t(`mails.kinds.${kind}`) })}
        onRowClick={({ kind }) => setOpen(kind)}
      />
      {open && (
        <SideDrawer title={t(`mails.kinds.${open}`)} opened onClose={() => setOpen(undefined)}>
          <OneMail of={data.items.filter(({ kind }) => kind === open)} />
        </SideDrawer>
      )}
    </Panel>
  );
}

function OneMail({ of }: { of: readonly MailText[] }) {
  const { t } = useTranslation('key-times');
  const [language, setLanguage] = useState(currentLanguage());
  const item = of.find((one) => one.language === language);
  if (!item) return null;
  return (
    <Stack gap="md">
      <Select
        label={t('mails.language')}
        value={language}
        onChange={(chosen) => setLanguage(languages.find((one) => one === chosen) ?? language)}
        data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
        allowDeselect={false}
      />
      <TextForm key={`${language} ${item.is_changed}`} item={item} />
    </Stack>
  );
}

function TextForm({ item }: { item: MailText }) {
  const { t } = useTranslation('key-times');
  const { kind, language, placeholders } = item;
  const [{ subject, text }, setTyped] = useState({ subject: item.subject, text: item.text });
  const save = useSaveMailText();
  const reset = useResetMailText();
  const toast = useToast();
  const allowed = placeholders.map((name) => `{{${name}}}`).join(', ');
  const problemOf = (typed: string) => {
    const [wrong] = wrongPlaceholders(typed, placeholders);
    return wrong === undefined ? undefined : t('mails.unknown', { wrong, allowed });
  };
  const problems = { subject: problemOf(subject), text: problemOf(text) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problems.subject || problems.text) return;
    save.mutate({ kind, language, subject, text }, { onSuccess: () => toast.success(t('mails.saved')) });
  };
  const useProduct = () =>
    reset.mutate(
      { kind, language },
      {
        onSuccess: () => {
          setTyped(item.of_product);
          toast.success(t('mails.wasReset'));
        },
        onError: ({ message }) => toast.failure(message),
      },
    );
  return (
    <Form
      submit={submit}
      label={t(`mails.kinds.${kind}`)}
      failure={save.error?.message}
      failedTitle={t('mails.failed')}
    >
      <Stack gap="md">
        <TextInput
          label={t('mails.subject')}
          value={subject}
          onChange={({ currentTarget: { value } }) => setTyped({ text, subject: value })}
          error={problems.subject}
          maxLength={150}
          required
        />
        <Textarea
          label={t('mails.text')}
          value={text}
          onChange={({ currentTarget: { value } }) => setTyped({ subject, text: value })}
          error={problems.text}
          maxLength={2_000}
          rows={7}
          required
        />
        <div>
          <p className="mute">{t('mails.placeholders', { names: allowed })}</p>
          <Group gap="xs">
            {placeholders.map((name) => (
              <Button
                key={name}
                size="compact-sm"
                variant="default"
                aria-label={t('mails.insert', { name })}
                onClick={() => setTyped({ subject, text: `${text} {{${name}}}` })}
              >
                {`{{${name}}}`}
              </Button>
            ))}
          </Group>
        </div>
        <Preview subject={subject} text={text} language={language} />
        <FormActions submitLabel={t('mails.save')} isBusy={save.isPending} />
        {item.is_changed && (
          <Button variant="default" onClick={useProduct} loading={reset.isPending}>
            {t('mails.reset')}
          </Button>
        )}
      </Stack>
    </Form>
  );
}

/** As it would be mailed, with invented values. */
function Preview({ subject, text, language }: { subject: string; text: string; language: Language }) {
  const { t } = useTranslation('key-times');
  const examples = t('mails.examples', { returnObjects: true });
  return (
    <section className="mail-text-preview" aria-label={t('mails.preview')} lang={language}>
      <p className="mute">
        {t('mails.preview')}. {t('mails.previewHint')}
      </p>
      <strong>{fillPlaceholders(subject, examples)}</strong>
      <p>{fillPlaceholders(text, examples)}</p>
    </section>
  );
}
