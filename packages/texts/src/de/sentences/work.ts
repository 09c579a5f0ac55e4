import type { texts as english } from '../../en/sentences';
import type { Translation } from '../../english';

/** Was im Schlüsselsystem von Hand zu tun ist. */
export const work: Translation<typeof english.work> = {
  person: '{{name}} (Personalnummer {{number}})',
  createPerson: 'Person {{person}} anlegen.',
  createPersonWithEmail: 'Person {{person}} anlegen, E-Mail {{email}}.',
  deactivatePerson: 'Person {{person}} deaktivieren.',
  reactivatePerson: 'Person {{person}} wieder aktivieren.',
  reactivatePersonWithEmail: 'Person {{person}}, E-Mail {{email}}, wieder aktivieren.',
  reactivateAndChangePerson: 'Person {{person}} wieder aktivieren und ändern: {{changes, list}}.',
  changePerson: 'Person {{person}} ändern: {{changes, list}}.',
  fieldBecomes: '{{field}} von {{before}} zu {{after}}',
  fields: {
    first_name: 'Vorname',
    surname: 'Nachname',
    email: 'E-Mail',
    employee_id: 'Personalnummer',
  },
  value: '„{{value}}“',
  empty: '(leer)',
  giveProfile: '{{person}} das Zugangsprofil „{{profile}}“ geben.',
  takeProfile: '{{person}} das Zugangsprofil „{{profile}}“ entziehen.',
  createProfile: 'Zugangsprofil „{{profile}}“ anlegen, Türen: {{doors, and}}; offen: {{hours, and}}.',
  emptyProfile: 'Alle Türen aus dem Zugangsprofil „{{profile}}“ nehmen.',
  changeProfile: 'Zugangsprofil „{{profile}}“ ändern: {{changes, clauses}}.',
  takeOutGroups: 'Zylindergruppen herausnehmen: {{names, list}}',
  takeOutCylinders: 'Zylinder herausnehmen: {{names, list}}',
  addGroups: 'Zylindergruppen aufnehmen: {{names, list}}',
  addCylinders: 'Zylinder aufnehmen: {{names, list}}',
  openAt: 'offen: {{hours, and}}',
  nameIt: 'Name „{{name}}“ statt „{{before}}“',
  describeIt: 'Beschreibung „{{description}}“',
  groups: 'Zylindergruppen {{names, list}}',
  cylinders: 'Zylinder {{names, list}}',
  noDoors: 'keine',
  more: '{{name}} und {{count, number}} weitere',
  always: 'jederzeit',
  window: '{{days, list}} {{from}}–{{to}}',
  days: { 1: 'Mo', 2: 'Di', 3: 'Mi', 4: 'Do', 5: 'Fr', 6: 'Sa', 7: 'So' },
  places: { persons: 'Personen', profiles: 'Zugangsprofile', keys: 'Schlüssel', jobs: 'Programmieraufträge' },
  keyToHolder: 'Schlüssel {{key}} an {{person}} zuweisen.',
  keyReturned: 'Schlüssel {{key}} als zurückgegeben erfassen.',
  keyLost: 'Schlüssel {{key}} als verloren erfassen.',
  keyBroken: 'Schlüssel {{key}} als defekt erfassen.',
  keyAccess: 'Dem Schlüssel {{key}} diese eigenen Türen geben, und keine anderen: {{doors, list}}.',
  keyWithoutAccess: 'Dem Schlüssel {{key}} alle eigenen Türen nehmen.',
  keyTimes: 'Zeiten des Schlüssels {{key}} setzen: {{changes, list}}.',
  valid: { always: 'immer gültig', never: 'nicht gültig' },
  validBetween: 'gültig von {{from}} bis {{until}} ({{zone}})',
  updatesEvery: 'alle {{minutes, number}} Minuten zu aktualisieren',
  noUpdates: 'ohne Aktualisierungen',
  job: {
    program: 'Programmierauftrag für den Zylinder {{cylinder}} anlegen.',
    block: 'Auftrag anlegen, der den Schlüssel {{key}} am Zylinder {{cylinder}} sperrt.',
    unblock: 'Auftrag anlegen, der den Schlüssel {{key}} am Zylinder {{cylinder}} entsperrt.',
    fetch_events: 'Auftrag anlegen, der die Ereignisse des Zylinders {{cylinder}} holt.',
    reprogram: 'Auftrag anlegen, der den Zylinder {{cylinder}} neu programmiert.',
  },
  many: {
    createPerson: '{{count, number}} Personen anlegen.',
    deactivatePerson: '{{count, number}} Personen deaktivieren.',
    reactivatePerson: '{{count, number}} Personen wieder aktivieren.',
    reactivateAndChangePerson: '{{count, number}} Personen wieder aktivieren und ändern: {{changes, list}}.',
    changePerson: '{{count, number}} Personen ändern: {{changes, list}}.',
    giveProfile: '{{count, number}} Personen das Zugangsprofil „{{profile}}“ geben.',
    takeProfile: '{{count, number}} Personen das Zugangsprofil „{{profile}}“ entziehen.',
    keyToHolder: '{{count, number}} Schlüssel ihren Inhabern zuweisen.',
    keyReturned: '{{count, number}} Schlüssel als zurückgegeben erfassen.',
    keyLost: '{{count, number}} Schlüssel als verloren erfassen.',
    keyBroken: '{{count, number}} Schlüssel als defekt erfassen.',
    keyAccess: '{{count, number}} Schlüsseln eigene Türen geben.',
    keyWithoutAccess: '{{count, number}} Schlüsseln alle eigenen Türen nehmen.',
    keyTimes: 'Zeiten von {{count, number}} Schlüsseln setzen.',
    job: {
      program: 'Für {{count, number}} Zylinder je einen Programmierauftrag anlegen.',
      block: '{{count, number}} Aufträge anlegen, die Schlüssel an Zylindern sperren.',
      unblock: '{{count, number}} Aufträge anlegen, die Schlüssel an Zylindern entsperren.',
      fetch_events: 'Aufträge anlegen, die die Ereignisse von {{count, number}} Zylindern holen.',
      reprogram: 'Aufträge anlegen, die {{count, number}} Zylinder neu programmieren.',
    },
  },
};

