import type { sourceConflicts as english } from '../en/source-conflicts';
import type { Translation } from '../english';

export const sourceConflicts: Translation<typeof english> = {
  conflicts: {
    title: 'Zu entscheiden',
    loading: 'Konflikte werden geladen …',
    none: 'Nichts zu entscheiden',
    noneHint:
      'Haben zwei Personen eine Nummer, oder ist jemand längst Ausgeschiedenes wieder da, wartet es hier auf Sie.',
    kinds: {
      same_number: 'Zwei Personen haben die Nummer {{value}}',
      two_sources: 'Die Nummer {{value}} kommt aus zwei Quellen',
      returner: 'Jemand Ausgeschiedenes ist wieder da: {{value}}',
    },
    meaning: {
      same_number:
        'Wem gehört sie? Bis Sie es sagen, bleibt, wer sie jetzt bekäme, wie er ist, oder kommt nicht herein.',
      two_sources: 'Ist es dieselbe Person oder eine andere? Bis Sie es sagen, kommt niemand Neues herein.',
      returner: 'Dieselbe Person, oder jemand Neues unter der alten ID? Bis Sie es sagen, gibt es keinen Zugang.',
    },
    found: 'Gefunden:',
    hasNumber: 'Hat die Nummer {{number}} jetzt',
    isKnown: 'Ist unter den Personen',
    isNew: 'Wäre neu',
    isElsewhere: 'Ist unter den Personen, aus einer anderen Quelle',
    choose: 'Diese ist es',
    chooseNamed: 'Diese ist es: {{name}}',
    decisions: {
      is_this_one: 'Diese ist es',
      both: 'Alle sind eigene Personen',
      stay_out: 'Dieselbe Person: hier weglassen',
      same_person: 'Dieselbe Person',
      new_person: 'Jemand Neues',
    },
    effects: {
      is_this_one:
        'Die Nummer {{value}} gehört {{name}}. Niemand sonst bekommt sie aus dieser Quelle: Die anderen bleiben, wie sie sind, oder kommen nicht herein.',
      both: 'Alle {{count, number}} haben die Nummer, jede Person mit eigenem Zugang.',
      stay_out:
        'Wer neu wäre, kommt aus dieser Quelle nicht herein. Die Person bleibt, wie die andere Quelle sie nennt. Hat die andere Quelle sie nicht mehr, kommt sie aus dieser herein.',
      same_person: '{{name}} kommt als die Person zurück, die sie war, mit dem, was die Pläne jetzt geben.',
      new_person: '{{name}} kommt als neue Person herein. Nichts von der ausgeschiedenen wird übernommen.',
    },
    nextRun: 'Es wirkt mit dem nächsten Lauf der Quelle.',
    confirm: 'Entscheiden',
    decided: 'Entschieden. Der nächste Lauf der Quelle führt es aus.',
    last: 'Zuletzt entschieden: {{decision}}. Von {{name}},',
    takeBack: 'Zurücknehmen',
    takenBack_one: 'Zurückgenommen. {{count, number}} Konflikt ist wieder zu entscheiden.',
    takenBack_other: 'Zurückgenommen. {{count, number}} Konflikte sind wieder zu entscheiden.',
    many: {
      label: 'Viele gleich entscheiden',
      choose: 'Auswählen: {{title}}',
      chosen_one: '{{count, number}} Konflikt ausgewählt',
      chosen_other: '{{count, number}} Konflikte ausgewählt',
      none: 'Auswahl aufheben',
      all: {
        same_number: 'Alle {{count, number}} mit gleicher Nummer auswählen',
        two_sources: 'Alle {{count, number}} aus zwei Quellen auswählen',
        returner: 'Alle {{count, number}} wieder Aufgetauchten auswählen',
      },
      effects: {
        same_number: {
          both_one: 'Alle aus {{count, number}} Konflikt haben die Nummer, jede Person mit eigenem Zugang.',
          both_other: 'Alle aus {{count, number}} Konflikten haben ihre Nummer, jede Person mit eigenem Zugang.',
        },
        two_sources: {
          stay_out_one:
            '{{count, number}} Person kommt aus dieser Quelle nicht herein und bleibt, wie die andere Quelle sie nennt. Hat die andere Quelle sie nicht mehr, kommt sie aus dieser herein.',
          stay_out_other:
            '{{count, number}} Personen kommen aus dieser Quelle nicht herein und bleiben, wie die andere Quelle sie nennt. Wer dort nicht mehr ist, kommt aus dieser herein.',
          both_one: '{{count, number}} Person kommt auch aus dieser Quelle herein, mit eigenem Zugang.',
          both_other: '{{count, number}} Personen kommen auch aus dieser Quelle herein, jede mit eigenem Zugang.',
        },
        returner: {
          same_person_one:
            '{{count, number}} Person kommt als die zurück, die sie war, mit dem, was die Pläne jetzt geben. Das lässt sich nicht zurücknehmen.',
          same_person_other:
            '{{count, number}} Personen kommen als die zurück, die sie waren, mit dem, was die Pläne jetzt geben. Das lässt sich nicht zurücknehmen.',
          new_person_one:
            '{{count, number}} Person kommt als neue herein. Nichts von der ausgeschiedenen wird übernommen. Das lässt sich nicht zurücknehmen.',
          new_person_other:
            '{{count, number}} Personen kommen als neue herein. Nichts von den ausgeschiedenen wird übernommen. Das lässt sich nicht zurücknehmen.',
        },
      },
      confirm_one: '{{count, number}} Konflikt entscheiden',
      confirm_other: '{{count, number}} Konflikte entscheiden',
    },
  },
  parked: {
    title: 'Zurückgestellte Personen',
    caption: 'Zurückgestellte Personen und warum sie warten',
    loading: 'Zurückgestellte Personen werden geladen …',
    none: 'Niemand ist zurückgestellt',
    noneHint: 'Alle, von denen die Quelle berichtet, konnten übernommen werden.',
    who: 'Wer',
    why: 'Warum',
    since: 'Seit',
    next: 'Nächster Versuch',
    tries_one: 'nach {{count, number}} Versuch',
    tries_other: 'nach {{count, number}} Versuchen',
    action: 'Aktion',
    try: 'Jetzt versuchen',
    tryNamed: '{{name}} jetzt versuchen',
  },
};
