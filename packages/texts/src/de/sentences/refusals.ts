import type { texts as english } from '../../en/sentences';
import type { Translation } from '../../english';

export const notFound: Translation<typeof english.notFound> = {
  administrator: 'Diese Administratorin oder diesen Administrator gibt es nicht.',
  api_token: 'Dieses API-Token gibt es nicht.',
  session: 'Diese Sitzung gibt es nicht, oder sie ist beendet.',
  admin_role: 'Diese Rolle gibt es nicht.',
  access_event_look: 'Diese Einsicht in Türereignisse gibt es nicht, oder sie ist nicht Ihre.',
  access_profile: 'Dieses Zugangsprofil gibt es nicht.',
  authenticator_app: 'Es ist keine Authenticator-App eingerichtet.',
  access_rule: 'Diese Zugangsregel gibt es nicht.',
  audit_entry: 'Diesen Eintrag des Verwaltungsprotokolls gibt es nicht.',
  audit_tree: 'Es gibt keinen unversehrten Baum, der Einträge dieses Protokolls nachweist. Prüfen Sie das Protokoll.',
  change_set: 'Diese Änderungen gibt es nicht.',
  conflict: 'Diese Frage zu Personen gibt es nicht mehr.',
  client_certificate: 'Dieses Client-Zertifikat gibt es nicht.',
  cylinder: 'Diesen Zylinder gibt es nicht.',
  cylinder_group: 'Diese Zylindergruppe gibt es nicht.',
  drift: 'Diese Änderung im Schlüsselsystem steht nicht mehr auf der Liste. Sehen Sie die Liste neu an.',
  entry_of_profile: 'Diesen Eintrag des Zugangsprofils gibt es nicht.',
  entry_of_work_list: 'Diesen Eintrag der Arbeitsliste gibt es nicht.',
  generator_finding: 'Diesen Befund gibt es nicht.',
  generator_run: 'Diesen Lauf des Generators gibt es nicht.',
  generator_suggestion: 'Diesen Vorschlag gibt es nicht.',
  identity_source: 'Diese Identitätsquelle gibt es nicht.',
  invitation: 'Diese Einladung gibt es nicht.',
  key: 'Diesen Schlüssel gibt es nicht.',
  key_case: 'Diesen Fall gibt es nicht.',
  key_request: 'Diesen Antrag gibt es nicht.',
  key_request_file: 'Diese Datei zu einem Antrag gibt es nicht.',
  access_review: 'Diese Zugangsprüfung gibt es nicht.',
  reviewed_access: 'Eines dieser Rechte gehört nicht zu dieser Prüfung.',
  possession_check: 'Diese Abfrage gibt es nicht.',
  key_count: 'Diese Zählung gibt es nicht.',
  key_count_scan: 'Diesen Scan gibt es nicht mehr.',
  key_extension: 'Diese Verlängerung gibt es nicht.',
  key_ring: 'Diesen Schlüsselbund gibt es nicht mehr.',
  key_receipt: 'Diesen Beleg gibt es nicht.',
  key_times_policy: 'Diese Richtlinie gibt es nicht.',
  key_times_template: 'Diese Vorlage gibt es nicht.',
  key_holiday_calendar: 'Diesen Feiertagskalender gibt es nicht.',
  key_times_order: 'Diesen Auftrag gibt es nicht.',
  key_plan: 'Diesen Schlüsselplan gibt es nicht.',
  key_plan_version: 'Diese Version hat der Schlüsselplan nicht.',
  key_plan_wizard: 'Diesen Assistenten gibt es nicht mehr: Er wurde vor Längerem abgeschlossen oder verworfen.',
  key_plan_of_source: 'Diesen Schlüsselplan gibt es bei dieser Identitätsquelle nicht.',
  key_system: 'Dieses Schlüsselsystem gibt es nicht.',
  report: 'Diesen Bericht gibt es nicht.',
  key_system_of_plan:
    'Dieses Schlüsselsystem ist mit diesem Schlüsselplan nicht verknüpft. Verknüpfen Sie zuerst beide.',
  part_of_rule: 'Einen solchen Eintrag hat diese Regel nicht.',
  link: 'Diese Verknüpfung gibt es nicht.',
  floor_plan: 'Dieser Ort hat keinen Grundriss.',
  location: 'Diesen Ort gibt es nicht.',
  mapping_version: 'Diese Version der Zuordnung gibt es nicht.',
  passkey: 'Diesen Passkey gibt es nicht.',
  person: 'Diese Person gibt es nicht.',
  person_of_source: 'Diese Person gibt es in dieser Identitätsquelle nicht.',
  programming_job: 'Diesen Programmierauftrag gibt es nicht mehr.',
  programming_key: 'Diesen Programmierschlüssel gibt es nicht.',
  record: 'Diesen Datensatz gibt es nicht.',
  rename_finding: 'Diese Umbenennung gehört nicht zu diesen Änderungen.',
  value_alias: 'Dieser Wert der Identitätsquelle wird nicht mehr als ein anderer gelesen.',
  source_credential: 'Dieses Geheimnis oder Zertifikat gibt es nicht.',
  staff_list: 'Diese Personalliste gibt es nicht.',
  task: 'Diesen Lauf gibt es nicht.',
  kept_report: 'Dieses aufbewahrte Ergebnis gibt es nicht, oder Sie dürfen es nicht sehen.',
  report_schedule: 'Diesen Zeitplan gibt es nicht, oder er gehört Ihnen nicht.',
  log_destination: 'Dieses Ziel gibt es nicht.',
  webhook: 'Diesen Webhook gibt es nicht.',
  webhook_delivery:
    'Dieses Ereignis steht nicht im Protokoll des Webhooks: Es wurde nach 90 Tagen gelöscht oder nie an ihn gesendet.',
  address: 'Unter {{method}} {{path}} gibt es nichts.',
};

