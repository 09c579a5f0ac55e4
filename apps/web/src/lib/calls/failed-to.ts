import type { Areas } from '@key2xs/texts';
import { i18n } from '../i18n';

/** What is said of an answer that does not say what went wrong. */
export const failedTo = (what: keyof Areas['shell']['failedTo']) => ({
  unknownError: i18n.t(`failedTo.${what}`, { ns: 'shell' }),
});
