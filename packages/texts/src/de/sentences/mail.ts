import type { mail as en } from '../../en/sentences/mail';
import type { Translation } from '../../english';

export const mail: Translation<typeof en> = {
  open: 'In Key2XS öffnen: {{address}}',
  footer: 'Sie erhalten diese Mail, weil Sie das in Key2XS im Menü Ihres Kontos unter Einstellungen gewählt haben.',
  personalFooter: 'Sie erhalten diese Mail, weil es um Ihr eigenes Konto in Key2XS geht.',
  apiToken: {
    ends_one: 'Ihr API-Token endet in {{count, number}} Tag: {{name}}',
    ends_other: 'Ihr API-Token endet in {{count, number}} Tagen: {{name}}',
    ended: 'Ihr API-Token ist abgelaufen: {{name}}',
    text: '{{what}}. Geben Sie ihm ein neues Geheimnis und tragen Sie es in dem Programm ein, das es verwendet, oder widerrufen Sie es, wenn es keines mehr gibt.',
  },
  newDevice: {
    subject: 'Neue Anmeldung an Ihrem Konto: {{username}}',
    text: 'An Ihrem Konto {{username}} gab es eine Anmeldung aus einem Netz oder mit einem Browser, die dort bisher nicht verwendet wurden. Zeitpunkt: {{moment}}. Adresse: {{address}}. Browser: {{browser}}. Waren Sie das, ist nichts zu tun. Wenn nicht, ändern Sie Ihr Passwort, was alle Sitzungen beendet, und sagen Sie einem Super-Admin Bescheid.',
  },
  credentialsChanged: {
    subject: 'Ihre Anmeldung hat sich geändert',
    text: '{{what}} Wenn Sie das nicht waren, sagen Sie sofort einem Super-Admin Bescheid.',
    password: 'Ihr Konto hat ein neues Passwort.',
    totp_added: 'Für Ihr Konto wurde eine Authenticator-App eingerichtet.',
    totp_removed: 'Die Authenticator-App Ihres Kontos wurde entfernt.',
    passkey_added: 'Ihrem Konto wurde ein Passkey hinzugefügt.',
    passkey_removed: 'Ein Passkey Ihres Kontos wurde entfernt.',
    recovery_codes: 'Ihr Konto hat neue Wiederherstellungscodes; die früheren gelten nicht mehr.',
    factors_reset:
      'Die zweiten Faktoren Ihres Kontos wurden entfernt. Braucht Ihr Konto einen, richten Sie ihn bei der nächsten Anmeldung ein.',
    single_sign_on_linked: 'An Ihrem Konto kann man sich jetzt per Single Sign-on anmelden.',
    single_sign_on_unlinked: 'Ihr Konto wurde vom Single Sign-on getrennt.',
  },
  addressChanged: {
    subject: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
    text: '{{what}} Wenn Sie das nicht waren, sagen Sie sofort einem Super-Admin Bescheid.',
    present: 'Mails zu Ihrem Konto kommen jetzt an diese Adresse.',
    former: 'Mails zu Ihrem Konto kommen nicht mehr an diese Adresse.',
  },
  forgotten: {
    subject: 'Ein neues Passwort setzen',
    text: 'Für Ihr Konto {{username}} wurde ein neues Passwort angefordert. Der Link funktioniert einmal, eine Stunde lang, und beendet alle Sitzungen und API-Token des Kontos. Haben Sie nicht darum gebeten, beachten Sie diese Mail nicht: Es hat sich nichts geändert.',
  },
  linkFooter:
    'Wenn Sie diese Mail nicht erwartet haben, beachten Sie sie nicht. Der Link gilt einmal und nur für kurze Zeit.',
  tooManyLinks_one:
    'Aus Ihrem Netz wurden zu viele Links versucht, die nichts öffnen. Versuchen Sie es in einer Minute noch einmal.',
  tooManyLinks_other:
    'Aus Ihrem Netz wurden zu viele Links versucht, die nichts öffnen. Versuchen Sie es in {{count, number}} Minuten noch einmal.',
  tooManyAsked_one: 'Aus Ihrem Netz wurden zu viele Mails angefordert. Versuchen Sie es in einer Minute noch einmal.',
  tooManyAsked_other:
    'Aus Ihrem Netz wurden zu viele Mails angefordert. Versuchen Sie es in {{count, number}} Minuten noch einmal.',
  noAddressOfServer:
    'Der Server kennt seine eigene Adresse nicht, deshalb verschickt er keine Links. Setzen Sie KEY2XS_PUBLIC_URL.',
  invitation: {
    subject: 'Ihre Einladung zu Key2XS',
    text: '{{by}} hat Sie eingeladen, den Zugang mit Key2XS zu verwalten. Öffnen Sie den Link innerhalb von 72 Stunden und wählen Sie Benutzernamen und Passwort.',
  },
  passwordReset: {
    subject: 'Ein neues Passwort für Key2XS setzen',
    text: 'Öffnen Sie den Link innerhalb einer Stunde und setzen Sie ein neues Passwort. Dabei enden Ihre Sitzungen und API-Token.',
  },
  viewed: {
    subject: '{{by}} hat Key2XS mit Ihren Rechten gesehen',
    text: '{{by}} hat Key2XS für 15 Minuten mit Ihren Rechten geöffnet, um zu sehen, was Sie sehen. Damit lässt sich nichts ändern und nichts herunterladen. Grund: {{reason}}',
  },
  guardStopped: {
    subject: 'Die Schutzprüfung hat einen Lauf angehalten: {{title}}',
    text: 'Die Schutzprüfung hat diesen Lauf angehalten, bevor er etwas geändert hat: {{title}}. Prüfen Sie die Änderungen, und erlauben oder verwerfen Sie sie.',
  },
  syncFailed: {
    subject: 'Lauf gescheitert: {{name}}',
    text: 'Der Lauf für {{name}} ist gescheitert. {{reason}} Über weitere Fehler erhalten Sie keine Mail, bis ein Lauf gelungen ist.',
  },
  inventoryFailed: {
    subject: 'Lesen gescheitert: {{name}}',
    text: 'Das Lesen des Bestands von {{name}} ist gescheitert. {{reason}} Über weitere Fehler erhalten Sie keine Mail, bis es gelungen ist.',
  },
  sourceFailing: {
    subject: 'Lauf gescheitert: {{name}}',
    text: 'Ein Lauf für die Identitätsquelle {{name}} ist gescheitert. {{reason}} Über weitere Fehler erhalten Sie keine Mail, bis ein Lauf gelungen ist.',
  },
  sourceRecovered: {
    subject: 'Läuft wieder: {{name}}',
    text: 'Ein Lauf für die Identitätsquelle {{name}} ist gelungen. Zuvor waren Läufe gescheitert.',
  },
  secret: {
    ended: 'Das Clientgeheimnis von {{name}} ist abgelaufen',
    today: 'Das Clientgeheimnis von {{name}} läuft heute ab',
    ends_one: 'Das Clientgeheimnis von {{name}} läuft in {{count, number}} Tag ab',
    ends_other: 'Das Clientgeheimnis von {{name}} läuft in {{count, number}} Tagen ab',
  },
  certificate: {
    ended: 'Das Zertifikat von {{name}} ist abgelaufen',
    today: 'Das Zertifikat von {{name}} läuft heute ab',
    ends_one: 'Das Zertifikat von {{name}} läuft in {{count, number}} Tag ab',
    ends_other: 'Das Zertifikat von {{name}} läuft in {{count, number}} Tagen ab',
  },
  endingText: {
    successor: '{{what}}. Der Nachfolger ist hinterlegt und wartet auf die Aktivierung.',
    none: '{{what}}. Hinterlegen Sie den Nachfolger, und aktivieren Sie ihn.',
  },
  webhookDisabled: {
    subject: 'Webhook ausgeschaltet: {{host}}',
    failing:
      'Der Webhook bei {{host}} ist fünf Tage lang gescheitert und wurde ausgeschaltet. Er erhält keine Ereignisse mehr. Prüfen Sie den Empfänger, senden Sie einen Test, und schalten Sie ihn dann ein.',
    gone: 'Der Webhook bei {{host}} hat geantwortet, dass es ihn nicht mehr gibt (410), und wurde ausgeschaltet. Er erhält keine Ereignisse mehr.',
  },
  keyLost: {
    subject: 'Schlüssel {{marking}} ist verloren',
    text_one: 'Schlüssel {{marking}} ist verloren gemeldet. Über {{count, number}} Tür ist zu entscheiden.',
    text_other: 'Schlüssel {{marking}} ist verloren gemeldet. Über {{count, number}} Türen ist zu entscheiden.',
  },
  keyExtension: {
    subject: '{{by}} beantragt eine Notverlängerung von Schlüsseln',
    text_one:
      '{{by}} beantragt, dass {{count, number}} Schlüssel {{hours, number}} Stunden länger ohne Aktualisierung auskommt. Begründung: {{reason}} Ein anderer Super-Admin genehmigt es oder lehnt es ab.',
    text_other:
      '{{by}} beantragt, dass {{count, number}} Schlüssel {{hours, number}} Stunden länger ohne Aktualisierung auskommen. Begründung: {{reason}} Ein anderer Super-Admin genehmigt es oder lehnt es ab.',
  },
  scheduledReport: {
    subject: 'Bericht liegt bereit: {{title}}',
    text: 'Der Bericht „{{title}}“ wurde nach seinem Zeitplan erstellt. Er ist in Key2XS aufbewahrt und kann dort geöffnet werden, solange er aufbewahrt wird. Diese Mail enthält keine seiner Zeilen.',
  },
  reportStopped: {
    subject: 'Bericht wird nicht mehr erstellt: {{title}}',
    text: 'Ihr Zeitplan für den Bericht „{{title}}“ ist beendet, weil Sie diesen Bericht nicht mehr lesen dürfen. Löschen Sie den Zeitplan, oder setzen Sie ihn fort, sobald Sie es wieder dürfen.',
  },
  accessReview: {
    begun: {
      subject: 'Eine Zugangsprüfung hat begonnen',
      text: 'Rechte warten auf Ihre Entscheidung: behalten, entziehen oder ändern. Die Prüfung zeigt jedes mit seinen Nachweisen, und bis wann.',
    },
    due_soon: {
      subject: 'Eine Zugangsprüfung ist in einer Woche fällig',
      text: 'Über Rechte in einer Zugangsprüfung ist noch nicht entschieden. Die Prüfung zeigt, über welche, und bis wann.',
    },
    overdue: {
      subject: 'Eine Zugangsprüfung ist überfällig',
      text: 'Über Rechte in einer Zugangsprüfung wurde nicht rechtzeitig entschieden. Durch Warten wird nichts entzogen. Bitte entscheiden Sie.',
    },
  },
  keyRequest: {
    waits: {
      subject: 'Ein Schlüsselantrag wartet auf eine Entscheidung',
      text: 'Ein Antrag auf Schlüssel oder Zugang wartet auf eine Entscheidung, die Sie treffen können. Öffnen Sie ihn: Er zeigt, wer für wen beantragt und was genauer zu prüfen ist.',
    },
    escalated: {
      subject: 'Ein Schlüsselantrag wartet zu lange',
      text: 'Über einen Antrag auf Schlüssel oder Zugang hat in der vorgesehenen Zeit niemand entschieden. Durch Warten wird er nicht genehmigt. Bitte entscheiden Sie.',
    },
    asked_back: {
      subject: 'Eine Rückfrage zu Ihrem Schlüsselantrag',
      text: 'Zu Ihrem Antrag gibt es eine Rückfrage. Er wartet, bis Sie antworten.',
    },
    approved: {
      subject: 'Ihr Schlüsselantrag ist genehmigt',
      text: 'Ihr Antrag ist genehmigt. Er zeigt, bis wann, und wie es weitergeht.',
    },
    rejected: {
      subject: 'Ihr Schlüsselantrag ist abgelehnt',
      text: 'Ihr Antrag ist abgelehnt. Er zeigt die Begründung.',
    },
    ready: {
      subject: 'Ein beantragter Schlüssel liegt zur Abholung bereit',
      text: 'Der Schlüssel, den Sie beantragt haben, liegt an der Ausgabe bereit. Der Antrag zeigt, bis wann.',
    },
    expired: {
      subject: 'Ein beantragter Schlüssel wurde nicht abgeholt',
      text: 'Der Schlüssel, den Sie beantragt haben, wurde nicht rechtzeitig abgeholt und liegt nicht mehr bereit. Stellen Sie einen neuen Antrag, wenn er noch gebraucht wird.',
    },
    revoked: {
      subject: 'Eine Entscheidung zu Ihrem Schlüsselantrag ist zurückgenommen',
      text: 'Eine Entscheidung über Ihren Antrag oder der Schlüssel, der dafür bereitlag, ist zurückgenommen. Der Antrag zeigt, worauf er jetzt wartet.',
    },
  },
  receiptLink: {
    hand_out: {
      subject: 'Bitte bestätigen Sie den Empfang von Schlüsseln',
      text_one:
        'Guten Tag {{name}}, bitte öffnen Sie den Link innerhalb von {{days, number}} Tagen, prüfen Sie den genannten Schlüssel und bestätigen Sie den Beleg. Ein Konto brauchen Sie nicht.',
      text_other:
        'Guten Tag {{name}}, bitte öffnen Sie den Link innerhalb von {{days, number}} Tagen, prüfen Sie die {{count, number}} genannten Schlüssel und bestätigen Sie den Beleg. Ein Konto brauchen Sie nicht.',
    },
    return: {
      subject: 'Bitte bestätigen Sie die Rückgabe von Schlüsseln',
      text_one:
        'Guten Tag {{name}}, bitte öffnen Sie den Link innerhalb von {{days, number}} Tagen, prüfen Sie den genannten Schlüssel und bestätigen Sie den Beleg. Ein Konto brauchen Sie nicht.',
      text_other:
        'Guten Tag {{name}}, bitte öffnen Sie den Link innerhalb von {{days, number}} Tagen, prüfen Sie die {{count, number}} genannten Schlüssel und bestätigen Sie den Beleg. Ein Konto brauchen Sie nicht.',
    },
    footer_one:
      'Wenn Sie diese Mail nicht erwartet haben, beachten Sie sie nicht. Der Link gilt, bis der Beleg bestätigt ist, höchstens einen Tag, und wird durch einen neueren ersetzt. Geben Sie ihn nicht weiter.',
    footer_other:
      'Wenn Sie diese Mail nicht erwartet haben, beachten Sie sie nicht. Der Link gilt, bis der Beleg bestätigt ist, höchstens {{count, number}} Tage, und wird durch einen neueren ersetzt. Geben Sie ihn nicht weiter.',
  },
  keyReminder: {
    subject_one: 'Bitte aktualisieren Sie Ihren Schlüssel',
    subject_other: 'Bitte aktualisieren Sie Ihre Schlüssel',
    subjectOther_one: '{{count, number}} Schlüssel funktioniert bald nicht mehr',
    subjectOther_other: '{{count, number}} Schlüssel funktionieren bald nicht mehr',
    text: 'Ein Schlüssel, der nicht rechtzeitig aktualisiert wird, öffnet nichts mehr. Bitte halten Sie ihn vorher an ein Programmiergerät, oder geben Sie ihn zurück, wenn Sie ihn nicht mehr brauchen.',
    textOther:
      'Diese Schlüssel öffnen nach dem genannten Zeitpunkt nichts mehr, wenn sie nicht vorher an einem Programmiergerät aktualisiert werden. Bitte sorgen Sie dafür, oder dafür, dass sie zurückgegeben werden.',
    own: {
      stops: 'Ihr Schlüssel {{marking}} funktioniert bis {{moment}}.',
      recorded: 'Ihr Schlüssel {{marking}} funktioniert laut Schlüsselsystem bis {{moment}}.',
      stopped: 'Ihr Schlüssel {{marking}} funktioniert seit {{moment}} nicht mehr.',
    },
    other: {
      stops: 'Schlüssel {{marking}} von {{name}} funktioniert bis {{moment}}.',
      recorded: 'Schlüssel {{marking}} von {{name}} funktioniert laut Schlüsselsystem bis {{moment}}.',
      stopped: 'Schlüssel {{marking}} von {{name}} funktioniert seit {{moment}} nicht mehr.',
    },
    more_one: '{{count, number}} weiterer Schlüssel',
    more_other: '{{count, number}} weitere Schlüssel',
    footer:
      'Diese Mail kommt von Key2XS, mit dem Ihre Organisation ihre Schlüssel verwaltet. Fragen Sie Ihre Schlüsselausgabe, wenn etwas unklar ist.',
  },
  keyReturn: {
    subject_one: 'Bitte geben Sie Ihren Schlüssel zurück',
    subject_other: 'Bitte geben Sie Ihre Schlüssel zurück',
    subjectOther_one: '{{count, number}} Schlüssel ist zurückzugeben',
    subjectOther_other: '{{count, number}} Schlüssel sind zurückzugeben',
    subjectBoth_one: 'Zu {{count, number}} Schlüssel',
    subjectBoth_other: 'Zu {{count, number}} Schlüsseln',
    text: 'Bitte bringen Sie den Schlüssel, den Sie nicht mehr brauchen, dorthin zurück, wo Sie ihn bekommen haben. Haben Sie ihn schon zurückgegeben, bitten Sie darum, dass es vermerkt wird.',
    textOther:
      'Bitte sorgen Sie dafür, dass Schlüssel von Ausgeschiedenen dorthin zurückkommen, wo sie ausgegeben wurden.',
    textSecurity:
      'Schlüssel von Ausgeschiedenen sind nicht zurückgekommen. Bitte entscheiden Sie, ob sie ungültig werden sollen: Der Fall bietet es an, und danach öffnet der Schlüssel nichts mehr.',
    both: '{{returns}} {{ends}}',
    own: {
      due: 'Ihr Schlüssel {{marking}} ist bis {{day}} zurückzugeben.',
      overdue: 'Ihr Schlüssel {{marking}} war bis {{day}} zurückzugeben.',
      undated: 'Ihr Schlüssel {{marking}} ist zurückzugeben.',
    },
    other: {
      due: 'Schlüssel {{marking}} von {{name}} ist bis {{day}} zurückzugeben.',
      overdue: 'Schlüssel {{marking}} von {{name}} war bis {{day}} zurückzugeben.',
      undated: 'Schlüssel {{marking}} von {{name}} ist zurückzugeben.',
    },
  },
  daily: {
    subject_one: 'Key2XS: {{count, number}} Meldung',
    subject_other: 'Key2XS: {{count, number}} Meldungen',
    text: 'Was seit der letzten Mail geschehen ist, soweit es noch niemand erledigt hat:',
    more_one: '{{count, number}} weitere Meldung',
    more_other: '{{count, number}} weitere Meldungen',
  },
  test: {
    subject: 'Testmail von Key2XS',
    text: 'Mails von Key2XS erreichen Sie unter dieser Adresse.',
    sent: 'Der Mailserver hat eine Testmail an {{address}} angenommen.',
  },
  notConfigured:
    'Dieser Server verschickt keine Mails. Setzen Sie KEY2XS_SMTP_URL und KEY2XS_MAIL_FROM, und starten Sie ihn neu.',
  noAddress: 'Speichern Sie zuerst Ihre E-Mail-Adresse.',
  refused: 'Der Mailserver hat eine Mail abgelehnt: {{answer}}',
  postponed: 'Der Mailserver hat eine Mail noch nicht angenommen: {{answer}}',
  signInRefused: 'Der Mailserver hat Benutzernamen oder Passwort aus KEY2XS_SMTP_URL abgelehnt.',
  unreachable: 'Der Mailserver war nicht erreichbar: {{reason}}',
  untrusted:
    'Dem Zertifikat des Mailservers ist nicht zu trauen. Legen Sie das Zertifikat der ausstellenden Stelle auf dem Server in KEY2XS_CA_DIR ab.',
  timedOut: 'Der Mailserver hat nicht rechtzeitig geantwortet.',
};
