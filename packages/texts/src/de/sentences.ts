import type { texts as english } from '../en/sentences';
import type { PartTranslation } from '../english';

/** Was Server und Treiber über Personen sagen. */
export const texts: PartTranslation<typeof english> = {
  changeSet: {
    directory: '{{name}} → Personen',
    keySystem: 'Schlüsselpläne → {{name}}',
  },
  work: {
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
    places: { persons: 'Personen', profiles: 'Zugangsprofile' },
  },
  because: {
    rule: 'Regel „{{rule}}“ des Schlüsselplans „{{plan}}“',
    aRule: 'Eine Regel',
    reaches: '{{rule}} trifft auf diese Person zu.',
    reachAlso_one: '{{rule}} und {{count, number}} weitere treffen auf diese Person zu.',
    reachAlso_other: '{{rule}} und {{count, number}} weitere Regeln treffen auf diese Person zu.',
    reachesNoLonger: '{{rule}} trifft auf diese Person nicht mehr zu.',
    noRuleReaches: 'Keine aktive Regel trifft mehr auf diese Person zu.',
    sourceDiffers: 'Die Identitätsquelle sagt etwas anderes als das Schlüsselsystem.',
  },
};
