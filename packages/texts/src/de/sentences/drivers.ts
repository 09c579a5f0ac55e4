import type { texts as english } from '../../en/sentences';
import type { Translation } from '../../english';

export const driver: Translation<typeof english.driver> = {
  unreachable: {
    what: 'Das Schlüsselsystem ist nicht erreichbar.',
    remedy: 'Prüfen Sie die Adresse, und ob dieser Server dorthin eine Verbindung aufbauen darf.',
  },
  address_refused: {
    what: 'Diese Installation erlaubt keine Aufrufe an diese Adresse.',
    remedy: 'Prüfen Sie die Adresse.',
  },
  refused: {
    what: 'Das Schlüsselsystem antwortete, dass es das Verlangte nicht tun konnte.',
    remedy: 'Versuchen Sie es später noch einmal; bleibt es dabei, steht das Nähere im Protokoll seines Betreibers.',
  },
  tls_untrusted: {
    what: 'Dem Zertifikat, das das Schlüsselsystem zeigt, ist nicht zu trauen.',
    remedy:
      'Prüfen Sie die Adresse, oder laden Sie ein Bündel hoch, das auch das Zertifikat der ausstellenden Stelle enthält.',
  },
  certificate_expired: {
    what: 'Unser Client-Zertifikat ist abgelaufen.',
    remedy: 'Laden Sie das erneuerte Zertifikat für diese Schließanlage hoch.',
  },
  certificate_rejected: {
    what: 'Das Schlüsselsystem hat unser Client-Zertifikat abgelehnt.',
    remedy: 'Laden Sie das Zertifikat hoch, das für diese Schließanlage ausgestellt wurde.',
  },
  unauthorised: {
    what: 'Das Schlüsselsystem kennt unser Client-Zertifikat, aber es gibt dazu kein Recht.',
    remedy: 'Lassen Sie die Rechte des Zertifikats im Schlüsselsystem erweitern.',
  },
  unknown_domain: {
    what: 'Das Schlüsselsystem hat keine Domäne dieses Namens.',
    remedy: 'Prüfen Sie die Schreibweise der Domäne.',
  },
  rate_limited: {
    what: 'Das Schlüsselsystem bittet um weniger Aufrufe.',
    remedy: 'Warten Sie einige Minuten und versuchen Sie es noch einmal.',
  },
  timeout: {
    what: 'Das Schlüsselsystem hat nicht rechtzeitig geantwortet.',
    remedy:
      'Versuchen Sie es später noch einmal; bleibt es dabei, prüfen Sie die Last des Schlüsselsystems und das Netz dazwischen.',
  },
  bad_answer: {
    what: 'Das Schlüsselsystem hat unverständlich geantwortet.',
    remedy:
      'Prüfen Sie, dass die Adresse die des Schlüsselsystems selbst ist, und dass seine Version unterstützt wird.',
  },
  not_supported: {
    what: 'Das Schlüsselsystem bietet diese Funktion nicht.',
    remedy: 'Lassen Sie die Funktion dort freischalten, oder erledigen Sie diesen Schritt von Hand.',
  },
  refused_item: {
    what: 'Das Schlüsselsystem hat diesen Datensatz abgelehnt.',
    remedy: 'Berichtigen Sie den Datensatz und versuchen Sie es noch einmal.',
  },
  conflict: {
    what: 'Im Schlüsselsystem ist etwas anderes verzeichnet.',
    remedy: 'Lesen Sie das Schlüsselsystem neu ein, um zu sehen, was.',
  },
  aborted: {
    what: 'Der Aufruf wurde vor seinem Ende abgebrochen.',
    remedy: 'Starten Sie ihn noch einmal.',
  },
};

