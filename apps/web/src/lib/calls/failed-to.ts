import type { Areas } from '@key2xs/texts';
import { i18n } from '../i18n';

/** The message for an answer that gives no reason. */
export const failedTo = (what: keyof Areas['shell']['failedTo']) => ({
  unknownError: i18n.t(`failedTo.${what}`, { ns: 'shell' }),
});
