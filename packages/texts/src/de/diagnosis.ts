import type { Areas, Translation } from '../english';

/** Die Schritte eines Verbindungstests, während er läuft und danach. */
export const texts: Translation<Areas['diagnosis']> = {
  label: 'Schritte des Verbindungstests',
  names: {
    resolve: 'Rechner finden',
    connect: 'Rechner erreichen',
    server_certificate: 'Server-Zertifikat',
    client_certificate: 'Client-Zertifikat',
    domain: 'Domäne',
    services: 'Dienste',
    read: 'Erstes Lesen',
  },
  purposes: {
    resolve: 'Sucht die IP-Adresse des Rechners.',
    connect: 'Baut eine Verbindung zu dieser Adresse auf.',
    server_certificate: 'Prüft, dass es der Server ist, der er zu sein behauptet.',
    client_certificate: 'Zeigt unser Zertifikat und sieht, ob es angenommen wird.',
    domain: 'Fragt, ob die Domäne dort bekannt ist.',
    services: 'Findet heraus, was diese Verbindung kann.',
    read: 'Liest ein wenig, um zu sehen, dass das Lesen geht.',
  },
  states: {
    pending: 'Wartet',
    running: 'Läuft',
    passed: 'Bestanden',
    warning: 'Bestanden, mit einer Warnung',
    failed: 'Gescheitert',
    skipped: 'Ausgelassen',
  },
  skipped: 'Nicht versucht, weil ein früherer Schritt gescheitert ist.',
  milliseconds: '{{count, number}} ms',
  seconds: '{{count, number}} s',
};
