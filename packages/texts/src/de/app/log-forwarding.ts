import type { texts as en } from '../../en/app/log-forwarding';
import type { Translation } from '../../english';

/** Texte der Ziele, an die das Verwaltungsprotokoll weitergeleitet wird. */
export const texts: Translation<typeof en> = {
  title: 'Protokollweiterleitung',
  loading: 'Ziele werden geladen ...',
  none: 'Das Protokoll wird nicht weitergeleitet',
  noneHint: 'Key2XS kann sein Verwaltungsprotokoll über Syslog mit TLS an ein SIEM senden oder in Dateien schreiben.',
  full: 'Es kann höchstens {{count, number}} Ziele geben. Löschen Sie eines, um ein weiteres anzulegen.',
  what: 'Weitergeleitet wird das Verwaltungsprotokoll mit den Namen, die darin stehen:',
  whatMore:
    'Anmeldungen, gescheiterte Anmeldungen und was Menschen und das Produkt tun. Was an Türen geschieht, wird nicht weitergeleitet. Wie lange der Empfänger Einträge aufbewahrt, wird dort entschieden.',
  add: 'Ziel hinzufügen',
  create: 'Hinzufügen',
  edit: 'Ziel bearbeiten',
  editOf: 'Das Ziel {{name}} bearbeiten',
  saved: 'Das Ziel wurde gespeichert.',
  failed: 'Das Ziel wurde nicht gespeichert.',
  label: 'Name',
  kind: 'Senden an',
  kinds: {
    syslog: 'Einen Empfänger von Syslog mit TLS',
    file: 'Dateien auf dem Server',
  },
  format: 'Format',
  formats: { ocsf: 'OCSF (JSON)', cef: 'CEF' },
  host: 'Host',
  hostHint: 'Private Adressen müssen in KEY2XS_ALLOWED_HOSTS erlaubt sein.',
  port: 'Port',
  authority: 'Zertifikate seiner Zertifizierungsstelle',
  authorityHint: 'Nur, wenn sie nicht zu den öffentlichen Stellen gehört. Als PEM.',
  file: 'Dateiname',
  fileHint: 'Ohne Endung, im Ordner log-forwarding des Datenordners.',
  size: 'Neue Datei ab (MB)',
  keep: 'Aufbewahrte frühere Dateien',
  from: 'Beginnen mit',
  froms: { now: 'Was ab jetzt geschieht', start: 'Dem ganzen Protokoll' },
  enabled: 'Eingeschaltet',
  enabledHint: 'Was geschieht, während es ausgeschaltet ist, wird danach gesendet.',
  toSyslog: 'Syslog mit TLS an {{host}}, Port {{port}}, als {{format}}.',
  toFile: 'Datei {{file}} im Ordner log-forwarding des Datenordners, als {{format}}.',
  sent: 'Gesendet bis Eintrag {{position, number}}',
  notSent: 'Noch wurde nichts gesendet.',
  waiting_one: '{{count, number}} Eintrag wartet, von {{when}}.',
  waiting_other: '{{count, number}} Einträge warten, der älteste von {{when}}.',
  since: 'Zuerst gescheitert: {{when}}.',
  again: 'Key2XS versucht es wieder und lässt nichts aus.',
  health: { off: 'Ausgeschaltet', failing: 'Scheitert', fresh: 'Noch nichts gesendet', works: 'In Ordnung' },
  errors: {
    not_found: 'Der Name des Empfängers hat keine Adresse. Prüfen Sie den Host.',
    address_refused:
      'Die Adresse darf nicht aufgerufen werden. Wer den Server betreibt, kann sie in KEY2XS_ALLOWED_HOSTS erlauben.',
    timeout: 'Der Empfänger hat nicht rechtzeitig geantwortet. Prüfen Sie Host, Port und Firewall.',
    untrusted:
      'Das Zertifikat des Empfängers stammt von einer Stelle, der nicht vertraut wird. Fügen Sie die Zertifikate seiner Zertifizierungsstelle hinzu, hier oder auf dem Server in KEY2XS_CA_DIR.',
    expired: 'Das Zertifikat des Empfängers ist abgelaufen oder noch nicht gültig. Erneuern Sie es dort.',
    other_name:
      'Das Zertifikat des Empfängers gilt für einen anderen Namen. Geben Sie den Host so ein, wie er im Zertifikat steht.',
    tls: 'Es kam keine sichere Verbindung zustande. Prüfen Sie, ob der Empfänger auf diesem Port TLS spricht und kein Client-Zertifikat verlangt.',
    connection: 'Keine Verbindung zum Empfänger. Prüfen Sie, ob er läuft, sowie Host, Port und Firewall.',
    closed:
      'Die Verbindung brach ab, bevor der Empfänger alles übernommen hatte. Sehen Sie im Protokoll des Empfängers nach.',
    unconfirmed:
      'Der Empfänger hat die Verbindung nicht seinerseits geschlossen und hat vielleicht nicht alles übernommen. Prüfen Sie, ob er hängt.',
    file: 'Die Datei lässt sich nicht schreiben. Prüfen Sie Platz und Rechte des Datenordners auf dem Server.',
  },
  test: { send: 'Test senden', of: 'Einen Test an {{name}} senden', taken: 'Das Testereignis wurde übernommen.' },
  remove: {
    open: 'Löschen ...',
    of: 'Das Ziel {{name}} löschen',
    title: 'Das Ziel {{name}} löschen?',
    text: 'Das Protokoll wird dorthin nicht mehr weitergeleitet. Was gesendet wurde, bleibt dort.',
    waiting_one: '{{count, number}} wartender Eintrag wird nicht gesendet.',
    waiting_other: '{{count, number}} wartende Einträge werden nicht gesendet.',
    confirm: 'Ziel löschen',
    done: 'Das Ziel wurde gelöscht.',
  },
};
