import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keySystemQuery } from '#data/key-systems/key-systems';
import { loadChunk } from '#lib/chunk';
import { useFocusReturn } from '#ui/overlay/focus-return';
import { Failure, Loading } from '#ui/page-states';
import { useUrlState } from '#ui/table/url-state';
import { useViewportWidth } from '#ui/viewport-width';
import { keySystemsSearch } from '../key-systems-search';
import { useFailureToast } from '../use-failure-toast';
import { KeySystemTabs } from './key-system-tabs';

const loadForm = () => loadChunk('EditForm', () => import('./edit-form'));
const EditForm = lazy(async () => ({ default: (await loadForm()).EditForm }));

const NARROW_PX = 768;

/** `name` comes from the list, for messages before the connection is read; undefined when the list lacks it. */
type Props = { id: string; name: string | undefined; onClose: () => void };

/** Everything about one key system, and the form to edit it. The URL holds its state. */
export function KeySystemDialog({ id, name = id, onClose }: Props) {
  const { t } = useTranslation('key-systems');
  const [{ mode }, setWanted] = useUrlState(keySystemsSearch);
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...keySystemQuery(id), refetchOnMount: 'always' });
  const isEditing = mode === 'edit';
  useFailureToast(error, isEditing ? t('toasts.editFailed') : t('toasts.detailsFailed', { name }));

  // Cached data is shown during a refetch, but it is not edited, nor shown as current when the refetch fails.
  const [openedAt] = useState(Date.now);
  const isRead = isEditing ? dataUpdatedAt >= openedAt : error === null;
  const connection = isRead ? data : undefined;
  const title = isEditing ? t('edit.title') : (data?.name ?? t('dialog.unknown'));
  const frame = { title, isEditing: isEditing && connection !== undefined, onClose };
  if (!connection) {
    const message = error?.message || t('dialog.failed');
    return (
      <Frame {...frame}>
        {error ? <Failure error={{ message }} onRetry={refetch} /> : <Loading label={t('dialog.loading')} />}
      </Frame>
    );
  }
  if (isEditing) {
    return (
      <Frame {...frame}>
        <Suspense fallback={<Loading label={t('dialog.loading')} />}>
          <EditForm connection={connection} onLeave={() => setWanted({ mode: undefined })} />
        </Suspense>
      </Frame>
    );
  }
  return (
    <Frame {...frame}>
      <KeySystemTabs connection={connection} onEdit={() => setWanted({ mode: 'edit' })} />
    </Frame>
  );
}

type FrameProps = { title: string; isEditing: boolean; onClose: () => void; children: ReactNode };

/** Full screen in narrow windows. A click outside does not close it while editing. */
function Frame({ title, isEditing, onClose, children }: FrameProps) {
  const { t } = useTranslation();
  const isNarrow = useViewportWidth() < NARROW_PX;
  useFocusReturn();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={isEditing ? 520 : 760}
      fullScreen={isNarrow}
      centered={false}
      closeOnClickOutside={!isEditing}
      closeOnEscape={!isEditing}
      className="key-system-dialog"
      // Without this, a header outside a section counts as the page's banner.
      attributes={{ header: { role: 'presentation' }, content: { 'aria-label': title } }}
      closeButtonProps={{ 'aria-label': t('ui.close', { name: title }) }}
      styles={{ title: { fontSize: 16, fontWeight: 600, overflowWrap: 'anywhere' } }}
    >
      {children}
    </Modal>
  );
}
