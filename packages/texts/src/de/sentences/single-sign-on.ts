import type { singleSignOn as english } from '../../en/sentences/single-sign-on';
import type { Translation } from '../../english';

export const singleSignOn: Translation<typeof english> = {
  off: 'Single Sign-on ist ausgeschaltet. Melden Sie sich mit Ihrem Passwort an.',
  noAddress: 'Die Adresse dieses Produkts ist nicht bekannt. Setzen Sie KEY2XS_PUBLIC_URL auf dem Server.',
  unavailable:
    'Der Anmeldedienst ist im Moment nicht nutzbar. Melden Sie sich mit Ihrem Passwort an, oder versuchen Sie es später noch einmal.',
  again: 'Diese Anmeldung gilt nicht mehr. Beginnen Sie sie neu.',
  declined: 'Die Anmeldung wurde beim Anmeldedienst abgebrochen.',
  refusedThere:
    'Der Anmeldedienst hat die Anmeldung abgelehnt. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
  invalid:
    'Die Antwort des Anmeldedienstes ließ sich nicht annehmen. Beginnen Sie die Anmeldung neu; hilft das nicht, fragen Sie einen Super-Admin.',
  notAdmitted: 'Dieses Konto des Anmeldedienstes meldet hier nicht an. Fragen Sie einen Super-Admin.',
  noRole: 'Keine Ihrer Gruppen beim Anmeldedienst gibt hier eine Rolle. Fragen Sie einen Super-Admin.',
  groupsNotSent:
    'Der Anmeldedienst hat Ihre Gruppen nicht mitgeschickt, weil es zu viele sind. Fragen Sie einen Super-Admin.',
  notLinked: 'Dieser Administrator ist mit keinem Konto des Anmeldedienstes verknüpft.',
  noFreshProof: 'Der Anmeldedienst sagt nicht, dass Sie sich eben dort angemeldet haben.',
  otherAccount: 'Dieses Konto des Anmeldedienstes ist nicht mit Ihnen verknüpft.',
  linkedElsewhere: 'Dieses Konto des Anmeldedienstes ist mit einem anderen Administrator verknüpft.',
  linkedAlready:
    'Sie sind mit einem anderen Konto dieses Anmeldedienstes verknüpft. Entfernen Sie zuerst diese Verknüpfung.',
  lastWay: 'Sie haben kein Passwort; diese Verknüpfung ist der einzige Zugang. Legen Sie zuerst ein Passwort fest.',
  notWhileActing: 'Geben Sie zuerst die Rechte des anderen Administrators ab. Verknüpfungen gelten nur für Sie selbst.',
  changed: 'Jemand anderes hat diese Einstellungen geändert. Laden Sie sie neu, und versuchen Sie es noch einmal.',
  secretUnreadable: 'Das gespeicherte Client-Geheimnis lässt sich nicht lesen. Geben Sie es neu ein.',
  field: {
    roleGone: 'Diese Rolle gibt es nicht mehr. Wählen Sie eine andere.',
    superAdmin: 'Erlauben Sie zuerst, dass Gruppen zu Super-Admins machen, oder wählen Sie eine Rolle.',
    twice: 'Das gibt die Gruppe bereits.',
    groupsClaim: 'Sagen Sie, in welchem Claim die Gruppen stehen.',
    mfaValues: 'Sagen Sie, welche Werte für einen zweiten Faktor stehen.',
    authority: 'Diese Zertifikate lassen sich nicht lesen.',
    secretAgain: 'Der Aussteller ist ein anderer. Geben Sie das Client-Geheimnis neu ein.',
    secretMissing: 'Geben Sie das Client-Geheimnis ein, oder sagen Sie, dass es keines gibt.',
  },
  failure: {
    unreachable:
      'Der Anmeldedienst ist nicht erreichbar. Prüfen Sie den Aussteller, und ob dieser Server sich dorthin verbinden darf.',
    address_refused: 'Diese Installation erlaubt keine Aufrufe dieser Adresse. Prüfen Sie den Aussteller.',
    tls_untrusted:
      'Dem Zertifikat, das der Anmeldedienst zeigt, kann nicht vertraut werden. Prüfen Sie den Aussteller, oder fügen Sie das Zertifikat seiner Zertifizierungsstelle hinzu, hier oder auf dem Server in KEY2XS_CA_DIR.',
    timeout: 'Der Anmeldedienst hat nicht rechtzeitig geantwortet.',
    bad_answer: 'Die Antwort ist nicht die eines Anmeldedienstes für OpenID Connect. Prüfen Sie den Aussteller.',
  },
  check: {
    addressRead: 'Die Beschreibung des Anmeldedienstes wurde gelesen.',
    issuerSame: 'Er nennt sich {{issuer}}.',
    issuerOther: 'Er nennt sich {{issuer}}. Geben Sie genau das als Aussteller ein.',
    keysRead_one: '{{count, number}} Schlüssel für Signaturen wurde gelesen.',
    keysRead_other: '{{count, number}} Schlüssel für Signaturen wurden gelesen.',
    noKeys: 'Er hat keinen Schlüssel für Signaturen, die sich hier prüfen lassen.',
    algorithms: 'Er signiert mit {{names, list}}.',
    noAlgorithm: 'Er signiert mit keinem von {{names, list}}.',
    codeFlow: 'Er bietet den Authorization Code Flow mit PKCE an.',
    noPkce: 'Er sagt nicht, dass er PKCE annimmt; es wird trotzdem gesendet.',
    noCodeFlow: 'Er bietet den Authorization Code Flow nicht an.',
    scopes: 'Er bietet alle Scopes an.',
    scopesMissing: 'Er nennt diese Scopes nicht: {{names, list}}.',
    scopesUnsaid: 'Er sagt nicht, welche Scopes er anbietet.',
    claims: 'Er nennt alle Claims.',
    claimsMissing: 'Er nennt diese Claims nicht: {{names, list}}. Sie können trotzdem kommen.',
    claimsUnsaid: 'Er sagt nicht, welche Claims er sendet.',
    skipped: 'Nicht geprüft.',
  },
};
