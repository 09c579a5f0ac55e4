export const sourceState = {
  idle: 'Alles in Ordnung. Die Quelle wird nach Zeitplan gelesen.',
  tells: 'Alles in Ordnung. Die Quelle meldet Änderungen, und sie werden sofort gelesen.',
  byHand: 'Alles in Ordnung. Die Quelle wird gelesen, wenn jemand einen Lauf startet.',
  firstImport:
    'Es wurde noch niemand importiert, und bis dahin beginnt kein Lauf von selbst. Sehen Sie die Änderungen vorab an und wenden Sie sie an.',
  running: 'Ein Lauf ist unterwegs.',
  throttled: 'Die Quelle hat um eine Pause gebeten. Der Lauf geht danach von selbst weiter.',
  backoff: 'Der letzte Lauf ist fehlgeschlagen. Er wird von selbst wiederholt, aber später als sonst.',
  backoffAfter: 'Der letzte Lauf ist fehlgeschlagen und wird später als sonst wiederholt. {{reason}}',
  quarantined:
    'Ein Lauf wurde angehalten, bevor sich jemand geändert hat. Prüfen Sie die Änderungen, dann lassen Sie sie zu oder verwerfen sie.',
  paused: 'Jemand hat sie angehalten. Setzen Sie sie fort, wenn sie wieder gelesen werden soll.',
  inactive: 'Sie ist ausgeschaltet. Niemand wird gelesen, und alle behalten ihren Zutritt.',
  error: 'Der letzte Lauf ist fehlgeschlagen. Starten Sie ihn neu, wenn der Grund behoben ist.',
  errorOf: 'Der letzte Lauf ist fehlgeschlagen. {{reason}}',
} as const;

export const sourceHealth = {
  inactive: 'Sie ist ausgeschaltet. Schalten Sie sie ein, wenn wieder Personen gelesen werden sollen.',
  neverRead: 'Es wurde noch niemand gelesen. Starten Sie den ersten Lauf.',
  failing: 'Der letzte Lauf ist fehlgeschlagen. {{reason}}',
  failingSomehow: 'Der letzte Lauf ist fehlgeschlagen. Öffnen Sie ihn, um den Grund zu sehen.',
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
    'Die Quelle lässt sich nicht bitten, Änderungen zu melden. Sie werden gefunden, wenn sie gelesen wird; was fehlt, steht beim Webhook.',
  webhookDegraded: 'Die Quelle meldet nicht alle Änderungen. Die übrigen werden gefunden, wenn sie gelesen wird.',
  throttled: 'Bei {{percent}} % der Aufrufe bat sie um eine Pause. Lesen Sie sie seltener oder zu anderen Zeiten.',
  failingCalls: '{{percent}} % der Aufrufe sind fehlgeschlagen. Prüfen Sie die Verbindung Schritt für Schritt.',
  slow: 'Eine von zwanzig Antworten braucht {{seconds}} Sekunden oder länger. Nichts geht verloren; Läufe dauern länger.',
} as const;

export const sourceWebhook = {
  tokenTooLong: 'Dieses Prüfwort ist länger als jedes, das gesendet wird.',
  cannotTell: '„{{name}}“ kann Änderungen nicht selbst melden. Legen Sie einen Zeitplan fest.',
  cannot: 'Diese Art von Quelle kann Änderungen nicht selbst melden. Sie werden gefunden, wenn sie gelesen wird.',
  noAddress:
    'Die Quelle weiß nicht, wie sie diesen Server erreicht. Setzen Sie KEY2XS_PUBLIC_URL auf seine öffentliche https-Adresse; bis dahin werden Änderungen gefunden, wenn sie gelesen wird.',
  off: 'Die Quelle wird nicht gebeten, Änderungen zu melden. Sie werden gefunden, wenn sie gelesen wird.',
  starting: 'Die Quelle wird gebeten, Änderungen zu melden. Das dauert eine Minute.',
  startingAfter: 'Die Quelle konnte noch nicht gebeten werden, Änderungen zu melden, und wird es wieder. {{reason}}',
  active: 'Die Quelle meldet Änderungen, und sie werden sofort gelesen.',
  beforeFirstImport: 'Die Quelle meldet Änderungen. Sie werden gelesen, sobald der erste Import angewendet ist.',
  silent:
    'Ein Lauf hat Änderungen gefunden, die die Quelle nicht gemeldet hat. Prüfen Sie, ob die Quelle diesen Server erreicht.',
  degraded: 'Die Quelle meldet nur einen Teil der Änderungen. Was fehlt, wird von selbst wieder verlangt.',
  failedAs: 'Die Quelle lässt sich nicht bitten, Änderungen zu melden. {{reason}}',
  resources: { users: 'Personen', groups: 'Gruppen' },
} as const;

