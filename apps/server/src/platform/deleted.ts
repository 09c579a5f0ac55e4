import type { DeleteResult } from '@key2xs/contract';
import type { Language, Sentence } from '@key2xs/texts';
import { told } from '@key2xs/texts/teller';

/** A record was deleted; the message says what follows from that. */
export type Deleted = { success: true; message: Sentence };

export const presentDeleted = ({ success, message }: Deleted, language: Language): DeleteResult => ({
  success,
  message: told(message, language),
});
