import type { keyDesk as english, keyReceipt as englishReceipt } from '../../en/sentences/key-desk';
import type { Translation } from '../../english';

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
