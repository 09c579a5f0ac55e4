import { csv } from './csv/kind';
import { entraId } from './entra-id/kind';

/** Kinds of identity source, one line each. */
export const providers = { csv, entra_id: entraId };
