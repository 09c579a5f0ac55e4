import type { LogFormat, LogForwardingError, LogTarget } from '@key2xs/contract';
import type { Generated } from 'kysely';
import type { BigCount, Json, MaybeAt, MaybeJson, StampedAt } from './schema-columns';

/** Where the administration log is forwarded to. */
export type LogDestinationTables = {
  log_destination: {
    id: string;
    name: string;
    format: LogFormat;
    target: Json<LogTarget>;
    is_enabled: boolean;
    /** Every entry of the log up to it was taken. */
    sent_position: BigCount;
    last_sent_at: MaybeAt;
    failing_since: MaybeAt;
    last_error: MaybeJson<{ at: string; error: LogForwardingError }>;
    /** Failures in a row. */
    tries: Generated<number>;
    /** Of the process that sends; another one, or a change of the settings, takes it away. */
    claim: string | null | undefined;
    due_at: StampedAt;
    version: Generated<number>;
    created_at: StampedAt;
    updated_at: StampedAt;
  };
};
