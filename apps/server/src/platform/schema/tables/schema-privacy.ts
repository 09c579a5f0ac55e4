import type { Generated } from 'kysely';
import type { At } from './schema-columns';

/** How long people are kept. */
export type PrivacyTables = {
  /** Without a row the usual periods hold. */
  privacy_policy: {
    only_row: Generated<boolean>;
    receipts_kept_days: number;
    /** Null: no one is erased automatically. */
    erase_leavers_after_days: number | null;
  };
  retention_run: {
    id: string;
    at: At;
    /** Null: the product. */
    by_name: string | null;
    erased: number;
    blocked: number;
    receipts: number;
  };
};
