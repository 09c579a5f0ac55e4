export const sourceState = {
  idle: 'Alles in Ordnung. Die Quelle wird nach Zeitplan gelesen.',
  tells: 'Alles in Ordnung. Die Quelle meldet Änderungen, und sie werden sofort gelesen.',
  byHand: 'Alles in Ordnung. Die Quelle wird von Hand gelesen.',
  firstImport:
    'Es wurde noch niemand importiert, und bis dahin beginnt kein Lauf automatisch. Sehen Sie die Änderungen vorab an und wenden Sie sie an.',
  running: 'Ein Lauf ist im Gang.',
  throttled: 'Die Quelle hat um eine Pause gebeten. Der Lauf geht danach automatisch weiter.',
  backoff: 'Der letzte Lauf ist fehlgeschlagen. Er wird automatisch wiederholt, aber später als sonst.',
  backoffAfter: 'Der letzte Lauf ist fehlgeschlagen und wird später als sonst wiederholt. {{reason}}',
  quarantined:
    'Ein Lauf wurde angehalten, bevor sich etwas geändert hat. Prüfen Sie die Änderungen, dann lassen Sie sie zu oder verwerfen sie.',
  paused: 'Sie ist angehalten. Setzen Sie sie fort, wenn sie wieder gelesen werden soll.',
  inactive: 'Sie ist ausgeschaltet. Nichts wird gelesen, und alle behalten ihren Zugang.',
  error: 'Der letzte Lauf ist fehlgeschlagen. Starten Sie ihn neu, wenn der Grund behoben ist.',
  errorOf: 'Der letzte Lauf ist fehlgeschlagen. {{reason}}',
} as const;

export const sourceHealth = {
  inactive: 'Sie ist ausgeschaltet. Schalten Sie sie ein, wenn wieder Personen gelesen werden sollen.',
  neverRead: 'Sie wurde noch nicht gelesen. Starten Sie den ersten Lauf.',
  failing: 'Der letzte Lauf ist fehlgeschlagen. Öffnen Sie ihn, um den Grund zu sehen.',
  credentialRefused: 'Die Quelle lehnt dies ab: {{which}}. Ersetzen Sie es und lesen Sie die Quelle dann erneut.',
  failingLong_one: '{{count, number}} Lauf in Folge ist fehlgeschlagen. Prüfen Sie die Verbindung Schritt für Schritt.',
  failingLong_other:
    '{{count, number}} Läufe in Folge sind fehlgeschlagen. Prüfen Sie die Verbindung Schritt für Schritt.',
  stopped: 'Ein Lauf wurde angehalten und wartet auf Sie. Prüfen Sie seine Änderungen.',
  stale:
    'Sie wurde zuletzt am {{day}} gelesen, länger her als der Zeitplan vorsieht. Sehen Sie sich den letzten Lauf an.',
  peopleWaiting_one:
    '{{count, number}} Person oder Konflikt wartet auf eine Entscheidung. Sehen Sie sich die Konflikte an.',
  peopleWaiting_other:
    '{{count, number}} Personen oder Konflikte warten auf eine Entscheidung. Sehen Sie sich die Konflikte an.',
  credentialExpired:
    'Ihr Geheimnis oder Zertifikat ist abgelaufen, deshalb kann nichts gelesen werden. Hinterlegen Sie ein neues.',
  credentialExpiring_one:
    'Ihr Geheimnis oder Zertifikat endet in {{count, number}} Tag. Hinterlegen und aktivieren Sie ein neues.',
  credentialExpiring_other:
    'Ihr Geheimnis oder Zertifikat endet in {{count, number}} Tagen. Hinterlegen und aktivieren Sie ein neues.',
  webhookFailed:
    'Die Quelle kann keine Änderungen melden. Änderungen werden gefunden, wenn sie gelesen wird. Die Ursache steht unter „Änderungsmeldungen“.',
  webhookDegraded: 'Die Quelle meldet nicht alle Änderungen. Die übrigen werden gefunden, wenn sie gelesen wird.',
  throttled: 'Bei {{percent}} % der Aufrufe bat sie um eine Pause. Lesen Sie sie seltener oder zu anderen Zeiten.',
  failingCalls: '{{percent}} % der Aufrufe sind fehlgeschlagen. Prüfen Sie die Verbindung Schritt für Schritt.',
  slow: 'Eine von zwanzig Antworten braucht {{seconds}} Sekunden oder länger. Nichts geht verloren; Läufe dauern länger.',
} as const;