export const request: Translation<typeof english.request> = {
  unexpected:
    'Hier ist etwas schiefgegangen. Es steht im Protokoll; versuchen Sie es noch einmal und nennen Sie die Nummer der Anfrage, wenn es bleibt.',
  unsure: 'Sehen Sie erst nach, ob Ihre Änderung gespeichert ist.',
  forbidden: 'Dazu fehlt Ihnen das Recht. Ein Super-Admin kann es tun.',
  confirmYourself:
    'Bestätigen Sie, dass Sie es sind: Melden Sie sich neu an, oder geben Sie Passwort oder zweiten Faktor noch einmal ein.',
  fields: '{{problems, clauses}}',
  field: '{{path}}: {{problem}}',
  takesNoBody: 'Diese Anfrage nimmt keinen Inhalt.',
  sendUncompressed: 'Senden Sie den Inhalt unkomprimiert.',
  sendAs: 'Senden Sie dies als {{type}}.',
  fileTooLarge: 'Die Datei ist größer als {{mebibytes, number(maximumFractionDigits: 2)}} MiB.',
  tooLarge: 'Die Anfrage ist größer als {{mebibytes, number(maximumFractionDigits: 2)}} MiB.',
  tooManyParts: 'Es wurden mehr Dateien oder Felder gesendet, als dazugehören.',
  fieldTooLong: '„{{name}}“ ist zu lang.',
  unexpectedFile: 'Eine Datei gehört hier nicht hin.',
  notMultipart: 'Das Hochladen brach ab oder ist nicht multipart/form-data.',
  notJson: 'Der Inhalt ist kein JSON.',
  headTooLong:
    'Adresse und Kopfzeilen einer Anfrage dürfen zusammen 16 KB haben. Senden Sie lange Einstellungen im Inhalt: die eines Generatorlaufs mit POST /api/v1/key-plan-ai/runs, und folgen Sie dem Lauf über seine ID.',
  tooLate: 'Die Anfrage ist nicht rechtzeitig angekommen.',
  notHttp: 'Was angekommen ist, ist keine lesbare HTTP-Anfrage.',
  brokenOff: 'Die Anfrage wurde abgebrochen.',
  stopping: 'Der Server wird gerade beendet. Versuchen Sie es in einer Minute noch einmal.',
  tooManyStreams:
    'Diese Sitzung hat schon {{most}} Verbindungen für laufende Meldungen offen. Schließen Sie erst eine davon.',
  noMoreStreams:
    'Der Server hält schon so viele Verbindungen für laufende Meldungen offen, wie er kann. Versuchen Sie es in einer Minute noch einmal.',
  metricsElsewhere: 'Messwerte gibt es nur auf diesem Rechner.',
  keyTooLong: 'Der Idempotency-Key ist länger als {{most}} Zeichen.',
  keyTaken: 'Dieser Idempotency-Key gehört zu einer anderen Anfrage. Nehmen Sie einen neuen.',
  answerLost:
    'Beim ersten Versuch wurde dies ausgeführt, aber die Antwort ging verloren. Sehen Sie erst nach, bevor Sie es noch einmal verlangen.',
  stillRunning: 'Dieselbe Anfrage läuft noch. Gleich ist ihre Antwort da.',
  exists: 'Etwas mit diesem Namen oder dieser Nummer gibt es schon.',
  referred: 'Ein anderer Datensatz verweist noch darauf, oder einen der genannten Datensätze gibt es nicht.',
  outside: 'Ein Wert liegt außerhalb dessen, was die Datenbank erlaubt.',
  unstorable: 'Ein Text enthält ein Zeichen, das sich nicht speichern lässt.',
};

