import type { z } from 'zod';
import type { AuditAction } from '../../audit-actions';
import type { CanonicalField } from '../canonical-fields';

type Columns = Readonly<Partial<Record<CanonicalField, string>>>;

/** What one kind of identity source is and can do. Everything outside its own folders asks here, never for its name. */
export type ProviderFacts = {
  /** For the documentation of the API. */
  is: string;
  /** How its people get here: in a file, or by calls to the source. */
  arrives: 'uploaded' | 'called';
  /** What a connection is configured with; secrets are kept apart. Null: with nothing, and what callers send is stored as it is. */
  configuration: z.ZodType<Record<string, unknown>> | null;
  /** What it is called with. */
  credential: 'none' | 'secret_or_certificate';
  /** Where fields usually come from. */
  usualColumns: Columns;
  /** Fields that nothing else may feed. */
  fixedColumns: Columns;
  /** The audit event of an answer to a request for consent, where set-up asks for one. */
  consentAction?: AuditAction;
};
