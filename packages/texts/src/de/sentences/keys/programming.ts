import type { programming as english } from '../../../en/sentences/keys/programming';
import type { Translation } from '../../../english';

export const programming: Translation<typeof english> = {
  changed: 'Jemand anderes hat diesen Auftrag geändert. Laden Sie die Liste neu und versuchen Sie es noch einmal.',
  keyNeeded: 'Wählen Sie den Schlüssel, der in {{cylinder}} gesperrt oder entsperrt werden soll.',
  noKey: 'Ein Auftrag, der Ereignisse holt oder {{cylinder}} neu programmiert, betrifft keinen Schlüssel.',
  otherSystem: '{{key}} gehört nicht zum Schlüsselsystem von {{cylinder}}.',
  planned: '{{cylinder}} ist erst geplant: Sein Schlüsselsystem führt ihn noch nicht auf.',
  twice: '{{cylinder}} steht zweimal mit demselben Auftrag auf der Liste.',
  ordered: 'Dieser Auftrag ist für {{cylinder}} schon bestellt und noch nicht erledigt.',
  sayEvents:
    'Neu zu programmieren löscht die Ereignisse im Zylinder. Geben Sie an, ob sie zuerst geholt werden sollen.',
  otherCarrier: '{{programmingKey}} ist ein Programmierschlüssel eines anderen Schlüsselsystems als {{cylinder}}.',
  carried:
    'Der Programmierschlüssel {{programmingKey}} trägt den Auftrag für {{cylinder}}: Er kann jederzeit ausgeführt werden. Lassen Sie ihn zuerst zurückgeben.',
  done: 'Der Auftrag für {{cylinder}} ist erledigt.',
  cancelled: 'Der Auftrag für {{cylinder}} ist storniert.',
  cancelling: 'Der Auftrag für {{cylinder}} wird gerade storniert.',
  notThere: 'Das Schlüsselsystem hat den Auftrag für {{cylinder}} noch nicht. Tragen Sie ihn dort zuerst ein.',
  notWritable:
    'Die Verbindung kann keine Programmieraufträge schreiben. Ändern Sie den Auftrag für {{cylinder}} im Schlüsselsystem.',
  nothingToRetry: 'Der Auftrag für {{cylinder}} ist nicht fehlgeschlagen.',
  notToEnter: 'Der Auftrag für {{cylinder}} muss nicht von Hand eingetragen werden.',
  eventsNotFetched:
    'Die Ereignisse wurden nicht geholt: Jener Auftrag wurde storniert. Bestellen Sie den Auftrag noch einmal.',
};
