import type { texts as english } from '../../../en/sentences';
import type { Translation } from '../../../english';

export const lockingPlan: Translation<typeof english.lockingPlan> = {
  noneUpload: '„{{name}}“ hat keinen Schließplan. Laden Sie eine Datei hoch, prüfen Sie sie und speichern Sie sie.',
  none: '„{{name}}“ hat keinen Schließplan.',
  noCylinders:
    'Von „{{name}}“ ist noch kein Zylinder bekannt. Lesen Sie den Bestand und laden Sie den Schließplan dann noch einmal hoch.',
  changed: 'Jemand anderes hat diesen Schließplan geändert. Sehen Sie ihn an und entscheiden Sie dann neu.',
  readMeanwhile:
    'Der Bestand dieses Schlüsselsystems wurde inzwischen gelesen. Speichern Sie den Schließplan noch einmal.',
  noCylinder:
    '„{{label}}“ ist kein Zylinder dieses Schlüsselsystems. Vielleicht hat sich der Bestand geändert, seit das Blatt gelesen wurde: laden Sie es noch einmal hoch.',
  noRecord:
    '„{{label}}“ ({{kind}}) gibt es in diesem Schlüsselsystem nicht. Vielleicht hat sich der Bestand geändert, seit das Blatt gelesen wurde: laden Sie es noch einmal hoch.',
  twoColumns: 'Der Zylinder von „{{label}}“ hat zwei Spalten. Behalten Sie eine.',
  twoRows: '„{{label}}“ ({{kind}}) hat zwei Zeilen. Behalten Sie eine.',
  kinds: { key: 'Schlüssel', person: 'Person' },
  rightsNotRising: 'Die Rechte von „{{label}}“ müssen aufsteigende Plätze von Spalten sein.',
  unknownWithRecord: '„{{label}}“ ist unbekannt und kann nicht auf einen Eintrag verweisen.',
};

export const sheet: Translation<typeof english.sheet> = {
  fileEmpty: 'Diese Datei ist leer. Wählen Sie die Datei mit dem Schließplan.',
  empty: 'Dieses Blatt ist leer. Wählen Sie die Datei mit dem Schließplan.',
  oldWorkbook:
    'Das ist eine Arbeitsmappe im alten Excel-Format (.xls). Öffnen Sie sie in Excel, speichern Sie sie als „Excel-Arbeitsmappe (.xlsx)“ und laden Sie diese hoch.',
  picture: 'Das ist ein Bild oder PDF eines Plans. Laden Sie das Blatt selbst als .xlsx oder CSV hoch.',
  notASheet:
    'Diese Datei ist weder CSV noch eine Excel-Arbeitsmappe (.xlsx). Öffnen Sie sie in einer Tabellenkalkulation, speichern Sie sie als eines von beiden und laden Sie das hoch.',
  unknownEncoding:
    'Die Zeichen dieser Datei sind in keiner bekannten Kodierung. Speichern Sie sie als „CSV UTF-8“ und laden Sie sie noch einmal hoch.',
  encrypted:
    'Diese Arbeitsmappe ist mit einem Kennwort geschützt. Öffnen Sie sie in Excel, entfernen Sie das Kennwort (Datei, Informationen, Arbeitsmappe schützen) und laden Sie sie noch einmal hoch.',
  damaged:
    'Diese Arbeitsmappe ist beschädigt oder nur zum Teil angekommen. Öffnen Sie sie in Excel, speichern Sie sie noch einmal und laden Sie diese hoch.',
  tooLarge:
    'Entpackt ist diese Arbeitsmappe viel größer als ein Schließplan. Kopieren Sie die Zellen mit dem Plan in eine neue Arbeitsmappe und laden Sie diese hoch.',
  tooMuchText:
    'In dieser Arbeitsmappe steht viel mehr Text als in einem Schließplan. Kopieren Sie die Zellen mit dem Plan in eine neue Arbeitsmappe und laden Sie diese hoch.',
  notAWorkbook:
    'Dieses Archiv ist keine Excel-Arbeitsmappe (.xlsx). Öffnen Sie den Plan in einer Tabellenkalkulation, speichern Sie ihn als .xlsx oder CSV und laden Sie das hoch.',
  oddParts:
    'Diese Arbeitsmappe hat Teile, die keine Tabellenkalkulation schreibt. Speichern Sie sie neu und laden Sie diese hoch.',
  tooManyColumns: 'Dieses Blatt hat mehr Spalten, als eine Tabelle haben kann.',
  tooManyCells:
    'Mehr als 5.000.000 Zellen dieses Blatts sind gefüllt. Lassen Sie Zellen ohne Recht leer oder teilen Sie den Plan, und laden Sie ihn noch einmal hoch.',
  noHeader:
    'Keine Zeile dieses Blatts nennt einen Zylinder dieses Schlüsselsystems. Prüfen Sie, dass der Plan dazugehört, dass die Kennzeichnungen in einer Zeile über den Kreuzen stehen, und dass der Bestand gelesen ist.',
  noLabels:
    'Dieses Blatt nennt in der ersten Spalte einen Zylinder. Schreiben Sie die Kennzeichnungen der Schlüssel oder die Namen der Personen in die erste Spalte.',
  sideways:
    'In diesem Blatt stehen die Zylinder in den Zeilen. Vertauschen Sie Zeilen und Spalten, in Excel mit „Inhalte einfügen, Transponieren“, so dass jede Zeile ein Schlüssel oder eine Person ist, und laden Sie es noch einmal hoch.',
  tooManyCylinders: 'Ein Schließplan kann höchstens 20.000 Zylinder haben. Teilen Sie ihn.',
  tooManyRows: 'Ein Schließplan kann höchstens 100.000 Zeilen haben. Teilen Sie ihn.',
  tooManyRights:
    'Dieser Plan hat mehr Rechte, als sich zusammen speichern lassen. Teilen Sie ihn nach Gebäuden, oder machen Sie aus jeder Zylindergruppe einen eigenen Plan.',
  noRows:
    'Unter den Kennzeichnungen der Zylinder nennt keine Zeile einen Schlüssel oder eine Person. Nennen Sie sie in der ersten Spalte und laden Sie das Blatt noch einmal hoch.',
};

