import type { keyRequest as english } from '../../../en/sentences/keys/requests';
import type { Translation } from '../../../english';

export const keyRequest: Translation<typeof english> = {
  changed: 'Jemand anderes hat diesen Antrag geändert. Laden Sie ihn neu.',
  rulesChanged: 'Jemand anderes hat diese Regeln geändert. Laden Sie sie neu.',
  notOwn: 'Das kann nur, wer den Antrag gestellt hat.',
  inactive: '{{name}} ist nicht aktiv und kann keine Schlüssel und keinen Zugang bekommen.',
  placeNeeded: 'Wählen Sie den Ort.',
  keyNeeded: 'Wählen Sie den Schlüssel.',
  endNeeded: 'Geben Sie an, bis wann.',
  endPast: 'Dieser Zeitpunkt ist vorbei.',
  endsBefore: 'Das Ende liegt vor dem Beginn.',
  tooLong: 'Hier lassen sich höchstens {{count, number}} Tage beantragen.',
  whereNeeded: 'Geben Sie an, wo.',
  tooManyOpen:
    'Höchstens {{count, number}} Anträge können zugleich offen sein. Brechen Sie einen ab, oder warten Sie, bis einer erledigt ist.',
  linkNotOpen:
    'Dieser Link gilt nicht. Er ist älter als ein Tag, durch einen neueren ersetzt, oder das wird nicht mehr angeboten.',
  mail: {
    subject: 'Ihr Link für Schlüsselanträge',
    text: 'Mit diesem Link beantragen Sie Schlüssel und Zugang und sehen, was aus Ihren Anträgen geworden ist. Ein Konto brauchen Sie nicht.',
  },
  mailFooter:
    'Wenn Sie diese Mail nicht erwartet haben, beachten Sie sie nicht. Der Link gilt 24 Stunden und wird durch einen neueren ersetzt. Geben Sie ihn nicht weiter.',
  notHeld: 'Diese Person hat diesen Schlüssel nicht.',
  ownDeputy: 'Niemand vertritt sich selbst.',
  noPlace: 'Dieser Antrag betrifft einen Schlüssel, deshalb gibt ihn kein Plan.',
  placeGone: 'Der Ort wurde gelöscht, deshalb kann keine Regel ihn nennen.',
  alreadyGranted: 'Ein Schlüsselplan hat schon eine Regel für diesen Antrag.',
  grantHeld:
    'Was für diesen Antrag vorbereitet wurde, lässt sich hier nicht zurücknehmen. Wenden Sie sich an die Stelle, die Ihre Schlüssel ausgibt.',
  grantChanged: 'Die Regel „{{rule}}“ von {{plan}} gibt inzwischen auch anderen Zugang. Ändern Sie sie zuerst im Plan.',
  refused: {
    is_submitted: 'Dieser Antrag ist schon gestellt.',
    not_submitted: 'Dieser Antrag ist noch nicht gestellt.',
    not_to_complete: 'Der Ort dieses Antrags ist schon gewählt.',
    not_in_approval: 'Dieser Antrag wartet auf keine Entscheidung.',
    not_asked_back: 'Es wurde nichts zurückgefragt.',
    not_approved: 'Dieser Antrag ist nicht genehmigt.',
    not_reserved: 'Für diesen Antrag ist kein Schlüssel reserviert.',
    not_ready: 'Der Schlüssel liegt nicht bereit.',
    not_for_a_key: 'Für diese Art von Antrag wird kein Schlüssel ausgegeben.',
    only_by_a_key: 'Dieser Antrag endet mit der Ausgabe eines Schlüssels.',
    has_followed: 'Daraus ist schon etwas gefolgt, deshalb lässt es sich nicht zurücknehmen.',
    not_in_force: 'Es gibt nichts zurückzugeben.',
    is_done: 'Dieser Antrag ist erledigt.',
    no_right: 'Sie dürfen diesen Antrag nicht entscheiden.',
    own_request: 'Niemand entscheidet den eigenen Antrag. Bitten Sie eine Kollegin oder einen Kollegen.',
    not_your_step: 'Diesen Schritt entscheidet jemand anderes.',
    same_decider: 'Hier entscheiden zwei verschiedene Personen, und Sie haben schon den anderen Schritt entschieden.',
    reason_needed: 'Geben Sie einen Grund an.',
    until_needed: 'Geben Sie an, bis wann.',
    until_not_shorter: 'Wählen Sie einen früheren Zeitpunkt als den beantragten.',
  },
};
