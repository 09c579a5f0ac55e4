import { type RefObject, useEffect, useRef, useState } from 'react';
import { loadCodeReader } from './code-reader';

/** `nothing`: no code has been seen for a while. */
export type CameraState =
  | 'starting'
  | 'looking'
  | 'nothing'
  | 'several'
  | 'denied'
  | 'missing'
  | 'unusable'
  | 'unloaded';

const pauseMs = 120;
/** So long a code may be out of the picture, moved or blurred, without being read once more. */
const sameCodeMs = 1_500;
const nothingAfterMs = 8_000;

/**
 * Shows the camera in a video and reads codes from it until it is unmounted. A code that stays in view is read once; of several at
 * once none is.
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onRead: (code: string) => void): CameraState {
  const [state, setState] = useState<CameraState>('starting');
  const read = useRef(onRead);
  read.current = onRead;
  useEffect(() => {
    const stopped = new AbortController();
    void follow(video, { onState: setState, onRead: (code) => read.current(code) }, stopped.signal);
    return () => stopped.abort();
  }, [video]);
  return state;
}

type Follow = { onState: (state: CameraState) => void; onRead: (code: string) => void };

async function follow(video: RefObject<HTMLVideoElement | null>, { onState, onRead }: Follow, stopped: AbortSignal) {
  const loading = loadCodeReader();
  loading.catch(() => undefined); // handled below, once the camera is there
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  } catch (error) {
    return onState(causeOf(error));
  }
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  stopped.addEventListener('abort', stop);
  if (stopped.aborted || !video.current) return stop();
  video.current.srcObject = stream;
  const reader = await loading.catch(() => undefined);
  if (!reader) {
    stop();
    return onState('unloaded');
  }
  await video.current.play().catch(() => undefined); // interrupted when the dialog closes meanwhile
  onState('looking');
  let last = { code: '', at: 0 };
  let seenAt = performance.now();
  while (!stopped.aborted && video.current) {
    const codes = await reader(video.current).catch(() => []); // no picture yet
    if (stopped.aborted) return;
    const now = performance.now();
    const [code = ''] = codes;
    if (codes.length > 0) seenAt = now;
    if (codes.length === 1) {
      if (code !== last.code || now - last.at > sameCodeMs) onRead(code);
      last = { code, at: now };
    }
    onState(codes.length > 1 ? 'several' : now - seenAt > nothingAfterMs ? 'nothing' : 'looking');
    await new Promise((done) => setTimeout(done, pauseMs));
  }
}

function causeOf(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'unusable';
}
