import type { ScriptRunner } from '../../sandbox-kit/faults/run-scripts';
import type { Listener } from '../../sandbox-kit/listener';
import type { ReceivedCall } from './call';
import type { Fault, Item } from './faults/faults';
import type { ScriptName } from './faults/scripts';
import type { Folded } from './graph/fold-changes';
import type { SeenAssertions } from './login/check-assertion';
import type { Notifier } from './notifications/notifier';
import type { Outbox } from './notifications/outbox';
import type { System } from './system';

/** How new subscriptions are handled. */
export type Handshake = 'as_usual' | 'lost' | 'over_quota';

/** A logged call, for assertions; only the newest thousands are kept. */
export type LoggedCall = {
  operation: string;
  /** With its query. */
  url: string;
  host: string;
  has_token: boolean;
  headers: { prefer?: string; consistencylevel?: string; 'x-ms-throttle-priority'?: string };
};

/** The state of a running sandbox. */
export type Running = {
  system: System;
  scripts: ScriptRunner<ReceivedCall, Fault, ScriptName>;
  listener: Listener;
  notifier: Notifier;
  outbox: Outbox;
  handshake: Handshake;
  /** Default page size of a delta. */
  deltaPage: number;
  seenAssertions: SeenAssertions;
  /** Cache of the last requested round of changes. */
  folded: { key: string; changes: Folded[] } | undefined;
  /** Items of the last page, and its list. */
  pageBefore: { operation: string; items: readonly Item[] };
  log: LoggedCall[];
  graphUrl(): string;
  /** All its URLs. */
  bases(): string[];
};
