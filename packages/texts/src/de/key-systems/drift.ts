import type { texts as english } from '../../en/key-systems/drift';
import type { Translation } from '../../english';

/** Texte der Liste dessen, was in Schlüsselsystemen selbst geändert wurde. */
export const texts: Translation<typeof english> = {
  words: {
    title: 'Im Schlüsselsystem selbst geändert',
    subtitle:
      'Was das Schlüsselsystem anders erfasst hat, als Key2XS es hinterlassen hat. Wiederherstellen schreibt es zurück; Übernehmen ändert den Schlüsselplan.',
    loading: 'Änderungen werden geladen …',
    caption: 'Änderungen, die im Schlüsselsystem selbst gemacht wurden',
    search: 'Änderungen durchsuchen',
    placeholder: 'Person, Profil, Regel',
    noMatchHint: 'Keine Änderung passt zur Suche oder zu den Filtern.',
  },
  filters: { state: 'Stand' },
  states: { open: 'Zu entscheiden', accepted: 'Übernommen', all: 'Alle' },
  kinds: {
    member_added: 'In ein Profil aufgenommen',
    member_removed: 'Aus einem Profil entfernt',
    doors_added: 'Türen aufgenommen',
    doors_removed: 'Türen entfernt',
    hours_changed: 'Zeiten geändert',
    profile_deleted: 'Profil gelöscht',
    person_deactivated: 'Gelöscht oder deaktiviert',
    person_activated: 'Aktiviert',
  },
  columns: { since: 'Gesehen' },
  acceptance: {
    into_rule: 'Ändert die Regel',
    own_rule: 'Eine eigene Regel',
    switch_off: 'Schaltet die Regel aus',
  },
  cannot: 'Nicht möglich',
  open: 'Öffnen: {{what}}',
  none: {
    title: 'Keine Änderung zu entscheiden',
    hint: 'Jede Vorschau und jeder Abgleich vergleicht das Schlüsselsystem mit dem, was Key2XS dort hinterlassen hat. Was abweicht, erscheint hier.',
    action: 'Verbindungen verwalten',
  },
  all_one: '{{count, number}} Änderung zeigen',
  all_other: 'Alle {{count, number}} Änderungen',
  bar: {
    label: 'Ausgewählte Änderungen',
    selected_one: '{{count, number}} ausgewählt',
    selected_other: '{{count, number}} ausgewählt',
    restore: 'Wiederherstellen …',
    accept: 'In den Entwurf übernehmen …',
    cancel: 'Auswahl aufheben',
  },
  affects: 'Betrifft {{parts, list}}.',
  chosen: {
    more_one: 'und {{count, number}} weitere Änderung',
    more_other: 'und {{count, number}} weitere Änderungen',
  },
  restore: {
    title: 'Durch einen Abgleich wiederherstellen',
    text: 'Ein Abgleich von {{systems, list}} schreibt das zurück. Zuerst kommt seine Vorschau: Sie zeigt alles, was der Abgleich täte. Nichts wird geschrieben, bevor Sie sie anwenden.',
    also: 'Ein Abgleich umfasst immer das ganze Schlüsselsystem: Er schreibt auch zurück, was dort sonst geändert und nicht übernommen wurde, und wendet an, was sonst noch wartet. Seine Grenzen gelten.',
    confirm: 'Abgleich vorab ansehen',
  },
  accept: {
    title: 'In den Entwurf übernehmen',
    text: 'Die Regeln werden so geändert, dass sie dasselbe sagen.',
    atOnce: 'In „{{name}}“ gelten Änderungen sofort: Ab jetzt erlaubt er, was das Schlüsselsystem erfasst hat.',
    waits:
      'In „{{name}}“ warten die Änderungen im Entwurf. Bis er aktiviert ist, schreibt ein Abgleich das Schlüsselsystem zurück.',
    left_one:
      '{{count, number}} ausgewählte Änderung kann nicht übernommen werden und bleibt. Öffnen Sie sie, um zu lesen, warum.',
    left_other:
      '{{count, number}} ausgewählte Änderungen können nicht übernommen werden und bleiben. Öffnen Sie sie, um zu lesen, warum.',
    confirm: 'Übernehmen',
    done_one: '{{count, number}} Änderung übernommen.',
    done_other: '{{count, number}} Änderungen übernommen.',
  },
  drawer: {
    what: 'Was geändert wurde',
    profile: 'Zugangsprofil',
    rule: 'Regel',
    plan: 'Schlüsselplan',
    doors: 'Türen',
    affects: 'Betrifft',
    more: 'und {{count, number}} weitere',
    since: 'Zuerst gesehen',
    accept: 'Übernehmen',
    whyNot: 'Das lässt sich nicht übernehmen',
    accepted: 'Übernommen von {{name}} am {{at}}',
    acceptedText: 'Der nächste Abgleich vergleicht erneut und nimmt es von der Liste.',
    person: 'Person öffnen',
    adoptedProfile:
      'Das Profil war im Schlüsselsystem von Hand angelegt und wurde am {{at}} übernommen. Was dort seitdem geändert wird, erscheint hier.',
    adoptedPerson:
      'Die Person war im Schlüsselsystem von Hand angelegt und wurde am {{at}} übernommen. Was dort seitdem geändert wird, erscheint hier.',
    openPlan: 'Schlüsselplan öffnen',
  },
  notice: {
    title_one: '{{count, number}} Änderung wurde im Schlüsselsystem selbst gemacht.',
    title_other: '{{count, number}} Änderungen wurden im Schlüsselsystem selbst gemacht.',
    text: 'Der nächste Abgleich schreibt sie zurück, wenn Sie sie nicht übernehmen.',
  },
};
