import type { Areas, Translation } from '../../english';
import { fieldNames } from '../sources/field-names';
import { changeSetDoors } from './change-set-doors';
import { renames } from './change-set-renames';
import { itemKinds } from './item-kinds';

/** Änderungen: was ein Lauf ändern würde oder geändert hat, was angehalten wurde, was entschieden wurde. */
export const texts: Translation<Areas['change-sets']> = {
  ...changeSetDoors,
  ...itemKinds,
  renames,
  layer:
    'Das erfasst das Schlüsselsystem. Ein Schlüssel oder Zylinder folgt bei seiner nächsten Aktualisierung, die hier nicht zu sehen ist.',
  states: {
    unchanged: 'Nichts zu ändern',
    partly: 'Zum Teil angewendet',
    by_hand: 'Von Hand zu tun',
    computing: 'In Berechnung',
    ready: 'Wartet auf Sie',
    quarantined: 'Von der Schutzprüfung angehalten',
    applying: 'In Anwendung',
    applied: 'Angewendet',
    discarded: 'Verworfen',
    stale: 'Veraltet',
    simulated: 'Durchgespielt',
  },
  list: {
    words: {
      title: 'Änderungen',
      subtitle:
        'Was jeder Import und jeder Abgleich ändern würde, bevor es geschieht, und was darüber entschieden wurde.',
      loading: 'Änderungen werden geladen …',
      caption: 'Änderungen durch Importe und Abgleiche',
      noMatch: 'Nichts passt',
      noMatchHint: 'Zurzeit ist nichts in diesem Status.',
    },
    none: 'Noch keine Änderungen',
    noneHint:
      'Importieren Sie eine Personalliste, oder sehen Sie sich einen Abgleich vorab an: was sich ändern würde, steht zuerst hier.',
    noneAction: 'Personalliste importieren',
    open: 'Änderungen öffnen: {{title}}, {{state}}',
    columns: {
      what: 'Von → nach',
      created: 'Berechnet',
      decision: 'Entscheidung',
    },
    nothing: 'nichts zu ändern',
    by: 'von {{name}}',
  },
  one: {
    computed: 'Berechnet am {{at}}.',
    subtitles: {
      partly: 'Beendet am {{at}}.',
      computing: 'Nichts wurde angewendet.',
      ready: 'Nichts wurde angewendet.',
      quarantined: 'Nichts wurde angewendet.',
      applying: 'Sie werden gerade angewendet.',
      applied: 'Abgeschlossen am {{at}}.',
      discarded: 'Nichts wurde angewendet.',
      stale: 'Nichts wurde angewendet.',
      simulated: 'Nichts wurde angewendet.',
    },
    decided: {
      apply_started: 'Angewendet von {{by}} am {{at}}.',
      allowed_once: 'Einmal zugelassen von {{by}} am {{at}}.',
      limit_raised: 'Grenze erhöht von {{by}} am {{at}}.',
      discarded: 'Verworfen von {{by}} am {{at}}.',
      because: 'Begründung: „{{reason}}“.',
    },
    export: 'CSV exportieren',
    exportFailed: 'Der Export ist nicht angekommen. Versuchen Sie es noch einmal.',
    apply: 'Prüfen und anwenden',
    allowOnce: 'Einmal zulassen …',
    raiseLimit: 'Grenze erhöhen …',
    computeAgain: 'Neu berechnen',
  },
  guards: {
    directory: {
      too_many_moves:
        'Von der Schutzprüfung angehalten: für {{affected}} Personen, die bleiben, würden sich Türen ändern. {{of}} haben jetzt Türen ({{percent}} %).',
      rename:
        'Von der Schutzprüfung angehalten: {{affected}} von {{of}} Personen mit neuer Abteilung oder Stelle würden Türen verlieren oder dazubekommen oder aus einem Bereich fallen.',
      too_many_removals:
        'Von der Schutzprüfung angehalten: {{affected}} von {{of}} Personen würden ausscheiden ({{percent}} %).',
      empty_source: 'Von der Schutzprüfung angehalten: die Quelle führt niemanden. Vorher waren es {{of}} Personen.',
      source_dropped:
        'Von der Schutzprüfung angehalten: die Liste hat {{affected}} Personen weniger als beim letzten Import ({{percent}} %).',
      too_many_problems:
        'Von der Schutzprüfung angehalten: {{affected}} von {{of}} Zeilen lassen sich nicht importieren ({{percent}} %).',
    },
    key_system: {
      too_many_moves:
        'Von der Schutzprüfung angehalten: für {{affected}} Personen, die bleiben, würden sich Türen ändern. {{of}} haben jetzt Türen ({{percent}} %).',
      rename:
        'Von der Schutzprüfung angehalten: {{affected}} von {{of}} Personen mit neuer Abteilung oder Stelle würden Türen verlieren oder dazubekommen.',
      too_many_removals:
        'Von der Schutzprüfung angehalten: {{affected}} von {{of}} Personen würden Türen verlieren ({{percent}} %).',
      empty_source:
        'Von der Schutzprüfung angehalten: niemand darf mehr etwas öffnen. Für {{of}} Personen sind Türen erfasst.',
      source_dropped:
        'Von der Schutzprüfung angehalten: {{affected}} Personen mit Türen weniger als beim letzten Abgleich ({{percent}} %).',
      too_many_problems:
        'Von der Schutzprüfung angehalten: {{affected}} von {{of}} Datensätzen sind nicht lesbar ({{percent}} %).',
    },
    limits: {
      too_many_moves: 'Die Grenze ist hier {{limit}} %.',
      rename: 'Was nach einer Umbenennung aussieht, wird zuerst entschieden.',
      too_many_removals: 'Die Grenze ist hier {{limit}} %.',
      empty_source: 'Eine leere Liste wird nie ohne Entscheidung angewendet.',
      source_dropped: 'Die Grenze ist {{limit}} %.',
      too_many_problems:
        'Gezählt werden nicht lesbare Zeilen und Personen, die Sie erst zuordnen müssen. Die Grenze ist {{limit}} %.',
    },
    largest: 'Größte Gruppen:',
    renamesFirst: 'Entscheiden Sie zuerst die Umbenennungen; danach wird die Quelle neu verglichen.',
  },
  notices: {
    stale: {
      title: 'Veraltet.',
      text: 'Personen, Pläne oder das Schlüsselsystem haben sich seither geändert; deshalb lässt sich das nicht mehr anwenden. Nichts wurde angewendet; neu zu berechnen dauert nicht lange.',
    },
    waiting: {
      title_one: '{{count, number}} Änderung wartet auf einen Bediener.',
      title_other: '{{count, number}} Änderungen warten auf einen Bediener.',
      text: 'Diese Verbindung kann sie nicht schreiben. Sie stehen auf der Arbeitsliste und gelten erst als erledigt, wenn sie dort abgehakt sind.',
      show: 'Arbeitsliste öffnen',
    },
    simulated: {
      title: 'Hier wurde eine Zuordnung durchgespielt, die nicht gespeichert ist.',
      text: 'Das lässt sich nicht anwenden. Speichern Sie die Zuordnung und sehen Sie sich die Änderungen in der Vorschau an.',
    },
    discarded: { title: 'Verworfen.', text: 'Nichts wurde angewendet. Der nächste Lauf berechnet neu.' },
    failures: {
      title_one: '{{count, number}} Änderung ließ sich nicht anwenden.',
      title_other: '{{count, number}} Änderungen ließen sich nicht anwenden.',
      text: 'Alles andere ist angewendet. Der nächste Lauf versucht diese wieder.',
      show: 'Zeigen',
    },
    stopped: {
      title: 'Das Anwenden wurde unterbrochen.',
      text: 'Was angewendet ist, bleibt. Ein neuer Lauf vergleicht wieder und tut nur, was fehlt.',
      task: 'Lauf öffnen',
    },
    problems: {
      title_one: '{{count, number}} Zeile ist nicht lesbar und wird ausgelassen.',
      title_other: '{{count, number}} Zeilen sind nicht lesbar und werden ausgelassen.',
      text: 'Berichtigen Sie sie in der Quelle; ihretwegen scheidet niemand aus.',
    },
    nothing: {
      title: 'Nichts zu ändern.',
      text: 'Beide Seiten sind aktuell.',
      noPlan:
        'Kein Plan in Kraft öffnet hier eine Tür, und Key2XS hat hier nichts erfasst. Legen Sie zuerst einen Plan an, oder aktivieren Sie einen.',
    },
  },
  progress: {
    computing: 'Es wird berechnet, was sich ändern würde',
    applying: 'Wird angewendet',
    leave: 'Sie können diese Seite verlassen. Der Lauf geht weiter, und die Glocke meldet, wenn er zu Ende ist.',
  },
  adoption: {
    profiles_one: '{{count, number}} Zugangsprofil',
    profiles_other: '{{count, number}} Zugangsprofile',
    people_one: '{{count, number}} Person',
    people_other: '{{count, number}} Personen',
    sentence:
      'Das Schlüsselsystem führt schon {{parts, list}}, die die Pläne meinen. Was da ist, wird unter seiner eigenen Kennung übernommen, statt noch einmal geschrieben zu werden.',
  },
  effect: {
    title: 'Dabei wird Folgendes getan:',
    byHand: 'Nichts wird geschrieben: Diese Verbindung kann es nicht. Von Hand in CLIQ Web Manager zu tun:',
    partlyByHand_one: '{{count, number}} davon kann diese Verbindung nicht schreiben. Es kommt auf die Arbeitsliste.',
    partlyByHand_other:
      '{{count, number}} davon kann diese Verbindung nicht schreiben. Sie kommen auf die Arbeitsliste.',
    joiner_one: '{{count, number}} Person hinzufügen',
    joiner_other: '{{count, number}} Personen hinzufügen',
    leaver_one:
      '{{count, number}} Person als ausgeschieden vermerken; der nächste Abgleich entzieht jeden Zugang, der Schlüssel behält ihn bis zur Aktualisierung',
    leaver_other:
      '{{count, number}} Personen als ausgeschieden vermerken; der nächste Abgleich entzieht jeden Zugang, ihre Schlüssel behalten ihn bis zur Aktualisierung',
    mover_one: 'Stelle oder Abteilung von {{count, number}} Person ändern',
    mover_other: 'Stelle oder Abteilung von {{count, number}} Personen ändern',
    update_one: 'Andere Angaben von {{count, number}} Person ändern',
    update_other: 'Andere Angaben von {{count, number}} Personen ändern',
    begin_one: '{{count, number}} Person aktiv setzen: ab jetzt gelten Regeln',
    begin_other: '{{count, number}} Personen aktiv setzen: ab jetzt gelten Regeln',
    stop_one: '{{count, number}} Person inaktiv setzen: keine Regel gilt mehr',
    stop_other: '{{count, number}} Personen inaktiv setzen: keine Regel gilt mehr',
    conflict_one: '{{count, number}} Person auslassen, deren Konflikt offen ist oder so entschieden wurde',
    conflict_other: '{{count, number}} Personen auslassen, deren Konflikte offen sind oder so entschieden wurden',
    problem_one: '{{count, number}} nicht lesbare Zeile auslassen',
    problem_other: '{{count, number}} nicht lesbare Zeilen auslassen',
    person_adopt_one:
      '{{count, number}} Person unter der eigenen Kennung übernehmen, die das Schlüsselsystem schon führt',
    person_adopt_other:
      '{{count, number}} Personen unter ihren eigenen Kennungen übernehmen, die das Schlüsselsystem schon führt',
    profile_adopt_one:
      '{{count, number}} Zugangsprofil unter der eigenen Kennung übernehmen, das das Schlüsselsystem schon führt',
    profile_adopt_other:
      '{{count, number}} Zugangsprofile unter ihren eigenen Kennungen übernehmen, die das Schlüsselsystem schon führt',
    member_remove_one: '{{count, number}} Person ein Zugangsprofil entziehen',
    member_remove_other: 'Personen {{count, number}} Zugangsprofile entziehen',
    person_deactivate_one: '{{count, number}} Person deaktivieren',
    person_deactivate_other: '{{count, number}} Personen deaktivieren',
    profile_put_one: '{{count, number}} Zugangsprofil schreiben',
    profile_put_other: '{{count, number}} Zugangsprofile schreiben',
    person_create_one: '{{count, number}} Person anlegen',
    person_create_other: '{{count, number}} Personen anlegen',
    person_update_one: '{{count, number}} Person ändern',
    person_update_other: '{{count, number}} Personen ändern',
    member_add_one: '{{count, number}} Person ein Zugangsprofil geben',
    member_add_other: 'Personen {{count, number}} Zugangsprofile geben',
  },
  reason: { optional: 'Begründung (freiwillig)' },
  apply: {
    titleAdoption: 'Übernehmen, was das Schlüsselsystem schon führt?',
    confirmAdoption_one: '{{count, number}} Eintrag übernehmen',
    confirmAdoption_other: '{{count, number}} Einträge übernehmen',
    titleByHand: 'Diese Änderungen auf die Arbeitsliste setzen?',
    confirmByHand_one: '{{count, number}} Änderung auf die Arbeitsliste setzen',
    confirmByHand_other: '{{count, number}} Änderungen auf die Arbeitsliste setzen',
    byHand: 'Jede gilt als erledigt, wenn sie dort abgehakt ist oder ein Lesen sie erledigt findet.',
    toastByHand: 'Die Änderungen kommen auf die Arbeitsliste. Sie können diese Seite verlassen.',
    title: 'Diese Änderungen anwenden?',
    confirm_one: '{{count, number}} Änderung anwenden',
    confirm_other: '{{count, number}} Änderungen anwenden',
    directory: 'Das ändert, wer hier bekannt ist. Ein Schlüsselsystem ändert sich mit seinem nächsten Abgleich.',
    toast: 'Wird angewendet. Sie können diese Seite verlassen.',
  },
  allow: {
    title: 'Diese Änderungen einmal zulassen?',
    confirm: 'Einmal zulassen und anwenden',
    text: 'Sie werden angewendet, obwohl die Schutzprüfung sie angehalten hat. Die Grenze bleibt, der nächste solche Lauf wird also wieder angehalten.',
  },
  raise: {
    title: 'Die Grenze erhöhen?',
    confirm: 'Grenze erhöhen und anwenden',
    text: 'Von jetzt an wird bis zu diesem Anteil ohne Rückfrage entfernt. Diese Änderungen werden sofort angewendet.',
    label: 'Neue Grenze in Prozent',
    hint: 'Jetzt {{limit}} %. Diese Änderungen brauchen mindestens {{needed}} %.',
    low: 'Mindestens {{needed}} %, sonst hält die Schutzprüfung sie wieder an.',
    high: 'Höchstens 100 %.',
  },
  discardDialog: {
    title: 'Diese Änderungen verwerfen?',
    text_one: '{{count, number}} Änderung wird verworfen. Nichts wird angewendet; der nächste Lauf vergleicht neu.',
    text_other:
      '{{count, number}} Änderungen werden verworfen. Nichts wird angewendet; der nächste Lauf vergleicht neu.',
    toast: 'Verworfen. Nichts wurde angewendet.',
  },
  items: {
    tabs: 'Arten von Änderungen',
    all: 'Alle',
    words: {
      loading: 'Änderungen werden geladen …',
      caption: 'Änderungen',
      search: 'Änderungen durchsuchen',
      placeholder: { directory: 'Personen suchen', key_system: 'Personen und Profile suchen' },
      noMatch: 'Keine Änderung passt',
      noMatchHint: 'Zu Suche und Filter passt nichts.',
    },
    outcomes: { pending: 'Wartet', done: 'Erledigt', failed: 'Gescheitert', waiting: 'Für einen Bediener' },
    leftOut: 'Ausgelassen',
    open: '{{label}} öffnen: {{kind}}',
    columns: {
      kind: 'Änderung',
      person: 'Person',
      label: 'Person oder Profil',
      reference: 'Kennung',
      what: 'Was sich ändert',
      outcome: 'Ergebnis',
    },
  },
  what: {
    from: 'von',
    to: 'zu',
    nothing: 'nichts',
    active: 'aktiv',
    inactive: 'inaktiv',
    listed: 'geführt',
    left: 'ausgeschieden',
    profile: 'Profil',
    adoptedProfile: 'im Plan: {{name}}',
    adoptedPerson: 'Kennung dort: {{name}}',
    added_one: '{{count, number}} hinzu',
    added_other: '{{count, number}} hinzu',
    removed_one: '{{count, number}} weg',
    removed_other: '{{count, number}} weg',
    fieldsOnly: 'Nur wie die Quelle gelesen wird, ist anders.',
    more: 'und {{count, number}} weitere',
  },
  fields: {
    ...fieldNames,
    external_id: 'eindeutige Kennung',
    start_date: 'erster Tag',
    end_date: 'letzter Tag',
    active: 'Status',
    first_name: 'Vorname',
    surname: 'Nachname',
    name: 'Name',
    description: 'Beschreibung',
    cylinders: 'Zylinder',
    cylinder_groups: 'Zylindergruppen',
    schedule: 'Zeiten',
  },
  drawer: {
    adoptedAs: 'Im Plan',
    idThere: 'Kennung dort',
    detail: 'Profil',
    problem: 'Was nicht stimmt',
    order: 'Reihenfolge des Anwendens',
    message: 'Warum es gescheitert ist',
    why: 'Warum es gewollt ist',
    changes: 'Was sich ändert',
    isNew: 'Neue Werte',
    read: 'Was gelesen wurde',
    person: 'Person öffnen',
  },
};