export const sourceCredential = {
  kinds: { secret: 'Geheimnis', certificate: 'Zertifikat' },
  notCalled: '„{{name}}“ wird nicht aufgerufen und braucht deshalb weder Geheimnis noch Zertifikat.',
  sameCertificate: 'Dieses Zertifikat ist für diese Quelle schon hinterlegt.',
  nextIsThere: 'Es wartet schon ein anderes darauf, aktiviert zu werden. Aktivieren oder entfernen Sie es zuerst.',
  isActive: 'Dieses ist schon aktiv.',
  hasExpired: 'Dieses ist abgelaufen. Hinterlegen Sie ein neues.',
  activeStays: 'Die Quelle wird damit aufgerufen. Aktivieren Sie zuerst ein anderes.',
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
  accepted: 'Die Quelle kennt uns und lässt uns ein.',
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
  mappedAsBefore: 'Die Zuordnung wurde gespeichert, wie sie war.',
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
  runOfOne: 'Ein Lauf über eine Person hat begonnen.',
  previewBegan: 'Eine Vorschau hat begonnen.',
  previewed: 'Die Vorschau ist fertig. Nichts wurde geändert.',
  nothingNew: 'Der Lauf ist zu Ende. Niemand hatte sich geändert.',
  applied_one: 'Der Lauf ist zu Ende. {{count, number}} Person hat sich geändert.',
  applied_other: 'Der Lauf ist zu Ende. {{count, number}} Personen haben sich geändert.',
  endedStopped: 'Der Lauf endete, bevor sich jemand geändert hat, weil eine Sicherung ihn anhielt.',
  runFailed: 'Der Lauf ist fehlgeschlagen. {{reason}}',
  stopped_one: 'Eine Sicherung hat die Änderung von {{count, number}} Person angehalten.',
  stopped_other: 'Eine Sicherung hat die Änderungen von {{count, number}} Personen angehalten.',
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
    not_a_rename: '{{moves, list}}: als keine Umbenennung entschieden.',
  },
  throttled: 'Die Quelle hat um eine Pause bis {{time}} UTC gebeten.',
  webhookCreated: 'Die Quelle meldet ab jetzt Änderungen ({{resource}}), vorerst bis {{day}}.',
  webhookRenewed: 'Die Quelle meldet weiter Änderungen ({{resource}}), vorerst bis {{day}}.',
  webhookRemoved: 'Die Quelle meldet keine Änderungen mehr ({{resource}}), wie gewünscht.',
  webhookLost:
    'Die Quelle meldet keine Änderungen mehr ({{resource}}). Sie wird neu darum gebeten, und ein Lauf findet, was fehlt.',
  webhookFailed: 'Die Quelle konnte nicht gebeten werden, Änderungen zu melden ({{resource}}). {{reason}}',
  webhookSilent: 'Ein Lauf hat Änderungen gefunden, die die Quelle nicht gemeldet hat.',
  webhookRefused: 'Jemand, der nicht die Quelle ist, hat etwas an ihre Adresse gesendet. Es blieb ohne Wirkung.',
} as const;
