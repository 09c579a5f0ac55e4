import { auth, liveUpdates, type ReceivedEvent } from '@key2xs/contract';
import { ApiError } from '#lib/calls/api-error';
import { call } from '#lib/calls/call';
import { subscribe } from '#lib/calls/subscribe';
import { isLive, setLive } from './is-live';

export type LiveEvent = ReceivedEvent<typeof liveUpdates.stream>;

type Handlers = {
  onEvent: (event: LiveEvent) => void;
  /** Called when the connection is lost. */
  onLoss: () => void;
};

/** A tab that was hidden only briefly stays connected. */
const HIDDEN_MS = 10_000;
const MIN_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;

/**
 * Keeps one connection for live updates while the tab is visible, and reconnects with increasing delays. Ends with the
 * signal.
 */
export async function followLiveUpdates({ onEvent, onLoss }: Handlers, stopped: AbortSignal): Promise<void> {
  let lastId: string | undefined;
  let failures = 0;
  const receive = (event: LiveEvent) => {
    lastId = event.id ?? lastId;
    if (event.event === 'connected') setLive(true);
    onEvent(event);
  };
  for (;;) {
    await untilVisible(stopped);
    if (stopped.aborted) return;
    const unwanted = AbortSignal.any([stopped, hiddenFor(HIDDEN_MS, stopped)]);
    const pauseMs = await connect(lastId, receive, unwanted);
    failures = isLive() ? 0 : failures + 1;
    const isLoss = isLive() && !unwanted.aborted;
    setLive(false);
    if (isLoss) onLoss();
    if (!unwanted.aborted) await pause(pauseMs ?? pauseAfter(failures), stopped);
  }
}

/** Resolves when the connection has ended or is unwanted. @returns the delay requested by the server */
async function connect(
  last_event_id: string | undefined,
  onEvent: (event: LiveEvent) => void,
  unwanted: AbortSignal,
): Promise<number | undefined> {
  try {
    const { ticket: token } = await call(auth.createStreamTicket, {}, { signal: unwanted });
    await new Promise<void>((onEnd) => {
      const close = subscribe(liveUpdates.stream, { query: { token, last_event_id } }, { onEvent, onEnd });
      onAbort(unwanted, () => {
        close();
        onEnd();
      });
    });
    return undefined;
  } catch (error) {
    return error instanceof ApiError ? error.pauseMs : undefined;
  }
}

/** Randomised, so that clients do not reconnect all at once after a restart of the server. */
const pauseAfter = (failures: number): number =>
  Math.min(MIN_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS) * (0.5 + Math.random() / 2);

function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    onAbort(stopped, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function untilVisible(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === 'visible' || stopped.aborted) resolve();
    };
    document.addEventListener('visibilitychange', look, { signal: stopped });
    onAbort(stopped, resolve);
    look();
  });
}

/** Aborts when the tab has been hidden for this long without a break. */
function hiddenFor(ms: number, stopped: AbortSignal): AbortSignal {
  const hidden = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(() => hidden.abort(), ms);
  };
  document.addEventListener('visibilitychange', look, { signal: AbortSignal.any([stopped, hidden.signal]) });
  onAbort(stopped, () => clearTimeout(timer));
  return hidden.signal;
}

function onAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}
