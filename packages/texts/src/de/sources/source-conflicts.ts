import type { sourceConflicts as english } from '../../en/sources/source-conflicts';
import type { Translation } from '../../english';

export const sourceConflicts: Translation<typeof english> = {
  conflicts: {
    title: 'Zu entscheiden',
    loading: 'Konflikte werden geladen …',
    none: 'Nichts zu entscheiden',
    noneHint:
      'Haben zwei Personen eine Nummer, oder kehrt eine längst ausgeschiedene Person zurück, wartet es hier auf Sie.',
    kinds: {
      same_number: 'Zwei Personen haben die Nummer {{value}}',
      two_sources: 'Die Nummer {{value}} kommt aus zwei Quellen',
      returner: 'Eine ausgeschiedene Person ist wieder in der Liste: {{value}}',
    },
    meaning: {
      same_number:
        'Wem gehört sie? Bis Sie entscheiden, ändert sich die andere Person nicht oder wird nicht importiert.',
      two_sources: 'Ist es dieselbe Person oder eine andere? Bis Sie entscheiden, kommt niemand hinzu.',
      returner:
        'Dieselbe Person, oder eine neue Person unter der alten ID? Bis Sie entscheiden, gibt es keinen Zugang.',
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
      both: 'Es sind verschiedene Personen',
      stay_out: 'Dieselbe Person: hier weglassen',
      same_person: 'Dieselbe Person',
      new_person: 'Eine neue Person',
    },
    effects: {
      is_this_one:
        'Die Nummer {{value}} gehört {{name}}. Niemand sonst bekommt sie aus dieser Quelle: Andere ändern sich nicht oder werden nicht importiert.',
      both: 'Alle {{count, number}} haben die Nummer, jede Person mit eigenem Zugang.',
      stay_out:
        'Die Person wird aus dieser Quelle nicht importiert und bleibt wie in der anderen Quelle. Führt die andere Quelle sie nicht mehr, wird sie aus dieser importiert.',
      same_person: '{{name}} kommt als die Person zurück, die sie war, mit dem, was die Pläne jetzt geben.',
      new_person: '{{name}} wird als neue Person importiert. Nichts von der ausgeschiedenen wird übernommen.',
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
        returner: 'Alle {{count, number}} Rückkehrer auswählen',
      },
      effects: {
        same_number: {
          both_one: 'Alle aus {{count, number}} Konflikt haben die Nummer, jede Person mit eigenem Zugang.',
          both_other: 'Alle aus {{count, number}} Konflikten haben ihre Nummer, jede Person mit eigenem Zugang.',
        },
        two_sources: {
          stay_out_one:
            '{{count, number}} Person wird aus dieser Quelle nicht importiert und bleibt wie in der anderen Quelle. Führt die andere Quelle sie nicht mehr, wird sie aus dieser importiert.',
          stay_out_other:
            '{{count, number}} Personen werden aus dieser Quelle nicht importiert und bleiben wie in der anderen Quelle. Führt die andere Quelle sie nicht mehr, werden sie aus dieser importiert.',
          both_one: '{{count, number}} Person wird auch aus dieser Quelle importiert, mit eigenem Zugang.',
          both_other: '{{count, number}} Personen werden auch aus dieser Quelle importiert, jede mit eigenem Zugang.',
        },
        returner: {
          same_person_one:
            '{{count, number}} Person kommt als die zurück, die sie war, mit dem, was die Pläne jetzt geben. Das lässt sich nicht zurücknehmen.',
          same_person_other:
            '{{count, number}} Personen kommen als die zurück, die sie waren, mit dem, was die Pläne jetzt geben. Das lässt sich nicht zurücknehmen.',
          new_person_one:
            '{{count, number}} Person wird als neue importiert.  Nichts von der ausgeschiedenen wird übernommen. Das lässt sich nicht zurücknehmen.',
          new_person_other:
            '{{count, number}} Personen werden als neue importiert.  Nichts von den ausgeschiedenen wird übernommen. Das lässt sich nicht zurücknehmen.',
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
    noneHint: 'Alle, die die Quelle führt, konnten importiert werden.',
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
