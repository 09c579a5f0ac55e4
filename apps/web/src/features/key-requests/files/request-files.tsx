import { type KeyRequestDetail, keyRequestFiles } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { useExport } from '#data/calls/records';
import { useRemoveRequestFile } from '#data/key-systems/key-requests';
import { formatInstant } from '#lib/format';
import { useToast } from '#ui/toast';
import { PickFiles } from './pick-files';
import { useAddingFiles } from './use-adding-files';

type File = KeyRequestDetail['files'][number];

/** The files of a request: to be saved by who sees it, added and removed by who has asked as long as that is allowed. */
export function RequestFiles({ request }: { request: KeyRequestDetail }) {
  const { t } = useTranslation('key-requests');
  const toast = useToast();
  const { addAll, progress } = useAddingFiles();
  const mayAdd = useMay(keyRequestFiles.add) && request.can_add_files;
  const { id, files } = request;
  if (files.length === 0 && !mayAdd) return null;
  const add = async (chosen: globalThis.File[]) => {
    const [only] = chosen;
    const failed = await addAll(id, chosen);
    if (failed === 0 && only) toast.success(t('files.added', { name: chosen.map(({ name }) => name).join(', ') }));
  };
  return (
    <section aria-label={t('files.title')}>
      <h3>{t('files.title')}</h3>
      {files.length > 0 && (
        <ul className="request-files">
          {files.map((file) => (
            <OneFile key={file.id} file={file} request={request} />
          ))}
        </ul>
      )}
      {mayAdd && <PickFiles count={files.length} isBusy={progress !== undefined} onPick={add} />}
      <p className="mute" role="status">
        {progress}
      </p>
    </section>
  );
}

function OneFile({
  file: { id, name, bytes, added_by, added_at },
  request,
}: {
  file: File;
  request: KeyRequestDetail;
}) {
  const { t } = useTranslation('key-requests');
  const toast = useToast();
  const save = useExport(keyRequestFiles.download, name);
  const remove = useRemoveRequestFile();
  const mayRemove = useMay(keyRequestFiles.remove) && request.can_remove_files;
  const onError = ({ message }: Error) => toast.failure(message);
  const onSuccess = () => toast.success(t('files.removed', { name }));
  const size = t('files.size', { size: Math.ceil(bytes / 1_024) });
  return (
    <li>
      <strong className="request-file-name">{name}</strong>
      <div className="mute">{t('files.by', { size, name: added_by, when: formatInstant(added_at) })}</div>
      <div className="actions">
        <Button
          size="compact-sm"
          variant="default"
          loading={save.isPending}
          aria-label={t('files.saveOf', { name })}
          onClick={() => save.mutate({ params: { id: request.id, file_id: id }, query: {} }, { onError })}
        >
          {t('files.save')}
        </Button>
        {mayRemove && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={remove.isPending}
            aria-label={t('files.removeOf', { name })}
            onClick={() => remove.mutate({ item: request, file_id: id }, { onSuccess, onError })}
          >
            {t('files.remove')}
          </Button>
        )}
      </div>
    </li>
  );
}
