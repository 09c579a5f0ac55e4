import { type ReceiptTextSettings, type ReceiptTexts, receiptKinds } from '@key2xs/contract';
import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '#components/use-unsaved';
import { receiptTextsQuery, useSaveReceiptTexts } from '#data/key-systems/key-desk';
import { languageNames } from '#lib/words/language-names';
import { Form, FormActions } from '#ui/form';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';
import { ReceiptPreview } from './receipt-preview';
import '../key-desk.css';

const languages = ['en', 'de'] as const;
const maxLength = 2_000;
type Kind = (typeof receiptKinds)[number];

/** What receipts say, in both languages; a text of the organisation stands in place of that of the product. */
export function ReceiptTextsPage({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('key-desk');
  const { data, error, refetch } = useQuery(receiptTextsQuery);
  const { setIsDirty, close, question } = useUnsaved(onClose);
  return (
    <Page title={t('texts.title')} about={t('texts.about')} back={{ label: t('desk.back'), onClick: close }}>
      {data && <Editor stored={data} onDirty={setIsDirty} key={JSON.stringify(data)} />}
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('texts.loading')} />)}
      {question}
    </Page>
  );
}

function Editor({ stored, onDirty }: { stored: ReceiptTextSettings; onDirty: (isDirty: boolean) => void }) {
  const { t } = useTranslation('key-desk');
  const toast = useToast();
  const save = useSaveReceiptTexts();
  const [kind, setKind] = useState<Kind>('hand_out');
  const [texts, setTexts] = useState<ReceiptTexts>({ en: stored.en, de: stored.de });
  const isDirty = languages.some((one) => receiptKinds.some((name) => texts[one][name] !== stored[one][name]));
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const change = (language: (typeof languages)[number], text: string) =>
    setTexts((before) => ({ ...before, [language]: { ...before[language], [kind]: text } }));
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    // What is as in the product is not stored, so that it follows the product.
    const own = (language: (typeof languages)[number]) => {
      const pick = (name: Kind) =>
        texts[language][name].trim() === stored.standard[language][name] ? '' : texts[language][name];
      return { hand_out: pick('hand_out'), return: pick('return'), transfer: pick('transfer') };
    };
    save.mutate({ en: own('en'), de: own('de') }, { onSuccess: () => toast.success(t('texts.saved')) });
  };
  return (
    <div className="desk">
      <Panel>
        <Form submit={submit} failure={save.error?.message} className="desk-form" label={t('texts.title')}>
          <SegmentedControl
            fullWidth
            aria-label={t('texts.kind')}
            value={kind}
            onChange={(value) => setKind(receiptKinds.find((one) => one === value) ?? 'hand_out')}
            data={receiptKinds.map((value) => ({ value, label: t(`receipt.title.${value}`) }))}
          />
          {languages.map((language) => {
            const text = texts[language][kind];
            const standard = stored.standard[language][kind];
            const isStandard = text.trim() === standard;
            return (
              <div key={language}>
                <Textarea
                  label={languageNames[language]}
                  description={t(isStandard ? 'texts.isStandard' : 'texts.isOwn')}
                  lang={language}
                  autosize
                  minRows={4}
                  maxRows={14}
                  maxLength={maxLength}
                  value={text}
                  onChange={(event) => change(language, event.currentTarget.value)}
                />
                <Button
                  size="compact-sm"
                  variant="subtle"
                  mt={6}
                  disabled={isStandard}
                  aria-label={t('texts.resetNamed', { name: languageNames[language] })}
                  onClick={() => change(language, standard)}
                >
                  {t('texts.reset')}
                </Button>
              </div>
            );
          })}
          <FormActions submitLabel={t('texts.save')} isBusy={save.isPending} />
        </Form>
      </Panel>
      <div className="receipt-previews">
        {languages.map((language) => (
          <Panel key={language} title={t('texts.preview', { name: languageNames[language] })} padded>
            <ReceiptPreview
              kind={kind}
              language={language}
              words={stored.words[language]}
              statement={texts[language][kind].trim() || stored.standard[language][kind]}
            />
          </Panel>
        ))}
      </div>
    </div>
  );
}
