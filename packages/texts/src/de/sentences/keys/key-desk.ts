import type {
  keyDesk as english,
  keyCount as englishCount,
  keyReceipt as englishReceipt,
  keyRing as englishRing,
} from '../../../en/sentences/keys/key-desk';
import type { Translation } from '../../../english';

export const keyDesk: Translation<typeof english> = {
  changed: 'Jemand anderes hat diesen Schlüssel geändert. Laden Sie ihn neu und versuchen Sie es noch einmal.',
  notActive: '{{person}} ist nicht aktiv und kann keine Schlüssel bekommen.',
  personNeeded: 'Wählen Sie die Person, die die Schlüssel bekommt.',
  dueInThePast: 'Der Rückgabetermin liegt in der Vergangenheit.',
  keyTwice: 'Ein Schlüssel steht zweimal auf der Liste.',
  severalHolders: 'Diese Schlüssel haben mehrere Personen. Nehmen Sie sie Person für Person zurück.',
  sameThere: 'Im Schlüsselsystem steht dasselbe. Es gibt nichts zu übernehmen oder zu schreiben.',
  notWritable: 'Die Verbindung kann nicht schreiben, wer {{marking}} hat. Tragen Sie es im Schlüsselsystem ein.',
  reasonNeeded: '{{warning}} Geben Sie einen Grund an, um fortzufahren.',
  labels: 'Schlüsseletiketten',
  labelsUsed: 'So viele Etiketten hat ein Bogen nicht.',
  tooManyLabels:
    '{{count, number}} Schlüssel passen; gedruckt werden höchstens {{most, number}} auf einmal. Filtern Sie weiter.',
  noLabels: 'Kein Schlüssel passt zum Filter.',
  refused: {
    handed_out: '{{person}} hat {{marking}}. Nehmen Sie ihn zuerst zurück, oder lassen Sie ihn weitergeben.',
    out: '{{marking}} ist ausgegeben. Nehmen Sie ihn zuerst zurück.',
    reserved: '{{marking}} ist für {{person}} reserviert.',
    kept: '{{marking}} ist für jemand anderen reserviert.',
    reserved_for_others: '{{marking}} ist für {{person}} reserviert. Geben Sie ihn zuerst frei.',
    in_stock: '{{marking}} ist im Bestand.',
    lost: '{{marking}} ist als verloren gemeldet. Melden Sie ihn zuerst als gefunden.',
    broken: '{{marking}} ist als defekt gemeldet. Melden Sie ihn zuerst als repariert.',
    retired: '{{marking}} ist außer Gebrauch.',
    not_broken: '{{marking}} ist nicht als defekt gemeldet.',
    not_lost: '{{marking}} ist nicht als verloren gemeldet.',
    not_retired: '{{marking}} ist in Gebrauch.',
    not_reserved: '{{marking}} ist für niemanden reserviert.',
    same_holder: '{{person}} hat {{marking}} schon.',
    no_holder: '{{marking}} war im Bestand, als er verloren ging. Melden Sie ihn im Bestand gefunden.',
  },
  warning: {
    has_keys_one: '{{person}} hat schon einen Schlüssel.',
    has_keys_other: '{{person}} hat schon {{count, number}} Schlüssel.',
    has_overdue_one: '{{person}} hat einen überfälligen Schlüssel.',
    has_overdue_other: '{{person}} hat {{count, number}} überfällige Schlüssel.',
    leaves_soon: 'Der letzte Tag von {{person}} ist der {{day}}.',
    no_access: '{{person}} darf keine Tür von {{system}} öffnen, die Sie sehen: Kein geltender Schließplan gibt eine.',
    to_update:
      '{{marking}} öffnet erst dann, was {{person}} öffnen darf, wenn er an einem Programmiergerät aktualisiert wurde.',
  },
};

