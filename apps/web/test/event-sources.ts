import { type Endpoint, heartbeat, type SentEvent } from '@key2xs/contract';
import { vi } from 'vitest';

/** One open stream of the browser. */
export class OpenedStream extends EventTarget {
  isClosed = false;

  constructor(readonly address: string) {
    super();
  }

  close(): void {
    this.isClosed = true;
  }

  send<E extends Endpoint>({ event, data, id }: SentEvent<E>): void {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data), lastEventId: id ?? '' }));
  }

  beat(): void {
    this.dispatchEvent(new MessageEvent(heartbeat.event, { data: '{}' }));
  }

  break(): void {
    this.dispatchEvent(new Event('error'));
  }
}

/** Stands in for `EventSource`, which jsdom lacks. @returns the streams opened from now on */
export function catchStreams(): OpenedStream[] {
  const opened: OpenedStream[] = [];
  const EventSource = class extends OpenedStream {
    constructor(address: string) {
      super(address);
      opened.push(this);
    }
  };
  vi.stubGlobal('EventSource', EventSource);
  return opened;
}