export const sheetProblem: Translation<typeof english.sheetProblem> = {
  unknownCylinder:
    'Nennt keinen Zylinder dieses Schlüsselsystems. Berichtigen Sie die Kennzeichnung, oder lesen Sie den Bestand, wenn der Zylinder neu ist. Bis dahin ohne Zylinder gespeichert.',
  severalCylinders:
    'Passt auf mehrere Zylinder. Schreiben Sie die Kennzeichnung statt des Namens. Bis dahin ohne Zylinder gespeichert.',
  cylinderTwice: 'Dieser Zylinder steht schon in Spalte {{first}}. Behalten Sie eine der beiden Spalten.',
  labelTwice: 'Derselbe Text steht schon in Spalte {{first}}. Behalten Sie eine der beiden Spalten.',
  textColumn: 'In dieser Spalte steht Text statt Kreuzen, und sie nennt keinen Zylinder. Sie wird ausgelassen.',
  noHeader:
    'Darunter stehen Kreuze, aber kein Zylinder ist genannt. Schreiben Sie seine Kennzeichnung in den Kopf, oder leeren Sie die Spalte.',
  unknownRow:
    'Nennt keinen Schlüssel und keine Person dieses Schlüsselsystems. Berichtigen Sie es, oder lesen Sie den Bestand, wenn Schlüssel oder Person neu sind. Bis dahin als Text gespeichert.',
  severalRecords:
    'Passt auf mehrere Schlüssel oder Personen. Schreiben Sie stattdessen die Kennzeichnung des Schlüssels oder die Personalnummer. Bis dahin als Text gespeichert.',
  rowTwice:
    'Dieser Schlüssel oder diese Person steht schon in Zeile {{first}}. Setzen Sie die Kreuze in eine der beiden Zeilen.',
  textRow:
    'In dieser Zeile stehen Text oder Zahlen statt Kreuzen, und sie nennt weder Schlüssel noch Person. Sie wird ausgelassen.',
  noLabel:
    'In dieser Zeile stehen Kreuze, aber weder Schlüssel noch Person ist genannt. Nennen Sie sie in der ersten Spalte, oder leeren Sie die Zeile.',
  longRow:
    'Diese Zeile geht über den letzten Zylinder hinaus. Nennen Sie den Zylinder im Kopf, oder leeren Sie die Zellen.',
  unclearMark: 'Kein Kreuz. Schreiben Sie x für ein Recht, und lassen Sie die Zelle sonst leer.',
};