export const because: Translation<typeof english.because> = {
  rule: 'Regel „{{rule}}“ des Schlüsselplans „{{plan}}“',
  aRule: 'Eine Regel',
  reaches: '{{rule}} trifft auf diese Person zu.',
  reachAlso_one: '{{rule}} und {{count, number}} weitere treffen auf diese Person zu.',
  reachAlso_other: '{{rule}} und {{count, number}} weitere Regeln treffen auf diese Person zu.',
  reachesNoLonger: '{{rule}} trifft auf diese Person nicht mehr zu.',
  noRuleReaches: 'Keine aktive Regel trifft mehr auf diese Person zu.',
  noRuleBehind: 'Keine aktive Regel braucht dieses Zugangsprofil noch.',
  sourceDiffers: 'Die Identitätsquelle sagt etwas anderes als das Schlüsselsystem.',
  gives: '{{rule}} öffnet diese Türen.',
  ruleDiffers: '{{rule}} und das Schlüsselsystem weichen voneinander ab.',
  changedThere: 'Im Schlüsselsystem selbst geändert: {{what}} {{because}}',
  left: 'Ausgeschieden am {{on, day}}',
  leftSomeday: 'Nicht mehr in der Liste',
  firstDay: 'Der erste Tag ist gekommen',
  lastDay: 'Der letzte Tag ist vorbei',
  stopped: 'Ausgeschaltet, noch nicht begonnen oder beendet',
  begun: 'Eingeschaltet, oder beginnt heute',
  joined: 'Neu in {{department}}',
  joinedSomewhere: 'Neu in der Liste',
  returned: 'Wieder in der Liste',
  moved: '{{from}} → {{to}}',
  ruleIsNew: 'Neue Regel {{rule}}',
  ruleReaches: 'Regel {{rule}} gilt jetzt',
  ruleEnded: 'Regel {{rule}} ist nicht mehr in Kraft',
  ruleNoLonger: 'Regel {{rule}} gilt nicht mehr',
  ruleOpensMore: 'Regel {{rule}} öffnet mehr Türen',
  ruleOpensLess: 'Regel {{rule}} öffnet weniger Türen',
  otherHours: 'Die Zeiten der Regeln haben sich geändert',
  changedBehind: 'Im Schlüsselsystem geändert, nicht von uns',
  noneOther: 'Keine andere Regel öffnet diese Türen',
  atTheDesk: 'An der Ausgabe in andere Hände gegangen',
  ordered: 'Angeordnet von {{name}}: {{reason}}',
};

