import type { accessEvents as english } from '../../../en/sentences/keys/access-events';
import type { Translation } from '../../../english';

export const accessEvents: Translation<typeof english> = {
  personNeedsNames: 'Wer nach einer Person filtert, nennt sie. Zeigen Sie zuerst Namen an.',
  lookEnded: 'Diese Einsicht in Türereignisse ist beendet. Beginnen Sie eine neue.',
  ownLook: 'Sie haben diese Einsicht begonnen. Jemand anderes muss sie freigeben.',
  newAccount:
    'Sie und wer diese Einsicht begonnen hat sind durch eine Einladung verbunden, deren Konto jünger als 24 Stunden ist. Jemand anderes muss sie freigeben.',
  notAsked: 'Für diese Einsicht wird keine zweite Person mehr gebraucht.',
  unknownPage: 'Geben Sie das `next` der vorigen Seite an.',
};
