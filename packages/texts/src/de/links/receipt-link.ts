import type { texts as english } from '../../en/links/receipt-link';
import type { Translation } from '../../english';

/** Die Seite, auf die ein gemailter Link eines Schlüsselbelegs führt. */
export const texts: Translation<typeof english> = {
  title: { hand_out: 'Bestätigen Sie, dass Sie diese Schlüssel haben', return: 'Bestätigen Sie die Rückgabe' },
  page: 'Schlüsselbeleg',
  loading: 'Beleg wird geöffnet …',
  for: 'Für {{name}}. Ausgestellt von {{by}}, {{moment}}.',
  keys: 'Schlüssel',
  due: 'bis {{day}}',
  hash: 'SHA-256 dieses Belegs:',
  confirm: 'Bestätigen',
  once: 'Der Link gilt einmal, bis {{moment}}. Stimmt etwas nicht, bestätigen Sie nicht und fragen Sie Ihre Schlüsselausgabe.',
  done: 'Bestätigt. Vielen Dank.',
  doneHint: 'Sie können diese Seite schließen.',
  ended: 'Dieser Link gilt nicht',
  endedHint:
    'Er wurde schon verwendet, wurde zurückgezogen oder ist zu alt. Bitten Sie Ihre Schlüsselausgabe um einen neuen.',
  incomplete: 'Diese Adresse ist nicht vollständig',
  incompleteHint:
    'Öffnen Sie den ganzen Link, wie Sie ihn bekommen haben, mit allem nach dem #. Nach einem Neuladen öffnen Sie ihn noch einmal.',
};