export const database: Translation<typeof english.database> = {
  away: 'Die Datenbank ist im Augenblick nicht erreichbar. Versuchen Sie es in ein paar Sekunden noch einmal.',
  crowded: 'Die Datenbank nimmt im Augenblick keine Verbindung mehr an. Versuchen Sie es in einer Minute noch einmal.',
  read_only:
    'Die Datenbank nimmt im Augenblick keine Änderungen an. Nachsehen geht; versuchen Sie es in einer Minute noch einmal.',
  disk_full: 'Der Datenträger des Servers ist voll. Schaffen Sie dort Platz und versuchen Sie es dann noch einmal.',
  busy: 'Die Datenbank ist mit denselben Datensätzen beschäftigt oder zu langsam. Versuchen Sie es noch einmal.',
  refuses: 'Die Datenbank verweigert die Arbeit. Einzelheiten stehen im Protokoll.',
};

export const secret: Translation<typeof english.secret> = {
  notSealed: 'Es ist nicht versiegelt.',
  otherKey: 'Es wurde mit einem anderen Schlüssel versiegelt. Legen Sie den geheimen Schlüssel von damals zurück.',
  changed: 'Es wurde verändert oder gehört zu einem anderen Datensatz.',
};

export const heavy: Translation<typeof english.heavy> = {
  certificatesBusy: 'Gerade werden viele Zertifikate gelesen. Versuchen Sie es in einer halben Minute noch einmal.',
  certificateTooSlow:
    'Die Datei zu öffnen würde zu lange dauern. Exportieren Sie sie noch einmal mit den üblichen Einstellungen.',
  certificateTooBig:
    'Die Datei ist nicht lesbar: das Lesen wurde abgebrochen. Lassen Sie sich die Datei noch einmal geben.',
  listsBusy: 'Gerade werden mehrere Personallisten gelesen. Versuchen Sie es in einer Minute noch einmal.',
  listTooSlow: 'Diese Liste zu lesen dauert zu lange. Teilen Sie sie und lassen Sie nicht benötigte Spalten weg.',
  listTooBig:
    'Diese Liste braucht mehr Speicher, als eine Personalliste darf. Teilen Sie sie und lassen Sie nicht benötigte Spalten weg.',
  printsBusy: 'Gerade werden andere Dokumente gedruckt. Versuchen Sie es in einer halben Minute noch einmal.',
  printTooSlow: 'Das Drucken dauert zu lange. Filtern Sie die Liste, oder versuchen Sie es später noch einmal.',
  printTooBig: 'Das Drucken braucht zu viel Speicher. Filtern Sie die Liste, oder versuchen Sie es später noch einmal.',
  sheetsBusy: 'Gerade werden mehrere Schließpläne gelesen. Versuchen Sie es in einer Minute noch einmal.',
  sheetTooSlow:
    'Dieses Blatt zu lesen dauert zu lange. Kopieren Sie die Zellen mit dem Plan in eine neue Arbeitsmappe oder speichern Sie es als CSV, und laden Sie das hoch.',
  sheetTooBig:
    'Dieses Blatt braucht mehr Speicher, als ein Schließplan darf. Teilen Sie es oder speichern Sie es als CSV, und laden Sie das hoch.',
  plansBusy: 'Gerade werden mehrere Schließpläne gespeichert. Versuchen Sie es in einer Minute noch einmal.',
  planTooSlow: 'Diesen Schließplan zu prüfen dauert zu lange. Teilen Sie ihn und speichern Sie die Teile.',
  planTooBig:
    'Diesen Schließplan zu prüfen braucht mehr Speicher, als ein Schließplan darf. Teilen Sie ihn und speichern Sie die Teile.',
  floorPlansBusy: 'Gerade werden andere Grundrisse gelesen. Versuchen Sie es in einer halben Minute noch einmal.',
  floorPlanTooSlow:
    'Diese Datei zu lesen dauert zu lange. Speichern Sie den Grundriss als PNG oder JPEG, und laden Sie das hoch.',
  floorPlanTooBig:
    'Diese Datei zu lesen braucht zu viel Speicher. Speichern Sie den Grundriss mit weniger Bildpunkten, und laden Sie das hoch.',
  signInsBusy: 'Gerade melden sich viele an. Versuchen Sie es in ein paar Sekunden noch einmal.',
};

