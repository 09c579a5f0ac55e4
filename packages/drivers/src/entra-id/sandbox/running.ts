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

/** How new subscriptions are met. */
export type Handshake = 'as_usual' | 'lost' | 'over_quota';

/** What a call brought, for assertions; the newest thousands only. */
export type LoggedCall = {
  operation: string;
  /** With its query. */
  url: string;
  host: string;
  has_token: boolean;
  headers: { prefer?: string; consistencylevel?: string; 'x-ms-throttle-priority'?: string };
};

/** What a request meets. */
export type Running = {
  system: System;
  scripts: ScriptRunner<ReceivedCall, Fault, ScriptName>;
  listener: Listener;
  notifier: Notifier;
  outbox: Outbox;
  handshake: Handshake;
  /** Items of a page of a delta, where its caller does not say. */
  deltaPage: number;
  seenAssertions: SeenAssertions;
  /** The last round of changes that was asked for. */
  folded: { key: string; changes: Folded[] } | undefined;
  /** Items of the page that was answered last, and of which list. */
  pageBefore: { operation: string; items: readonly Item[] };
  log: LoggedCall[];
  graphUrl(): string;
  /** Every address by which it can be called. */
  bases(): string[];
};
