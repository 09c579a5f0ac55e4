import type { texts as english } from '../../../en/sentences';
import type { Translation } from '../../../english';

export const draftEdit: Translation<typeof english.draftEdit> = {
  opensMore: '„{{rule}}“ öffnet auch {{doors, and}}.',
  opensLess: '„{{rule}}“ öffnet nicht mehr {{doors, and}}.',
  opensInstead: '„{{rule}}“ öffnet {{doors, and}} statt {{instead, and}}.',
  speaksMore: '„{{rule}}“ gilt auch für {{people, and}}.',
  speaksLess: '„{{rule}}“ gilt nicht mehr für {{people, and}}.',
  speaksInstead: '„{{rule}}“ gilt für {{people, and}} statt für {{instead, and}}.',
  speaksOf: '„{{rule}}“ gilt nur noch für {{people}}.',
  added: 'Neue Regel „{{rule}}“: jederzeit Zugang zu {{doors, and}} für {{people}}.',
  addedAtHours: 'Neue Regel „{{rule}}“: zu den bisherigen Zeiten Zugang zu {{doors, and}} für {{people}}.',
  kept: 'Neue Regel „{{rule}}“: weiterhin Zugang zu {{doors, and}} für {{people}}, zu den Zeiten von „{{from}}“.',
  removed: '„{{rule}}“ wird gelöscht.',
  everybody: '{{names, and}}',
  together: 'alle, auf die {{names, and}} zugleich zutrifft',
  within: '{{names, and}} in {{department}}',
  more_one: '{{count, number}} weitere',
  more_other: '{{count, number}} weitere',
  byName: 'Personen stehen einzeln darin. Wer später dazukommt, gehört nicht dazu.',
  othersGain_one: 'Auch {{count, number}} andere Person bekommt Türen dazu.',
  othersGain_other: 'Auch {{count, number}} andere Personen bekommen Türen dazu.',
  othersLose_one: 'Auch {{count, number}} andere Person verliert Türen.',
  othersLose_other: 'Auch {{count, number}} andere Personen verlieren Türen.',
  tooMuch: 'Dafür müssten zu viele Regeln auf einmal geändert werden. Wählen Sie weniger Personen oder Türen.',
  inseparable_one:
    '„{{rule}}“ gilt auch für {{count, number}} andere Person, die keine Stelle, Abteilung oder Gruppe unterscheidet. Geben Sie denen, die ihre Türen behalten sollen, im Verzeichnis eine eigene Gruppe, oder fassen Sie enger, für wen die Regel gilt.',
  inseparable_other:
    '„{{rule}}“ gilt auch für {{count, number}} andere, die keine Stelle, Abteilung oder Gruppe unterscheidet, und eine Regel nennt höchstens {{most, number}} Personen. Geben Sie denen, die ihre Türen behalten sollen, im Verzeichnis eine eigene Gruppe, oder fassen Sie enger, für wen die Regel gilt.',
  elsewhere: '„{{rule}}“ des Schlüsselplans „{{plan}}“ gibt weiterhin Zugang zu einigen dieser Türen.',
};
