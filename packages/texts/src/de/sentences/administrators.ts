import type { texts as english } from '../../en/sentences';
import type { Translation } from '../../english';

export const administrator: Translation<typeof english.administrator> = {
  changed: 'Jemand anderes hat diesen Administrator geändert. Laden Sie neu und versuchen Sie es noch einmal.',
  ownRights: 'Niemand ändert die eigenen Rechte oder die der vertretenen Person. Bitten Sie einen anderen Super-Admin.',
  hasMore: 'Dieser Administrator oder diese Rolle hat mehr Rechte als Sie. Bitten Sie jemanden, der sie hat.',
  getsMore: 'Damit gäben Sie mehr Rechte, als Sie haben. Bitten Sie jemanden, der sie hat.',
  lastSuperAdmin:
    'Ein aktiver Super-Admin, dessen Konto kein Ende hat, muss bleiben. Ernennen Sie zuerst einen weiteren und versuchen Sie es dann noch einmal.',
  isSuspended: 'Dieser Administrator ist schon gesperrt.',
  isNotSuspended: 'Dieser Administrator ist nicht gesperrt.',
  noSignIn: 'Mit diesem Konto kann man sich jetzt nicht anmelden. Machen Sie es zuerst aktiv.',
  noSecondFactor: 'Dieser Administrator hat keinen zweiten Faktor.',
  endsBeforeItBegins: 'Wählen Sie ein Ende nach dem Anfang.',
  superAdminHasAll: 'Ein Super-Admin darf überall alles. Lassen Sie Rollen und Bereich weg.',
  roleGone: 'Eine der Rollen gibt es nicht mehr. Wählen Sie neu.',
  placeGone: 'Einen der Orte gibt es nicht mehr. Wählen Sie neu.',
  roleChanged: 'Jemand anderes hat diese Rolle geändert. Laden Sie neu und versuchen Sie es noch einmal.',
  roleNameTaken: 'Es gibt schon eine Rolle namens „{{name}}“.',
  roleInUse: '„{{name}}“ haben noch Administratoren oder offene Einladungen. Ändern Sie zuerst diese.',
  roleInUseDetails: 'Nichts wurde gelöscht.',
  ownDeputy: 'Niemand vertritt sich selbst. Wählen Sie einen anderen Administrator.',
  lowerDeputy: 'Einen Super-Admin kann nur ein Super-Admin vertreten.',
  deputyOver: 'Wählen Sie ein Ende in der Zukunft.',
  deputyInactive: 'Dieses Konto ist bis dahin nicht aktiv. Wählen Sie einen anderen Administrator.',
  serviceDeputy: 'Ein Dienstkonto vertritt niemanden und wird nicht vertreten.',
  noDeputy: 'Dieser Administrator hat keine Vertretung.',
  notDeputy: 'Sie vertreten diesen Administrator zurzeit nicht.',
  alreadyActing: 'Diese Sitzung handelt für einen anderen Administrator. Nehmen Sie dafür Ihre eigene Sitzung.',
  ownView: 'Das sehen Sie ohnehin. Wählen Sie einen anderen Administrator.',
  superAdminView: 'Als Super-Admin kann man nicht schauen: Super-Admins sehen alles.',
  inactiveView: 'Dieses Konto ist nicht aktiv und sieht deshalb nichts.',
  viewOnly: 'Diese Sitzung zeigt nur, was ein anderer Administrator sieht. Sie ändert nichts und lädt nichts herunter.',
  handOverToSame: 'Wählen Sie einen anderen Administrator, der übernimmt.',
  handOverToInactive: 'Dieses Konto ist nicht aktiv. Wählen Sie einen anderen Administrator.',
  cannotTakeOver: '{{name}} fehlen die Rechte für das, was zu übergeben ist. Wählen Sie einen anderen Administrator.',
};

export const invitation: Translation<typeof english.invitation> = {
  notOpen:
    'Diese Einladung gibt es nicht, sie wurde schon verwendet oder widerrufen, oder sie ist abgelaufen. Bitten Sie einen Super-Admin um eine neue.',
  isUsed: 'Diese Einladung wurde verwendet. Verwalten Sie stattdessen das Konto.',
  isRevoked: 'Diese Einladung wurde widerrufen. Erstellen Sie eine neue.',
  accountOver: 'Das Konto wäre schon zu Ende. Wählen Sie ein späteres Ende.',
};
