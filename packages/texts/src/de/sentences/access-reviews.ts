import type { accessReview as english } from '../../en/sentences/access-reviews';
import type { Translation } from '../../english';

export const accessReview: Translation<typeof english> = {
  dueInThePast: 'Wählen Sie einen Tag in der Zukunft.',
  noneChosen: 'Wählen Sie mindestens einen Eintrag.',
  noSystem: 'Es ist kein Schließsystem verbunden. Wer was öffnen kann, ist deshalb nicht bekannt.',
  notRead: '{{name}} wurde noch nie vollständig gelesen. Lesen Sie es ein und beginnen Sie dann die Prüfung.',
  partlyRead:
    'Das letzte Einlesen von {{name}} wurde nicht beendet. Sein Inhalt ist nur teilweise bekannt: Lesen Sie es erneut ein und beginnen Sie dann die Prüfung.',
  stoppedRead:
    'Das letzte Einlesen von {{name}} wurde angehalten, weil zu viel fehlte. Entscheiden Sie zuerst darüber und beginnen Sie dann die Prüfung.',
  empty: 'In dieser Auswahl kann niemand etwas öffnen.',
  tooLarge:
    'Eine Prüfung umfasst höchstens {{most, number}} Rechte, und diese Auswahl hat mehr. Wählen Sie weniger davon.',
  closed: 'Diese Prüfung ist beendet. Ihre Entscheidungen bleiben, wie sie sind.',
  partlyOutside: 'Diese Prüfung umfasst auch Rechte außerhalb Ihres Bereichs. Das kann nur, wer sie ganz sehen darf.',
  ownRight:
    'Eines dieser Rechte ist Ihr eigenes oder das der Person, die Sie vertreten. Eine andere Person entscheidet darüber.',
  oneByOne: 'Über Rechte an Orten der Schutzklasse 4 wird einzeln entschieden.',
  onlyLowRisk:
    'Gemeinsam bestätigt werden nur Rechte mit geringem Risiko: durch eine Regel vergeben, an Orten ohne Schutzklasse oder bis Klasse 2.',
  onlyKeep: 'Rechte werden einzeln entzogen oder geändert.',
  differentEvidence: 'Gemeinsam bestätigt werden nur Rechte mit gleicher Sachlage. Diese unterscheiden sich.',
  reasonNeeded: 'Geben Sie einen Grund an.',
  decidedBy: '{{name}} hat über eines dieser Rechte bereits entschieden.',
  undecided_one: 'Über ein Recht ist noch nicht entschieden.',
  undecided_other: 'Über {{count, number}} Rechte ist noch nicht entschieden.',
  samePerson: 'Sie haben das meiste selbst entschieden. Abschließen muss die Prüfung eine andere Person.',
};
