import type { IamConnection, StaffList } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { latestStaffListQuery, useUploadStaffList } from '#data/sources/iam';
import { FileDrop } from '#ui/file-drop';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { checkFile } from './check-file';
import { ListContents } from './list-contents';
import type { WizardEvent } from './wizard-state';

type Props = { connection: IamConnection; list: StaffList | undefined; dispatch: Dispatch<WizardEvent> };

/** Uploads a list and shows its contents. Once a list was imported, reusing it takes an explicit choice. */
export function UploadStep({ connection: { id, last_read_at }, list, dispatch }: Props) {
  const { t } = useTranslation('iam');
  const { data: latest, error: unread, refetch } = useQuery(latestStaffListQuery(id));
  const upload = useUploadStaffList();
  const [refused, setRefused] = useState<'notCsv' | 'tooLarge'>();
  const [file, setFile] = useState<File>();
  const take = (chosen: File) => {
    const problem = checkFile(chosen);
    setRefused(problem);
    setFile(problem ? undefined : chosen);
    if (problem) return;
    upload.mutate({ id, file: chosen }, { onSuccess: (found) => dispatch({ type: 'uploaded', list: found }) });
  };
  const failure = upload.error && `${t('upload.failed')} ${upload.error.message}`;
  const found = list ?? latest ?? undefined;
  const isEarlier = !list && Boolean(latest) && last_read_at !== null;
  const accept = () => {
    if (found && found !== list) dispatch({ type: 'uploaded', list: found });
    dispatch({ type: 'list_accepted' });
  };
  return (
    <>
      <div className="wizard-part">
        <FileDrop
          label={t(isEarlier ? 'upload.newLabel' : 'upload.label')}
          hint={t('upload.hint')}
          accept=".csv,.txt,text/csv"
          file={file}
          onFile={take}
          error={refused ? t(`upload.${refused}`) : (failure ?? undefined)}
        />
      </div>
      {upload.isPending && <Loading label={t('upload.reading', { name: file?.name ?? '' })} />}
      {!upload.isPending && latest === undefined && !list && (
        <Panel>{unread ? <Failure error={unread} onRetry={refetch} /> : <Loading />}</Panel>
      )}
      {found && !upload.isPending && (
        <>
          <ListContents list={found} title={t(isEarlier ? 'upload.thereNow' : 'upload.found')} />
          <div className="setup-foot">
            <Button variant={isEarlier ? 'default' : 'filled'} onClick={accept}>
              {t(isEarlier ? 'upload.again' : 'upload.next')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
