import type { texts as english } from '../../en/sentences';
import type { Translation } from '../../english';

export const apiToken: Translation<typeof english.apiToken> = {
  invalid: 'Dieses API-Token ist nicht gültig.',
  sessionOnly: 'Das geht nicht mit einem API-Token. Melden Sie sich an.',
  readOnly: 'Dieses API-Token liest nur.',
  moreFunctions: 'Wählen Sie aus Ihren eigenen Funktionen.',
  everything: 'Wählen Sie Funktionen. Nur das Token eines Super-Admins darf alles.',
  outsideScope: 'Wählen Sie Abteilungen und Orte aus Ihrem Bereich.',
  past: 'Wählen Sie einen späteren Zeitpunkt.',
  tooLong: 'Höchstens {{count}} Tage im Voraus, bitte.',
  tooMany: 'Es gibt schon {{most}} Token. Widerrufen Sie zuerst eines.',
  notService: 'Das ist kein Dienstkonto.',
  acting: 'Beenden Sie zuerst die Vertretung.',
};
