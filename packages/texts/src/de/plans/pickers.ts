import type { Areas, Translation } from '../../english';

/** Die Auswahl von Personen und Türen, gemeinsam für Regeln, Profile und den Assistenten. */
export const texts: Translation<Areas['pickers']> = {
  nothing: 'Nichts gefunden',
  searching: 'Suche läuft …',
  remove: '{{name}} entfernen',
  sensitive: 'Klasse {{number}}',
  who: {
    label: 'Abteilungen, Stellen, Gruppen und Personen',
    hint: 'Name, Nummer oder E-Mail eingeben; Enter nimmt den ersten Treffer',
    kinds: { department: 'Abteilungen', job_title: 'Stellen', group: 'Gruppen', user: 'Personen' },
    counted_one: '{{name}} ({{count, number}} Person)',
    counted_other: '{{name}} ({{count, number}} Personen)',
    failed: 'Abteilungen, Stellen und Gruppen der Identitätsquelle ließen sich nicht lesen.',
  },
  doors: {
    label: 'Zugangsprofile, Gruppen, Orte und Zylinder',
    hint: 'Name, Ort oder Kennzeichnung eingeben; Enter nimmt den ersten Treffer',
    kinds: {
      access_profile: 'Zugangsprofile',
      cylinder_group: 'Zylindergruppen',
      location: 'Orte, mit allen Türen darin, auch künftigen',
      cylinder: 'Zylinder',
    },
    group_one: '{{name}} ({{count, number}} Zylinder)',
    group_other: '{{name}} ({{count, number}} Zylinder)',
    place_one: '{{name}} ({{count, number}} Tür)',
    place_other: '{{name}} ({{count, number}} Türen)',
  },
  places: {
    show: 'Orte durchsehen',
    hide: 'Orte ausblenden',
    loading: 'Orte werden geladen …',
    none: 'Noch keine Orte.',
    inside: 'Orte in {{name}}',
  },
};