export const print: Translation<typeof english.print> = {
  title: 'Arbeitsliste',
  pageOf: 'Seite {{page}} von {{pages}}',
  columns: { what: 'Was', where: 'Wo', why: 'Warum', since: 'Seit', assigned: 'Zugewiesen an' },
  systems: 'Schlüsselsystem: {{names, list}}',
  none: 'Keine Einträge.',
  asOf: 'Stand {{at}} UTC. {{filter, list}}.',
  first:
    'Die ersten {{shown, number}} von {{total, number}} Einträgen. Filtern Sie die Liste, um die übrigen zu drucken.',
  entries_one: '{{count, number}} Eintrag, in der Reihenfolge, in der er zu erledigen ist.',
  entries_other: '{{count, number}} Einträge, in der Reihenfolge, in der sie zu erledigen sind.',
  hasNoLetters:
    'Buchstaben von Schriften, die dieses Dokument nicht zeigen kann, sind als □ gedruckt; die CSV-Datei enthält sie.',
  states: {
    all: 'Alle Einträge',
    open: 'Offene Einträge',
    done: 'Erledigte Einträge',
    withdrawn: 'Zurückgezogene Einträge',
  },
  kinds: {
    member_remove: 'Profile, die Personen entzogen werden',
    person_deactivate: 'Personen, die zu deaktivieren sind',
    profile_put: 'Zugangsprofile',
    person_create: 'Personen, die anzulegen sind',
    person_update: 'Personen, die zu ändern sind',
    member_add: 'Profile, die Personen bekommen',
    key_holder: 'wer welchen Schlüssel hat',
    key_times: 'Zeiten von Schlüsseln',
    key_access: 'eigene Rechte von Schlüsseln',
    programming_job: 'Programmieraufträge',
  },
  ofOneGroup: 'dasselbe für mehrere Personen',
  ofNobody: 'niemandem zugewiesen',
  ofOne: 'einer Person zugewiesen',
  containing: 'mit „{{text}}“',
};

