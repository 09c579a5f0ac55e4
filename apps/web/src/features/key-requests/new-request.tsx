import { keyCases, keyRequestKinds } from '@key2xs/contract';
import { Checkbox, Select, Stack, Textarea } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { caseQuery } from '#data/key-systems/key-cases';
import { type NewRequest as Body, usePreviewRequest, useSubmitRequest } from '#data/key-systems/key-requests';
import { Form, FormActions } from '#ui/form';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';
import { type Choice, ChoicePicker } from './choice-picker';
import { ChosenFiles } from './files/chosen-files';
import { useAddingFiles } from './files/use-adding-files';
import { type Preview, ReviewRequest } from './review-request';
import { type Missing, useDraft } from './use-draft';

type Props = { caseId: string | undefined; onSubmitted: (id: string) => void };

/** Asks in two steps: what, for whom, where and why; then who decides it and until when. From a case, it is known for whom. */
export function NewRequest({ caseId, onSubmitted }: Props) {
  const { t } = useTranslation('key-requests');
  const may = useMay(keyCases.get);
  const isFromCase = caseId !== undefined && may;
  const query = caseQuery(caseId ?? '');
  const { data, error, refetch } = useQuery(isFromCase ? query : { ...query, queryFn: skipToken });
  if (isFromCase && !data)
    return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />;
  const { person_id, name = '' } = data?.holder ?? {};
  return <WriteRequest person={person_id ? { id: person_id, name } : null} onSubmitted={onSubmitted} />;
}

function WriteRequest({ person, onSubmitted }: { person: Choice | null; onSubmitted: (id: string) => void }) {
  const { t } = useTranslation('key-requests');
  const toast = useToast();
  const written = useDraft(person);
  const [wasChecked, setWasChecked] = useState(false);
  const [seen, setSeen] = useState<{ body: Body; preview: Preview }>();
  const [files, setFiles] = useState<File[]>([]);
  const { addAll, progress } = useAddingFiles();
  const [preview, submit] = [usePreviewRequest(), useSubmitRequest()];
  const review = (event: FormEvent) => {
    event.preventDefault();
    setWasChecked(true);
    const body = written.take();
    if (body) preview.mutate(body, { onSuccess: (found) => setSeen({ body, preview: found }) });
  };
  const send = () =>
    seen &&
    submit.mutate(seen.body, {
      onSuccess: async ({ id, state }) => {
        const failed = state === 'approved' ? files.length : await addAll(id, files);
        if (failed > 0) toast.failure(t(state === 'approved' ? 'files.notNeeded' : 'files.someFailed'));
        toast.success(t(state === 'approved' ? 'form.approved' : 'form.sent'));
        onSubmitted(id);
      },
    });
  if (seen) {
    const back = () => setSeen(undefined);
    return (
      <ReviewRequest
        preview={seen.preview}
        isBusy={submit.isPending || progress !== undefined}
        progress={progress}
        failure={submit.error?.message}
        onSend={send}
        onBack={back}
      />
    );
  }
  return (
    <Panel padded>
      <Form submit={review} failure={preview.error?.message} failedTitle={t('form.failed')} label={t('tabs.new')}>
        <Stack gap="md" maw={560}>
          <Fields written={written} wasChecked={wasChecked} />
          <ChosenFiles files={files} onFiles={setFiles} />
          <FormActions submitLabel={t('form.review')} isBusy={preview.isPending} />
        </Stack>
      </Form>
    </Panel>
  );
}

function Fields({ written, wasChecked }: { written: ReturnType<typeof useDraft>; wasChecked: boolean }) {
  const { t } = useTranslation('key-requests');
  const { draft, set, missing, isAboutKey, hasEnd, needsEnd } = written;
  const error = (field: Missing) => (wasChecked && missing[field] ? t(`form.missing.${field}`) : undefined);
  return (
    <>
      <Select
        label={t('form.kind')}
        allowDeselect={false}
        data={keyRequestKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={draft.kind}
        onChange={(value) => set({ kind: keyRequestKinds.find((one) => one === value) ?? draft.kind })}
      />
      <ChoicePicker
        what="people"
        label={t('form.person')}
        placeholder={t('form.personHint')}
        value={draft.person}
        onChange={(person) => set({ person, key: null })}
        error={error('person')}
      />
      {isAboutKey && draft.person && (
        <ChoicePicker
          what="keys"
          personId={draft.person.id}
          label={t('form.key')}
          placeholder={t('form.keyHint')}
          value={draft.key}
          onChange={(key) => set({ key })}
          error={error('key')}
        />
      )}
      {!isAboutKey && (
        <ChoicePicker
          what="places"
          label={t('form.place')}
          placeholder={t('form.placeHint')}
          value={draft.place}
          onChange={(place) => set({ place })}
          error={error('place')}
        />
      )}
      {hasEnd && (
        <>
          <TypedTimeField
            kind="day"
            label={t('form.from')}
            description={t('form.fromHint')}
            value={draft.from ?? ''}
            onChange={(from) => set({ from })}
          />
          <TypedTimeField
            kind="day"
            label={t('form.until')}
            description={needsEnd ? undefined : t('form.untilHint')}
            value={draft.until ?? ''}
            onChange={(until) => set({ until })}
            error={error('until')}
          />
        </>
      )}
      <Textarea
        label={t('form.reason')}
        required
        maxLength={500}
        minRows={2}
        value={draft.reason}
        onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
        error={error('reason')}
      />
      <Checkbox
        label={t('form.urgent')}
        checked={draft.isUrgent}
        onChange={({ currentTarget }) => set({ isUrgent: currentTarget.checked })}
      />
    </>
  );
}
