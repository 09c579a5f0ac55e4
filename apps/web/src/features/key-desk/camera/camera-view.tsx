import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/notice';
import { type CameraState, useCamera } from './use-camera';

const failures: readonly CameraState[] = ['denied', 'missing', 'unusable', 'unloaded'];

/** The picture of the camera, and what is read from it. */
export function CameraView({ onRead }: { onRead: (code: string) => void }) {
  const { t } = useTranslation('key-desk');
  const video = useRef<HTMLVideoElement>(null);
  const [code, setCode] = useState<string>();
  const state = useCamera(video, (read) => {
    setCode(read);
    onRead(read);
  });
  if (failures.includes(state)) return <Notice tone="amber" title={t(`camera.${state}`)} />;
  return (
    <div className="camera">
      <video ref={video} muted playsInline aria-label={t('camera.picture')} />
      <p role="status">{code && state === 'looking' ? t('camera.read', { code }) : t(`camera.${state}`)}</p>
    </div>
  );
}