/** Warum ein Lauf gescheitert ist, und was zu tun ist. */
export const task: Translation<typeof english.task> = {
  uploadListFirst: 'Laden Sie zuerst eine Personalliste hoch.',
  listIsGone: 'Die Personalliste ist nicht mehr da. Laden Sie sie noch einmal hoch.',
  columnsMissing: 'In der Personalliste fehlen diese Spalten: {{columns, list}}. Ordnen Sie die Spalten neu zu.',
  inactiveForSync: '„{{name}}“ ist inaktiv. Aktivieren Sie es und gleichen Sie dann noch einmal ab.',
  inactiveForInventory: '„{{name}}“ ist inaktiv. Aktivieren Sie es und lesen Sie dann den Bestand noch einmal.',
  changesFailed: '{{failed, number}} von {{total, number}} Änderungen sind gescheitert, {{made, number}} sind gemacht.',
  stoppedAfter: 'Nach {{applied, number}} Änderungen angehalten.',
  waitForOperator: '{{count, number}} sind von Hand zu machen und stehen auf der Arbeitsliste.',
  seeChangeSet: 'Die Änderungen sagen, welche und warum; gleichen Sie noch einmal ab, wenn das behoben ist.',
  unforeseen:
    'Der Lauf ist mehrmals wegen eines unerwarteten Fehlers stehen geblieben. Einzelheiten stehen im Protokoll des Servers; starten Sie ihn noch einmal.',
  serverFellSilent:
    'Der Server ist während des Laufs {{count, number}}-mal hintereinander ausgefallen oder hat seine Datenbank verloren. Suchen Sie den Grund in seinem Protokoll, etwa zu wenig Speicher; starten Sie den Lauf danach noch einmal.',
  cancelled: 'Abgebrochen von {{name}}. Nichts wurde geschrieben.',
  isWriting: 'Dieser Lauf schreibt bereits. Er lässt sich nicht mehr abbrechen.',
  hasEnded: 'Dieser Lauf ist bereits beendet.',
  certificateUnreadable: 'Das gespeicherte Client-Zertifikat ist nicht lesbar. {{reason}}',
  listsNone: 'Das Schlüsselsystem nennt keine {{records}} mehr; {{known, number}} waren bekannt.',
  listsFewer:
    'Das Schlüsselsystem nennt {{listed, number}} {{records}}; von {{known, number}} bekannten fehlen {{gone, number}}.',
  records: {
    cylinder_groups: 'Zylindergruppen',
    cylinders: 'Zylinder',
    persons: 'Personen',
    keys: 'Schlüssel',
  },
  nothingChanged: 'Hier ist daran nichts geändert.',
  lossReadAgain:
    'Prüfen Sie das Schlüsselsystem und lesen Sie noch einmal; stimmt es, dann nehmen Sie den Verlust dort an, wo der Bestand steht.',
  lossSyncAgain:
    'Prüfen Sie das Schlüsselsystem und gleichen Sie noch einmal ab; stimmt es, dann nehmen Sie den Verlust dort an, wo der Bestand steht.',
};

export const adoption: Translation<typeof english.adoption> = {
  changed:
    'Nicht übernommen, weil es seitdem im Schlüsselsystem geändert wurde. Synchronisieren Sie erneut: Dann wird neu verglichen.',
};

export const heldBack: Translation<typeof english.heldBack> = {
  removalFailed: 'Zurückgehalten, weil jemand, der dieses Profil verlieren soll, nicht herausgenommen werden konnte.',
  profileFailed: 'Zurückgehalten, weil das Profil nicht geändert werden konnte.',
  personFailed: 'Zurückgehalten, weil die Person nicht angelegt werden konnte.',
  notAdopted: 'Zurückgehalten, weil es einen Eintrag betrifft, der nicht übernommen wurde.',
};

export const takeBack: Translation<typeof english.takeBack> = {
  notWanted:
    'Der Schlüsselplan will das nicht mehr: {{what}} Zurücknehmen lässt sich nur, was von Hand abgehakt wurde.',
  shownDone: 'Beim Lesen war es schon erledigt: {{what}} Zurücknehmen lässt sich nur, was von Hand abgehakt wurde.',
  listedAgain: 'Dasselbe steht schon wieder auf der Liste: {{what}}',
  sameTwice: 'Einige dieser Einträge verlangen dasselbe. Nehmen Sie von jedem einen zurück.',
  builtUpon: 'Etwas später Abgehaktes baut darauf auf; nehmen Sie erst das zurück: {{what}}',
  listedAgainHidden: 'Dasselbe steht schon wieder auf der Liste.',
  builtUponHidden:
    'Etwas später Abgehaktes außerhalb Ihres Bereichs baut darauf auf. Wer für beides zuständig ist, kann es zurücknehmen.',
};

export const workList: Translation<typeof english.workList> = {
  partlyOutside:
    'Das ändert auch Türen außerhalb Ihres Bereichs und lässt sich nur als Ganzes erledigen oder zurücknehmen: {{what}} Das kann, wer für alle diese Türen zuständig ist.',
  byReading: 'Das hakt das nächste Lesen ab, sobald das Schlüsselsystem es hat: {{what}}',
  outsideTheirs: 'Das liegt außerhalb des Bereichs von {{name}}: {{what}}',
};