export const circumstance: Translation<typeof english.circumstance> = {
  brokeHandshake: 'Der Verbindungsaufbau wurde dort abgebrochen.',
  serverExpired: 'Es ist abgelaufen; der Betreiber muss es erneuern.',
  serverNotYetValid: 'Es ist noch nicht gültig.',
  otherAddress: 'Es wurde für eine andere Adresse ausgestellt.',
  unknownIssuer:
    'Sein Aussteller ist hier nicht bekannt. Prüft Ihre Organisation TLS-Verbindungen oder hat sie eine eigene Zertifizierungsstelle, lassen Sie deren Zertifikat auf dem Server in KEY2XS_CA_DIR ablegen.',
  proxy: {
    unreachable:
      'Der Proxy {{proxy}} dieses Servers ist nicht erreichbar. Lassen Sie HTTPS_PROXY auf dem Server prüfen, und ob der Proxy läuft.',
    untrusted:
      'Dem Zertifikat des Proxys {{proxy}} ist nicht zu trauen. Lassen Sie das Zertifikat der ausstellenden Stelle auf dem Server in KEY2XS_CA_DIR ablegen.',
    noAnswer:
      'Der Proxy {{proxy}} hat nicht wie ein HTTP-Proxy geantwortet. Lassen Sie die Adresse in HTTPS_PROXY auf dem Server prüfen.',
    timedOut: 'Der Proxy {{proxy}} hat die Verbindung zu {{host}} nicht rechtzeitig aufgebaut.',
    asksForCredentials:
      'Der Proxy {{proxy}} verlangt Benutzernamen und Passwort. Lassen Sie beides auf dem Server in HTTPS_PROXY eintragen.',
    refusesCredentials:
      'Der Proxy {{proxy}} nimmt Benutzernamen oder Passwort aus HTTPS_PROXY nicht an. Lassen Sie sie auf dem Server berichtigen.',
    otherSignIn:
      'Der Proxy {{proxy}} verlangt eine Anmeldung mit {{schemes, list}}; Key2XS kann sich nur mit Benutzernamen und Passwort (Basic) anmelden. Lassen Sie diesen Server am Proxy ohne Anmeldung zu.',
    refuses: 'Der Proxy {{proxy}} erlaubt diesem Server keine Verbindung zu {{host}}. Lassen Sie sie dort freigeben.',
    noWay:
      'Der Proxy {{proxy}} konnte keine Verbindung zu {{host}} aufbauen: Er antwortete mit HTTP-Status {{status}}.',
  },
  otherTls: 'Es verwendet eine andere TLS-Version als wir.',
  answerCutOff: 'Eine Antwort wurde abgeschnitten.',
  noSuchHost: 'Sein Rechnername lässt sich nicht auflösen.',
  noNameServer: 'Sein Rechnername ließ sich nicht rechtzeitig auflösen: kein Nameserver antwortet.',
  nothingListens: 'An diesem Port nimmt nichts Verbindungen an.',
  noWay: 'Zu dieser Adresse führt kein Weg.',
  connectionBroke: 'Die Verbindung brach ab.',
  closedUnanswered: 'Es schloss die Verbindung ohne Antwort.',
  ledAway: 'Die Antwort führte von {{host}} weg. Dieser Server folgt nirgendwohin.',
  notCalled:
    '{{host}} führt zu: {{place}}. Dorthin ruft dieser Server nicht. Ist es Ihr Schlüsselsystem, dann lassen Sie den Rechner oder das Netz in KEY2XS_ALLOWED_HOSTS eintragen.',
  places: {
    own: 'Key2XS selbst oder seine Datenbank',
    none: 'keine Adresse',
    unknown: 'eine Adresse unbekannter Form',
    loopback: 'eine Loopback-Adresse',
    private: 'eine private Adresse',
    'link-local': 'eine Link-Local-Adresse',
    metadata: 'eine Metadaten-Adresse',
    unspecified: 'eine unbestimmte Adresse',
    multicast: 'eine Multicast-Adresse',
    reserved: 'eine reservierte Adresse',
  },
  wasValidUntil: 'Es war bis {{day}} gültig.',
  notValidBefore: 'Es ist erst ab {{day}} gültig.',
  httpStatus: 'Es antwortete mit HTTP-Status {{status}}.',
  sendsElsewhere: 'Es schickt uns zu einer anderen Adresse.',
  notJson: 'Es antwortete nicht in JSON.',
  unknownEncoding: 'Eine Antwort ist in einer unbekannten oder beschädigten Kodierung.',
  answerTooLarge: 'Eine Antwort ist zu groß.',
  answerEndless: 'Eine Antwort nahm kein Ende.',
  answerEmpty: 'Eine Antwort ist leer.',
  wrongField: '{{field}}: {{problem}}.',
  wrongAnswer: 'Die Antwort: {{problem}}.',
  tooManyRecords: 'Eine Antwort hat zu viele Datensätze.',
  tooManyFields: 'Ein Datensatz hat zu viele Felder.',
  valueTooLong: 'Ein Wert in einer Antwort ist zu lang.',
  xmlPartTooLong: 'Sein XML hat einen zu langen Abschnitt.',
  xmlBroken: 'Es antwortete nicht in wohlgeformtem XML.',
  xmlTooDeep: 'Sein XML ist zu tief verschachtelt.',
  xmlHasType: 'Sein XML hat einen Dokumenttyp, der hier abgelehnt wird.',
  webPage: 'Es antwortete mit einer Webseite.',
  otherElement: 'Es antwortete nicht mit {{wanted}}.',
  unknownElement: 'Es antwortete mit {{found}}, das hier unbekannt ist, und mit keinem {{wanted}}.',
  noKeyDetails: 'Zum Schlüssel {{key}} hat es keine Einzelheiten.',
  recordTwice: 'Der Datensatz {{record}} kam zweimal.',
  otherPage: 'Eine Seite ist nicht die verlangte.',
  listShrank: 'Die Liste wurde beim Lesen kürzer.',
  listTooLong: 'Eine Liste hat mehr als {{most, number}} Datensätze.',
  listLongerThanSaid: 'Die Liste ist länger, als sie sagt.',
  listEndedEarly: 'Die Liste endete bei {{read, number}} von {{total, number}} Datensätzen.',
  eventsInCircles: 'Es antwortet immer wieder mit denselben Ereignissen.',
  eventsInDisorder: 'Seine Ereignisse kommen nicht in der Reihenfolge ihres Eintreffens.',
  cannot: 'Diese Verbindung kann nicht: {{abilities, list}}.',
  bundleUnusable: 'Das Zertifikatsbündel ist nicht verwendbar.',
  bundleNoCertificate: 'Die Datei enthält kein Zertifikat in PEM-Form.',
  bundleNoKey: 'Die Datei enthält keinen privaten Schlüssel in PEM-Form.',
  bundleSeveralKeys: 'Die Datei enthält mehr als einen privaten Schlüssel.',
  bundleKeyLocked: 'Der private Schlüssel hat ein Kennwort. Exportieren Sie ihn ohne.',
  bundleKeyBroken: 'Der private Schlüssel ist nicht lesbar.',
  bundleCertificateBroken: 'Ein Zertifikat in der Datei ist nicht lesbar.',
  bundleOtherKey: 'Der private Schlüssel gehört nicht zum Zertifikat in der Datei.',
  bundleKeyWeak: 'Der private Schlüssel ist zu schwach.',
};

