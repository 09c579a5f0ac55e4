import { Button } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '#ui/page-states';

const CameraView = lazy(async () => ({ default: (await import('./camera-view')).CameraView }));

/** Reads codes of keys with a camera. Offered only where there is one. */
export function CameraScan({ onRead }: { onRead: (code: string) => void }) {
  const { t } = useTranslation('key-desk');
  const [isOpen, setIsOpen] = useState(false);
  if (!useHasCamera()) return null;
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconCamera size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t(isOpen ? 'camera.stop' : 'camera.start')}
      </Button>
      {isOpen && (
        <Suspense fallback={<Loading label={t('camera.starting')} />}>
          <CameraView onRead={onRead} />
        </Suspense>
      )}
    </div>
  );
}

/** Known without asking for permission. Browsers hide cameras from pages that are not delivered by https. */
function useHasCamera(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
    if (!mediaDevices?.enumerateDevices) return;
    const look = async () => {
      const devices = await mediaDevices.enumerateDevices().catch(() => []);
      setHas(devices.some(({ kind }) => kind === 'videoinput'));
    };
    void look();
    mediaDevices.addEventListener?.('devicechange', look);
    return () => mediaDevices.removeEventListener?.('devicechange', look);
  }, []);
  return has;
}
