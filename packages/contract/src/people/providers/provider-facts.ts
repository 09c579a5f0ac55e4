import type { z } from 'zod';
import type { CanonicalField } from '../sources/canonical-fields';

type Columns = Readonly<Partial<Record<CanonicalField, string>>>;

/** Facts about one kind of identity source. Code outside its folders uses these, never its name. */
export type ProviderFacts = {
  /** For the API documentation. */
  is: string;
  /** How its people arrive: in a file, or by calls to the source. */
  arrives: 'uploaded' | 'called';
  /** Schema of the configuration; secrets are stored separately. Null: no schema, stored as sent. */
  configuration: z.ZodType<Record<string, unknown>> | null;
  /** Its credentials. */
  credential: 'none' | 'secret_or_certificate';
  /** The default mapping. */
  usualColumns: Columns;
  /** Fields with a fixed mapping. */
  fixedColumns: Columns;
  /** Only for a source that sends notifications: where it finds us, by its configuration. */
  notifications?: {
    /** Of the endpoint that receives them, up to the key of the connection. */
    path: `/webhooks/${string}/`;
    /** Whether it runs on this machine, as a sandbox does, and needs no public address. */
    isLocal(configuration: object): boolean;
  };
};
