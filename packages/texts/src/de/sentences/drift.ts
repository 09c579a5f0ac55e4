import type { texts as english } from '../../en/sentences';
import type { Translation } from '../../english';

export const drift: Translation<typeof english.drift> = {
  member_added: '{{person}} wurde in das Zugangsprofil „{{profile}}“ aufgenommen.',
  member_removed: '{{person}} wurde aus dem Zugangsprofil „{{profile}}“ entfernt.',
  doors_added_one: '{{count, number}} Tür wurde in das Zugangsprofil „{{profile}}“ aufgenommen.',
  doors_added_other: '{{count, number}} Türen wurden in das Zugangsprofil „{{profile}}“ aufgenommen.',
  doors_removed_one: '{{count, number}} Tür wurde aus dem Zugangsprofil „{{profile}}“ entfernt.',
  doors_removed_other: '{{count, number}} Türen wurden aus dem Zugangsprofil „{{profile}}“ entfernt.',
  groups_added: 'Türen wurden in das Zugangsprofil „{{profile}}“ aufgenommen: {{doors, and}}.',
  groups_removed: 'Türen wurden aus dem Zugangsprofil „{{profile}}“ entfernt: {{doors, and}}.',
  doors_one: '{{count, number}} Tür',
  doors_other: '{{count, number}} Türen',
  groups_one: '{{count, number}} Gruppe von Türen',
  groups_other: '{{count, number}} Gruppen von Türen',
  hours_changed: 'Die Zeiten des Zugangsprofils „{{profile}}“ wurden von {{before, list}} in {{after, list}} geändert.',
  profile_deleted: 'Das Zugangsprofil „{{profile}}“ wurde gelöscht.',
  person_deactivated: '{{person}} wurde gelöscht oder deaktiviert.',
  person_activated: '{{person}} wurde aktiviert.',
  somebody: 'Jemand',
  needsWhole:
    'Nichts wurde übernommen. {{what}} Das beträfe auch Personen oder Türen außerhalb Ihres Bereichs. Übernehmen kann es, wer für alle zuständig ist.',
  notAccepted: 'Nichts wurde übernommen. {{what}} {{why}}',
  whyNot: {
    onlyGrants: 'Regeln erlauben nur. Ändern Sie die Regel oder Abteilung oder Stelle der Person.',
    noRuleReaches:
      'Keine Regel trifft auf diese Person zu. Ergänzen Sie eine Regel oder ändern Sie Abteilung oder Stelle der Person.',
    mergedHours:
      'In diesem Zugangsprofil führt Key2XS die Zeiten mehrerer Regeln zusammen, deshalb kann keine Regel allein sagen, was geändert wurde. Stellen Sie es wieder her, oder ändern Sie die Regeln.',
    ruleGone:
      'Die Regel hinter diesem Zugangsprofil steht nicht mehr in ihrem Schlüsselplan. Stellen Sie wieder her oder schreiben Sie eine neue Regel.',
    personElsewhere: 'Diese Person ist keine aktive Person einer Quelle dieses Schlüsselplans.',
    unknownDoors: 'Der Bestand kennt nicht alle diese Türen. Lesen Sie ihn und übernehmen Sie dann.',
    namedOtherwise:
      'Die Regel nennt diese Türen über einen Ort, eine Gruppe oder ein Zugangsprofil des Schlüsselplans. Ändern Sie, was sie nennt.',
    dates:
      'Die Zeiten dieser Regel haben Daten, die Schlüsselsysteme nicht kennen. Ändern Sie die Zeiten in der Regel.',
    oddHours: 'Eine Regel kann solche Zeiten nicht haben. Ändern Sie die Zeiten in der Regel.',
    isOff: 'Die Regel ist bereits ausgeschaltet.',
  },
};