export const keyPlan: Translation<typeof english.keyPlan> = {
  nameTaken: 'Einen Schlüsselplan mit dem Namen „{{name}}“ gibt es schon.',
  changed: 'Jemand anderes hat diesen Schlüsselplan geändert. Laden Sie neu und versuchen Sie es noch einmal.',
  active:
    '„{{name}}“ ist aktiv. Deaktivieren Sie ihn und gleichen Sie ab, damit entzogen wird, was er gibt; löschen Sie ihn dann.',
  draftWaits_one: 'Eine Änderung des Entwurfs gilt noch nicht. Aktivieren oder verwerfen Sie sie zuerst.',
  draftWaits_other:
    '{{count, number}} Änderungen des Entwurfs gelten noch nicht. Aktivieren oder verwerfen Sie sie zuerst.',
  secondPersonNeedsDraft:
    'Eine zweite Person kann nur Änderungen prüfen, die auf eine Aktivierung warten. Wählen Sie das zuerst.',
  nothingToActivate: 'Nichts wartet: Was der Entwurf sagt, gilt, und der Schlüsselplan ist aktiv.',
  ownEdits:
    'Sie haben Änderungen dieses Entwurfs bearbeitet. Ein Administrator, der keine davon bearbeitet hat, muss ihn aktivieren.',
  newAccount:
    'Sie und jemand, der diesen Entwurf bearbeitet hat, sind durch eine Einladung verbunden, deren Konto keine 24 Stunden alt ist. Ein anderer Administrator muss den Entwurf aktivieren.',
  secondPersonFirst:
    'Dieser Schlüsselplan verlangt eine zweite Person. Wählen Sie zuerst nur das ab; ein anderer Administrator muss es bestätigen, indem er dasselbe tut.',
  manyLose_one: 'Eine Person würde Türen verlieren. Wenn das so gewollt ist, bestätigen Sie die Zahl: {{count}}.',
  manyLose_other:
    '{{count, number}} Personen würden Türen verlieren. Wenn das so gewollt ist, bestätigen Sie die Zahl: {{count}}.',
  rulesStay: 'Regeln eines gelöschten Schlüsselplans lassen sich einem Schlüsselsystem nicht mehr entziehen.',
  otherPlan: 'keyplan_id ist nicht der Schlüsselplan aus der Adresse.',
  profileNameTaken: 'Dieser Schlüsselplan hat schon ein Zugangsprofil mit dem Namen „{{name}}“.',
  profileChanged: 'Jemand anderes hat dieses Zugangsprofil geändert. Laden Sie neu und versuchen Sie es noch einmal.',
  cylinderGone: 'Einen der Zylinder gibt es nicht mehr. Wählen Sie neu.',
  groupGone: 'Eine der Zylindergruppen gibt es nicht mehr. Wählen Sie neu.',
  profileInUse_one: 'Eine Regel verwendet „{{name}}“. Ändern Sie zuerst die Regel.',
  profileInUse_other: '{{count}} Regeln verwenden „{{name}}“. Ändern Sie zuerst die Regeln.',
  wouldWithdraw: 'Das Löschen würde stillschweigend entziehen, was diese Regeln geben.',
  ruleNameTaken: 'Dieser Schlüsselplan hat schon eine Regel mit dem Namen „{{name}}“.',
  ruleChanged: 'Jemand anderes hat diese Regel geändert. Laden Sie neu und versuchen Sie es noch einmal.',
  ruleChangedBy:
    '{{by}} hat die Regel „{{name}}“ am {{at}} geändert. Nichts wurde geändert. Sehen Sie sie an und versuchen Sie es erneut.',
  ruleGone:
    'Jemand hat inzwischen eine dieser Regeln gelöscht. Nichts wurde geändert. Sehen Sie die Regeln an und versuchen Sie es erneut.',
  removalNeedsWhole:
    'Nichts wurde geändert. Die Regel {{name}} nennt auch Personen oder Türen außerhalb Ihres Bereichs. Entfernen kann sie, wer für alle zuständig ist.',
  ruleIdTaken: 'Diese ID gehört zu einem anderen Datensatz. Lassen Sie sie weg.',
  ruleDeleted: '„{{name}}“ ist gelöscht. Der nächste Abgleich entzieht, was die Regel gegeben hat.',
  objectGone:
    'Einen der Zylinder, eine der Gruppen, einen der Orte oder eines der Profile gibt es nicht mehr. Wählen Sie neu.',
  personGone: 'Eine der Personen gibt es nicht mehr. Wählen Sie neu.',
  personGroupGone: 'Eine der Gruppen ist in keiner Identitätsquelle dieses Schlüsselplans. Wählen Sie neu.',
  tooManyParts: 'Eine Regel nimmt höchstens {{most, number}} davon auf. Legen Sie für den Rest eine weitere Regel an.',
  wizardChanged:
    '{{name}} hat diesen Assistenten inzwischen geändert. Laden Sie den heutigen Stand, dann geht es weiter.',
  wizardFinished: 'Dieser Assistent ist abgeschlossen. Ändern Sie den Schlüsselplan selbst.',
  wizardPlanActive: '„{{name}}“ ist in Kraft. Ändern Sie den Schlüsselplan selbst.',
  wizardPlanEdited:
    '„{{name}}“ wurde außerhalb dieses Assistenten geändert. Sehen Sie sich den Schlüsselplan an und entscheiden Sie, welcher Stand bleiben soll.',
  typeDiffers:
    'Wen die Regel nennt, macht sie zu einer Regel anderer Art: {{type}}. Lassen Sie die Art weg, oder ändern Sie, wen sie nennt.',
};