export const ability: Translation<typeof english.ability> = {
  all: 'Diese Verbindung kann alles, was Key2XS verlangt.',
  can: 'Diese Verbindung kann: {{abilities, clauses}}.',
  nothing: 'Diese Verbindung kann nichts, was Key2XS verlangt.',
  cannot: 'Sie kann nicht: {{abilities, clauses}}.',
  read: 'lesen ({{records, list}})',
  tell: 'sagen ({{records, list}})',
  write: 'schreiben ({{records, list}})',
  of: {
    read_persons: 'Personen',
    read_person_references: 'welche Personen unsere sind',
    read_profiles: 'Profile',
    read_cylinders: 'Zylinder',
    read_cylinder_groups: 'Zylindergruppen',
    read_keys: 'Schlüssel',
    read_programming_jobs: 'Programmieraufträge',
    read_programming_devices: 'Programmierschlüssel und Programmiergeräte',
    read_access_events: 'Zugangsereignisse',
    write_persons: 'Personen',
    write_profiles: 'Profile',
    write_profile_members: 'Mitglieder von Profilen',
    write_key_holders: 'Inhaber von Schlüsseln',
    write_key_times: 'Zeiten von Schlüsseln',
    write_key_access: 'einzelne Rechte von Schlüsseln',
    write_programming_jobs: 'Programmieraufträge',
  },
};

export const finding: Translation<typeof english.finding> = {
  isAddress: '{{host}} ist eine Adresse, und dieser Server darf sie aufrufen.',
  leadsTo: '{{host}} führt zu {{addresses, list}}, und dieser Server darf dorthin.',
  connects: 'Eine Verbindung zu {{host}} kommt zustande.',
  proxyAnswers:
    'Der Weg zu {{host}} führt über den Proxy {{proxy}}, der die Adresse ermittelt. Der Proxy ist erreichbar.',
  proxyConnects: 'Der Proxy {{proxy}} hat eine Verbindung zu {{host}} aufgebaut.',
  brokeOffOverOurs: 'Es brach wegen unseres Zertifikats ab, bevor seines geprüft werden konnte.',
  serverTrusted:
    'Seinem Zertifikat wird vertraut. Ausgestellt hat es {{issuer}}, gültig ist es bis {{day}}. ({{protocol}})',
  ended: 'Es ist abgelaufen',
  ends_one: 'Es endet in {{count, number}} Tag',
  ends_other: 'Es endet in {{count, number}} Tagen',
  operatorRenews: '{{ending}}: der Betreiber muss es erneuern.',
  clientAccepted: 'Unser Zertifikat {{subject}} wird angenommen. Es ist bis {{day}} gültig.',
  renewOurs: '{{ending}}: lassen Sie es erneuern und laden Sie das neue hoch.',
  domainKnown: 'Die Domäne {{domain}} ist bekannt.',
  noDomains: 'Der Abfragedienst kennt keine Domänen: er antwortet für die Schließanlage unseres Zertifikats.',
  onlyQuery: 'Nur der Abfragedienst antwortet: Es kann nichts geschrieben werden, Änderungen sind von Hand zu machen.',
  writes: 'Der schreibende Dienst antwortet.',
  queryAndWrites: 'Der Abfragedienst und der schreibende Dienst antworten.',
  writesWithoutQuery:
    'Der schreibende Dienst antwortet, der Abfragedienst nicht; Zugangsereignisse sind deshalb nicht lesbar.',
  readNone: 'Ein erstes Lesen dauerte {{ms}} ms. Es gibt noch keine {{records}}.',
  read: 'Ein erstes Lesen ({{records}}) dauerte {{ms}} ms und brachte {{count, number}}.',
  nothingToRead: 'Diese Verbindung bietet nichts, was sich lesen ließe.',
  records: { persons: 'Personen', keys: 'Schlüssel', cylinders: 'Zylinder' },
  answered: '{{product}} {{version}} antwortete für die Domäne {{domain}}.',
  interrupted: 'Der Test wurde unterbrochen. Starten Sie ihn noch einmal.',
};