export const sourceWebhook = {
  tokenTooLong: 'Dieses Prüfwort ist zu lang.',
  cannotTell: '„{{name}}“ kann keine Änderungen melden. Legen Sie einen Zeitplan fest.',
  cannot: 'Diese Art von Quelle kann keine Änderungen melden. Änderungen werden gefunden, wenn sie gelesen wird.',
  noAddress:
    'Die Quelle erreicht diesen Server nicht. Setzen Sie KEY2XS_PUBLIC_URL auf seine öffentliche https-Adresse; bis dahin werden Änderungen gefunden, wenn die Quelle gelesen wird.',
  off: 'Die Quelle meldet keine Änderungen. Änderungen werden gefunden, wenn sie gelesen wird.',
  starting: 'Änderungsmeldungen werden eingerichtet. Das dauert eine Minute.',
  startingAfter: 'Änderungsmeldungen ließen sich noch nicht einrichten; es wird wieder versucht. {{reason}}',
  active: 'Die Quelle meldet Änderungen, und sie werden sofort gelesen.',
  beforeFirstImport: 'Die Quelle meldet Änderungen. Sie werden gelesen, sobald der erste Import angewendet ist.',
  silent:
    'Ein Lauf hat Änderungen gefunden, die die Quelle nicht gemeldet hat. Prüfen Sie, ob die Quelle diesen Server erreicht.',
  degraded: 'Die Quelle meldet nur einen Teil der Änderungen. Der Rest wird automatisch wieder eingerichtet.',
  failedAs: 'Änderungsmeldungen lassen sich nicht einrichten. {{reason}}',
  resources: { users: 'Personen', groups: 'Gruppen' },
} as const;

export const sourceCredential = {
  kinds: { secret: 'Geheimnis', certificate: 'Zertifikat' },
  notCalled: '„{{name}}“ braucht weder Geheimnis noch Zertifikat.',
  sameCertificate: 'Dieses Zertifikat ist für diese Quelle schon hinterlegt.',
  nextIsThere: 'Ein anderes wartet schon auf die Aktivierung. Aktivieren oder entfernen Sie es zuerst.',
  isActive: 'Dieses ist schon aktiv.',
  hasExpired: 'Dieses ist abgelaufen. Hinterlegen Sie ein neues.',
  activeStays: 'Es ist in Gebrauch. Aktivieren Sie zuerst ein anderes.',
  needsRsa:
    'Entra ID nimmt nur Zertifikate mit RSA-Schlüssel, und dieses hat {{kind}}. Erzeugen Sie eines mit mindestens RSA 2048.',
  endsSoon_one: 'Es endet in {{count, number}} Tag. Bereiten Sie das nächste vor.',
  endsSoon_other: 'Es endet in {{count, number}} Tagen. Bereiten Sie das nächste vor.',
  ended: 'Es ist abgelaufen. Hinterlegen Sie ein neues.',
  oldProtection:
    'Die Datei ist auf alte Art geschützt (3DES oder RC2). Sie wurde gelesen; exportieren Sie die nächste mit AES-256.',
} as const;

export const sourceFinding = {
  reached: 'Die Quelle wurde erreicht, und ihrem Zertifikat wird vertraut.',
  accepted: 'Die Quelle hat die Anmeldung angenommen.',
  permitted: 'Sie erlaubt: {{permissions, list}}.',
  permitsNothing:
    'Sie erlaubt noch nichts. Lassen Sie jemanden zustimmen, der die Quelle verwaltet; es kann einige Minuten dauern, bis es gilt.',
  permissionsUnknown: 'Die Quelle sagt nicht, was sie erlaubt.',
  organisation: 'Es ist das Verzeichnis von {{name}}.',
  organisationWith: 'Es ist das Verzeichnis von {{name}} ({{domain}}).',
  organisationUnknown: 'Die Quelle sagt nicht, wessen Verzeichnis sie ist.',
  readsPeople: 'Personen können gelesen werden.',
  counts_one: 'Sie hat {{count, number}} Person.',
  counts_other: 'Sie hat {{count, number}} Personen.',
  doesNotCount: 'Sie sagt nicht, wie viele Personen sie hat.',
  passed: 'Alles funktioniert.',
  passedWithWarnings: 'Es funktioniert, mit einem Hinweis.',
  throttled: 'Die Quelle hat um eine Pause gebeten. Versuchen Sie es nach {{time}} UTC wieder.',
} as const;