export const keyReceipt: Translation<typeof englishReceipt> = {
  changed:
    'Der Beleg ist nicht mehr der gezeigte: Ein Schlüssel, eine Person oder der Text hat sich geändert, oder er ist zu alt. Zeigen Sie ihn noch einmal und lassen Sie ihn unterschreiben.',
  notSigned: 'Das ist keine Unterschrift. Löschen Sie sie und unterschreiben Sie noch einmal.',
  giverMissing: 'Auch wer die Schlüssel weitergibt, unterschreibt.',
  alreadySigned: 'Dieser Beleg ist schon unterschrieben.',
  link: {
    transfer: 'Weitergegeben wird mit zwei Unterschriften, deshalb geht es nicht per Mail.',
    noAddress:
      'Die Identitätsquelle nennt keine Mailadresse dieser Person. Lassen Sie den Beleg hier oder auf Papier unterschreiben.',
    none: 'Dieser Beleg hat keinen offenen Link.',
    notOpen:
      'Dieser Link wurde schon verwendet, wurde zurückgezogen oder ist zu alt. Bitten Sie Ihre Schlüsselausgabe um einen neuen.',
    confirmed: 'Per Link bestätigt',
    from: '{{moment}}, von {{address}}',
  },
  paper: {
    unknown: 'Das ist keine PDF-, JPEG- oder PNG-Datei.',
    tooManyPixels: 'Das Bild hat zu viele Bildpunkte. Fotografieren Sie das Blatt mit geringerer Auflösung.',
    broken: 'Die Datei ist beschädigt. Fotografieren oder scannen Sie das Blatt noch einmal.',
  },
  title: { hand_out: 'Schlüsselausgabe', return: 'Schlüsselrückgabe', transfer: 'Schlüsselweitergabe' },
  statement: {
    hand_out:
      'Ich habe die hier aufgeführten Schlüssel erhalten. Ich bewahre sie sicher auf, gebe sie nicht weiter, melde einen Verlust sofort und gebe sie zum Termin oder bei meinem Ausscheiden zurück.',
    return: 'Ich habe die hier aufgeführten Schlüssel zurückgegeben.',
    transfer:
      'Die hier aufgeführten Schlüssel gehen von der einen Person an die andere über. Wer sie erhält, bewahrt sie sicher auf, gibt sie nicht weiter, meldet einen Verlust sofort und gibt sie zum Termin zurück.',
  },
  handedTo: 'Ausgegeben an',
  givenBackBy: 'Zurückgegeben von',
  handedOnBy: 'Weitergegeben von',
  issuedBy: 'An der Ausgabe',
  at: 'Zeit',
  signed: 'Unterschrift von {{name}}',
  column: { marking: 'Kennzeichen', name: 'Name', serial: 'Seriennummer', system: 'Schlüsselsystem', due: 'Fällig' },
};

export const keyCount: Translation<typeof englishCount> = {
  closed: 'Diese Zählung ist abgeschlossen.',
  changed: 'Jemand hat weitergezählt. Sehen Sie die Abweichungen noch einmal an und schließen Sie dann die Zählung ab.',
  nothingScanned: 'Scannen Sie einen Schlüssel oder tippen Sie seine Kennzeichnung.',
  unfitCorrection: 'Eine Berichtigung passt nicht mehr zum Gezählten. Sehen Sie die Abweichungen noch einmal an.',
  tooMany:
    'Es gibt mehr als {{most, number}} Abweichungen. Zählen Sie weiter, oder verwerfen Sie diese Zählung und beginnen Sie eine für einen einzelnen Ort.',
  title: 'Bestandszählung der Schlüssel',
  allSystems: 'alle Schlüsselsysteme',
  about: 'Gezählt: {{system}}',
  place: 'Ort: {{place}}',
  begun: 'Begonnen {{at}} von {{by}}',
  ended: 'Abgeschlossen {{at}} von {{by}}: {{reason}}',
  stillOpen: 'Noch nicht abgeschlossen. Stand von {{at}}.',
  figures:
    '{{expected, number}} als im Bestand geführt, davon {{counted, number}} gezählt, {{differences, number}} Abweichungen',
  person_one: '{{name}}: {{count, number}} Scan, {{first}}',
  person_other: '{{name}}: {{count, number}} Scans, {{first}} bis {{last}}',
  firstOnly: 'Die ersten {{shown, number}} von {{total, number}} Abweichungen.',
  kind: {
    missing: 'Fehlt',
    handed_out: 'Vorhanden, aber als ausgegeben geführt',
    lost: 'Vorhanden, aber als verloren gemeldet',
    retired: 'Vorhanden, aber außer Gebrauch',
    elsewhere: 'Gehört woandershin',
    unknown: 'Kennzeichnung keines Schlüssels',
  },
  correction: {
    report_lost: 'Verlust gemeldet',
    return: 'zurückgenommen',
    find: 'Fund gemeldet',
    restore: 'wieder in Gebrauch',
    store: 'jetzt hier aufbewahrt',
  },
  column: { difference: 'Abweichung', holder: 'Inhaber', storage: 'Aufbewahrt in', correction: 'Entschieden' },
};

export const keyRing: Translation<typeof englishRing> = {
  changed: 'Jemand anderes hat diesen Schlüsselbund geändert. Laden Sie ihn neu und versuchen Sie es noch einmal.',
  nameTaken: 'Einen Schlüsselbund mit dem Namen {{name}} gibt es schon.',
  apart: 'Diese Schlüssel sind nicht beisammen: Sie müssen alle im Bestand oder alle beim selben Inhaber sein.',
  onAnother: 'Einer dieser Schlüssel hängt an einem anderen Bund. Nehmen Sie ihn dort zuerst ab.',
};
