import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddRequestFile } from '#data/key-systems/key-requests';
import { useToast } from '#ui/toast';

/** Adds files to a request one after the other, and says which could not be added. */
export function useAddingFiles() {
  const { t } = useTranslation('key-requests');
  const toast = useToast();
  const add = useAddRequestFile();
  const [progress, setProgress] = useState<string>();
  /** @returns how many could not be added */
  const addAll = async (id: string, files: readonly File[]): Promise<number> => {
    let failed = 0;
    for (const [at, file] of files.entries()) {
      setProgress(t('files.progress', { number: at + 1, count: files.length }));
      try {
        await add.mutateAsync({ id, file });
      } catch (error) {
        failed++;
        toast.failure(t('files.failed', { name: file.name, reason: error instanceof Error ? error.message : '' }));
      }
    }
    setProgress(undefined);
    return failed;
  };
  return { addAll, progress };
}