export const signIn: Translation<typeof english.signIn> = {
  first: 'Melden Sie sich an, um fortzufahren.',
  wrong: 'Benutzername oder Passwort ist falsch.',
  wrongPassword: 'Das Passwort ist falsch.',
  wrongCode: 'Dieser Code stimmt nicht oder wurde schon verwendet. Warten Sie auf den nächsten und geben Sie ihn ein.',
  wrongRecoveryCode: 'Dieser Wiederherstellungscode stimmt nicht oder wurde schon verwendet.',
  wrongPasskey:
    'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.',
  secondFactorNeeded: 'Bestätigen Sie diese Anmeldung mit Ihrem zweiten Faktor.',
  enrolNeeded: 'Ihr Konto braucht einen zweiten Faktor. Richten Sie einen ein, um sich anzumelden.',
  ended: 'Diese Anmeldung ist beendet. Beginnen Sie sie von vorn.',
  setUpExpired: 'Diese Einrichtung ist beendet. Beginnen Sie sie von vorn.',
  appUnreadable:
    'Codes Ihrer Authenticator-App lassen sich nicht prüfen: Sie wurde mit einem anderen geheimen Schlüssel dieser Installation eingerichtet. Wählen Sie einen anderen Weg, oder lassen Sie diesen Schlüssel zurücklegen oder Ihre zweiten Faktoren zurücksetzen.',
  noPasskeysHere:
    'Unter dieser Adresse funktionieren Passkeys nicht. Öffnen Sie Key2XS über https unter einem Namen statt einer IP-Adresse, oder wählen Sie einen anderen Weg.',
  passkeysElsewhere: 'Kein Passkey Ihres Kontos gehört zu dieser Adresse. Wählen Sie einen anderen Weg.',
  passkeyKnown: 'Dieser Passkey wurde schon hinzugefügt.',
  lastFactor: 'Ihr Konto braucht einen zweiten Faktor. Fügen Sie einen anderen hinzu, bevor Sie diesen entfernen.',
  noFactorYet: 'Richten Sie zuerst eine Authenticator-App oder einen Passkey ein.',
  policyChanged: 'Jemand anderes hat diese Vorgabe geändert. Laden Sie sie neu und versuchen Sie es noch einmal.',
  manyAtOnce: 'An diesem Konto laufen viele Anmeldungen zugleich. Versuchen Sie es in ein paar Sekunden noch einmal.',
  tooMany_one: 'Zu viele gescheiterte Anmeldungen. Versuchen Sie es in einer Minute noch einmal.',
  tooMany_other: 'Zu viele gescheiterte Anmeldungen. Versuchen Sie es in {{count, number}} Minuten noch einmal.',
  needsInvitation: 'Zur Registrierung gehört eine Einladung. Bitten Sie einen Super-Admin um eine neue.',
  linkExpired: 'Dieser Link wurde schon verwendet oder ist abgelaufen. Fordern Sie einen neuen an.',
  nameTaken: 'Dieser Benutzername ist vergeben. Wählen Sie einen anderen.',
  passwordHasName: 'Wählen Sie ein Passwort, das den Benutzernamen nicht enthält.',
  passwordHasProduct: 'Wählen Sie ein Passwort, das den Namen dieses Produkts nicht enthält.',
  passwordRepeats: 'Wählen Sie ein Passwort, das nicht immer wieder dieselben paar Zeichen sind.',
  passwordIsRow: 'Wählen Sie ein Passwort, das keine einfache Reihe von Buchstaben oder Ziffern ist.',
  passwordIsCommon:
    'Wählen Sie ein Passwort, das mehr ist als ein oder zwei der häufigsten Passwörter. Gut eignen sich mehrere Wörter, die nichts miteinander zu tun haben.',
};

export const record: Translation<typeof english.record> = {
  inactive: '„{{name}}“ ist inaktiv. Aktivieren Sie es zuerst.',
  inUse: '„{{name}}“ wird noch gebraucht. Entfernen Sie zuerst, was es braucht, oder deaktivieren Sie es.',
  removed: '„{{name}}“ wurde entfernt.',
  deleted: '„{{name}}“ wurde gelöscht.',
  runIsOpen:
    'Ein Lauf über „{{name}}“ ist noch nicht zu Ende. Warten Sie ihn ab und versuchen Sie es dann noch einmal.',
  runIsUnderWay:
    'Ein Lauf über {{name}} ist noch nicht zu Ende. Warten Sie ihn ab und versuchen Sie es dann noch einmal.',
};