export const sourceEvent = {
  created: 'Die Verbindung wurde angelegt.',
  updated: 'Die Verbindung wurde geändert.',
  activated: 'Die Verbindung wurde eingeschaltet.',
  deactivated: 'Die Verbindung wurde ausgeschaltet.',
  mapped: 'Die Zuordnung wurde geändert.',
  mappedAsBefore: 'Die Zuordnung wurde unverändert gespeichert.',
  timetable: 'Der Zeitplan wurde geändert.',
  paused: 'Sie wurde angehalten: {{reason}}',
  resumed: 'Sie wurde fortgesetzt.',
  credentialAdded: 'Hinterlegt wurde: {{which}}.',
  credentialRotated: 'Ab jetzt wird ein anderes verwendet: {{which}}.',
  credentialRemoved: 'Hier gelöscht wurde: {{which}}.',
  credentialExpiring_one: 'Endet in {{count, number}} Tag: {{which}}.',
  credentialExpiring_other: 'Endet in {{count, number}} Tagen: {{which}}.',
  credentialExpired: 'Abgelaufen: {{which}}.',
  runBegan: 'Ein Lauf hat begonnen.',
  runAfterWebhook: 'Ein Lauf hat begonnen, weil die Quelle eine Änderung gemeldet hat.',
  runOfOne: 'Ein Lauf für eine Person hat begonnen.',
  previewBegan: 'Eine Vorschau hat begonnen.',
  previewed: 'Die Vorschau ist fertig. Nichts wurde geändert.',
  nothingNew: 'Der Lauf ist zu Ende. Nichts hatte sich geändert.',
  applied_one: 'Der Lauf ist zu Ende. {{count, number}} Person hat sich geändert.',
  applied_other: 'Der Lauf ist zu Ende. {{count, number}} Personen haben sich geändert.',
  endedStopped: 'Der Lauf endete ohne Änderung, weil eine Schutzprüfung ihn anhielt.',
  runFailed: 'Der Lauf ist fehlgeschlagen. {{reason}}',
  stopped_one: 'Eine Schutzprüfung hat die Änderung von {{count, number}} Person angehalten.',
  stopped_other: 'Eine Schutzprüfung hat die Änderungen von {{count, number}} Personen angehalten.',
  allowed: 'Die angehaltenen Änderungen wurden zugelassen: {{reason}}',
  discarded: 'Die angehaltenen Änderungen wurden verworfen: {{reason}}',
  conflict: 'Ein Konflikt um {{value}} braucht eine Entscheidung.',
  conflictResolved: 'Der Konflikt um {{value}} wurde entschieden.',
  consentGranted: 'Ein Administrator der Quelle hat Key2XS erlaubt, sie zu lesen.',
  consentDenied: 'Ein Administrator der Quelle hat Key2XS nicht erlaubt, sie zu lesen.',
  renameFound_one: 'Eine Abteilung oder Stelle scheint sich geändert zu haben: {{moves, list}}.',
  renameFound_other:
    '{{count, number}} Abteilungen oder Stellen scheinen sich geändert zu haben, darunter {{moves, list}}.',
  renameDecided: {
    carry_over: '{{moves, list}}: als Umbenennung entschieden. Die Regeln nennen auch den neuen Namen.',
    map_for_good: '{{moves, list}}: als Umbenennung entschieden. Der neue Name wird als der alte gelesen.',
    not_a_rename: '{{moves, list}}: entschieden, dass es keine Umbenennung ist.',
  },
  throttled: 'Die Quelle hat um eine Pause bis {{time}} UTC gebeten.',
  webhookCreated: 'Änderungsmeldungen ({{resource}}) wurden eingerichtet, gültig bis {{day}}.',
  webhookRenewed: 'Änderungsmeldungen ({{resource}}) wurden bis {{day}} verlängert.',
  webhookRemoved: 'Änderungsmeldungen ({{resource}}) wurden wie gewünscht beendet.',
  webhookLost:
    'Die Quelle meldet keine Änderungen mehr ({{resource}}). Die Meldungen werden neu eingerichtet, und ein Lauf findet, was fehlt.',
  webhookFailed: 'Änderungsmeldungen ({{resource}}) ließen sich nicht einrichten. {{reason}}',
  webhookSilent: 'Ein Lauf hat Änderungen gefunden, die die Quelle nicht gemeldet hat.',
  webhookRefused: 'Eine Meldung, die nicht von der Quelle kam, wurde abgewiesen. Sie blieb ohne Wirkung.',
} as const;
