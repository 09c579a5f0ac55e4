import type { providers as english } from '../../en/providers/registry';
import type { Translation } from '../../english';
import { csv } from './csv/kind';
import { entraId } from './entra-id/kind';

/** Arten von Identitätsquellen, eine Zeile für jede. */
export const providers: Translation<typeof english> = { csv, entra_id: entraId };