export const door: Translation<typeof english.door> = {
  changed: 'Jemand anderes hat das geändert. Laden Sie neu und versuchen Sie es noch einmal.',
  ofKeySystem: 'Das sagt das Schlüsselsystem. Ändern Sie es dort und lesen Sie dann dessen Bestand.',
  stillThere:
    '„{{name}}“ steht noch im Schlüsselsystem „{{system}}“. Entfernen Sie es dort und lesen Sie dann dessen Bestand.',
  deleteThere: 'Hier wird nur gelöscht, was hier geplant ist und was keine Regel, kein Profil und keine Gruppe nennt.',
  markingTaken: 'Dieses Schlüsselsystem hat schon einen Zylinder mit der Kennzeichnung „{{marking}}“.',
  groupNameTaken: 'Dieses Schlüsselsystem hat schon eine Zylindergruppe namens „{{name}}“.',
};

export const location: Translation<typeof english.location> = {
  nameTaken: 'Dort gibt es schon einen Ort namens „{{name}}“.',
  codeTaken: 'Ein anderer Ort hat schon das Kürzel „{{code}}“.',
  changed: 'Jemand anderes hat diesen Ort geändert. Laden Sie ihn neu und versuchen Sie es noch einmal.',
  cannotStandIn:
    '„{{name}}“ kann nicht in „{{parent}}“ liegen. Orte liegen in weiteren: eine Tür in Bereich, Geschoss, Gebäude oder Gelände, und so fort.',
  parentGone: 'Den Ort, in dem er liegen soll, gibt es nicht mehr. Wählen Sie noch einmal.',
  personGone: 'Diese Person gibt es nicht mehr. Wählen Sie noch einmal.',
  ownDeputy: 'Zuständige Person und Vertretung müssen zwei Personen sein.',
  targetWithin: 'Wählen Sie einen Ort, der weder dieser ist noch in ihm liegt.',
  notEmpty: '„{{name}}“ ist nicht leer. Wählen Sie, wohin kommt, was darin liegt.',
  named_one:
    'Eine Regel nennt „{{name}}“. Ändern Sie zuerst die Regel, oder wählen Sie einen Ort, der an die Stelle tritt.',
  named_other:
    '{{count}} Regeln nennen „{{name}}“. Ändern Sie zuerst die Regeln, oder wählen Sie einen Ort, der an die Stelle tritt.',
  nothingDeleted: 'Nichts wurde gelöscht oder verschoben.',
  cylinderGone: 'Einer der Zylinder steht nicht mehr im Bestand. Laden Sie die Liste neu und wählen Sie noch einmal.',
  proposalStale:
    'Bestand oder Orte haben sich geändert, seit dies gezeigt wurde. Sehen Sie es noch einmal an und bestätigen Sie dann.',
  textStale:
    'Eine Ortsangabe hat sich wieder geändert oder wurde inzwischen entschieden. Laden Sie die Liste neu und entscheiden Sie noch einmal.',
  noPathColumn: 'Die Datei braucht eine Kopfzeile mit einer Spalte namens „path“.',
  notUtf8: 'Diese Datei ist kein UTF-8-Text. Speichern Sie sie als „CSV UTF-8“ und laden Sie sie noch einmal hoch.',
  pathLength: 'Ein Pfad hat einen bis fünf Namen, durch Schrägstriche getrennt.',
  pathTwice: 'Zeile {{line}} hat denselben Pfad.',
  unknownType: '„{{type}}“ ist nichts von: site, building, floor, area, door.',
  noRoom: 'Unter dem Ort darüber ist keine Art von Ort mehr frei. Geben Sie den Orten darüber weitere Arten.',
  unknownNumber: 'Niemand Aktives hat die Personalnummer „{{number}}“.',
  sharedNumber: 'Mehrere haben die Personalnummer „{{number}}“. Wählen Sie die zuständige Person von Hand.',
  plan: {
    unknown: 'Das ist keine PNG-, JPEG- oder PDF-Datei. Speichern Sie den Grundriss in einem dieser Formate.',
    tooManyPixels:
      'Das Bild hat zu viele Bildpunkte: höchstens 12.000 je Seite und 80 Millionen werden gelesen. Speichern Sie es mit weniger.',
    broken: 'Die Datei ist beschädigt oder unvollständig. Speichern Sie den Grundriss noch einmal.',
    trailing:
      'Die Datei enthält hinter dem Bild oder Dokument noch etwas anderes. Speichern Sie den Grundriss noch einmal.',
    locked: 'Das PDF ist mit einem Passwort geschützt. Speichern Sie es ohne.',
    onePage: 'Das PDF hat nur eine Seite. Wählen Sie Seite 1.',
    pages: 'Das PDF hat {{count}} Seiten. Wählen Sie eine davon.',
    ofDoor:
      'Eine Tür hat keinen Grundriss. Geben Sie ihn dem Bereich, Geschoss, Gebäude oder Gelände, in dem sie liegt.',
    none: 'Dieser Ort hat keinen Grundriss. Hinterlegen Sie einen und setzen Sie dann die Nadeln.',
    changed: 'Jemand anderes hat diesen Grundriss geändert. Laden Sie ihn neu und versuchen Sie es noch einmal.',
    pinGone:
      'Einer der Zylinder oder Orte ist nicht mehr hier. Laden Sie den Grundriss neu und versuchen Sie es noch einmal.',
    pinTwice: 'Ein Zylinder oder Ort steht auf einem Grundriss nur einmal.',
  },
  swap: {
    same: 'Wählen Sie einen anderen Zylinder als den, der ausgebaut wird.',
    elsewhere:
      'Der Zylinder, der ausgebaut werden soll, ist nicht mehr an diesem Ort. Laden Sie neu und versuchen Sie es noch einmal.',
    placed: 'Der neue Zylinder hat schon einen Ort. Nehmen Sie ihn zuerst heraus, oder wählen Sie einen anderen.',
    otherSystem: 'Der neue Zylinder gehört zu einem anderen Schließsystem. Wählen Sie einen desselben.',
  },
};

