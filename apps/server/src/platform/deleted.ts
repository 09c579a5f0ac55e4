import type { DeleteResult } from '@key2xs/contract';
import type { Language, Sentence } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';

/** A record was deleted; the message describes the consequences. */
export type Deleted = { success: true; message: Sentence };

export const presentDeleted = ({ success, message }: Deleted, language: Language): DeleteResult => ({
  success,
  message: renderSentence(message, language),
});