export const sandbox: Translation<typeof english.sandbox> = {
  off: 'Die Sandbox ist aus. Starten Sie mit KEY2XS_SANDBOX=on, um das Produkt ohne Schließanlage auszuprobieren.',
  failed: 'Die Sandbox ließ sich nicht starten. Warum, steht im Protokoll des Servers.',
};

export const keySystem: Translation<typeof english.keySystem> = {
  nameTaken: 'Ein Schlüsselsystem mit dem Namen „{{name}}“ gibt es schon.',
  changed: 'Jemand anderes hat dieses Schlüsselsystem geändert. Laden Sie neu und versuchen Sie es noch einmal.',
  noneActive: 'Kein Schlüsselsystem ist aktiv. Aktivieren Sie eines oder fügen Sie eines hinzu.',
  staysAsItIs: 'Im Schlüsselsystem selbst ändert sich nichts.',
  readMeanwhile: 'Der Bestand wurde inzwischen neu gelesen. Sehen Sie ihn noch einmal an und entscheiden Sie dann.',
  notLinked:
    'Kein Schlüsselplan verknüpft diese Identitätsquelle mit „{{name}}“. Verknüpfen Sie zuerst beide mit einem Schlüsselplan.',
  noCertificate:
    'Es ist noch kein Client-Zertifikat hochgeladen. Laden Sie das hoch, das für diese Schließanlage ausgestellt wurde.',
  certificateSame: 'Dieses Zertifikat ist schon aktiv. Laden Sie das erneuerte hoch.',
  certificateIsStandby:
    'Dieses Zertifikat liegt schon als Ersatzzertifikat bereit. Testen Sie es und machen Sie es dann aktiv.',
  certificateSecondStandby: 'Es gibt schon ein Ersatzzertifikat. Machen Sie es aktiv oder entfernen Sie es zuerst.',
  certificateIsActive: 'Dieses Zertifikat ist schon aktiv.',
  certificateExpired: 'Dieses Zertifikat ist abgelaufen. Laden Sie das erneuerte hoch.',
  certificateStays: 'Das aktive Zertifikat bleibt. Machen Sie zuerst ein anderes aktiv.',
  nameCylinderOrKey: 'Nennen Sie einen Zylinder oder einen Schlüssel.',
};

export const memory: Translation<typeof english.memory> = {
  keptSince: 'Was Personen öffnen konnten, ist seit {{since, day}} bekannt.',
  recordedOfPast:
    'Wer ohne Plan erfasst ist, wird nur für jetzt aufgeführt. Für die Vergangenheit fragen Sie nach Ebenen.',
};
