import type { texts as english } from '../../en/sentences';
import type { Translation } from '../../english';

export const certificate: Translation<typeof english.certificate> = {
  ofFile: '{{name}}: {{reason}}',
  empty: 'Die Datei ist leer. Wählen Sie die richtige, oder lassen Sie sie sich noch einmal geben.',
  tooLarge:
    'Das sind mehr als {{kibibytes}} KiB. Ein Client-Zertifikat mit Schlüssel und Kette hat wenige KiB: wählen Sie die richtige Datei.',
  truncated:
    'Die Datei bricht vor ihrem Ende ab. Kopieren Sie sie noch einmal oder laden Sie sie noch einmal herunter, und laden Sie sie ganz hoch.',
  unreadable:
    'Die Datei ist nicht als Zertifikat oder Schlüssel lesbar. Laden Sie PEM, DER, JSON oder PKCS#12 (.p12, .pfx) so hoch, wie Sie es bekommen haben.',
  brokenCertificate:
    'Ein Zertifikat in der Datei ist beschädigt und nicht lesbar. Lassen Sie sich die Datei noch einmal geben.',
  brokenKey:
    'Der private Schlüssel ist beschädigt und nicht lesbar. Lassen Sie ihn sich noch einmal geben, oder exportieren Sie ihn noch einmal.',
  foreignKey:
    'Der private Schlüssel ist von einer Art, die nicht unterstützt wird ({{kind}}). Lassen Sie sich ein Zertifikat mit einem Schlüssel von mindestens RSA 2048 oder EC P-256 geben.',
  hugeKey:
    'Der private Schlüssel ist größer als {{kibibytes}} KiB, und das ist kein echter. Lassen Sie sich einen von RSA 2048 bis 4096 oder EC P-256 geben.',
  noCertificate:
    'In den hochgeladenen Dateien ist kein Zertifikat. Laden Sie das Client-Zertifikat zusammen mit seinem privaten Schlüssel hoch.',
  noKey:
    'In den hochgeladenen Dateien ist kein privater Schlüssel. Fügen Sie ihn hinzu, oder laden Sie die PKCS#12-Datei (.p12, .pfx) hoch, die beides enthält.',
  severalKeys:
    'In den hochgeladenen Dateien ist mehr als ein privater Schlüssel. Laden Sie nur das Client-Zertifikat und seinen eigenen Schlüssel hoch.',
  otherKey:
    'Der private Schlüssel gehört nicht zum Zertifikat. Laden Sie den Schlüssel hoch, für den das Zertifikat ausgestellt wurde.',
  unusable:
    'Zertifikat und Schlüssel sind lesbar, aber mit ihnen kommt keine sichere Verbindung zustande. Lassen Sie sich neue geben.',
  missingPassPhrase: 'Die Datei ist geschützt. Geben Sie das Kennwort ein, das Sie dazu bekommen haben.',
  wrongPassPhrase:
    'Das Kennwort öffnet die Datei nicht. Geben Sie es noch einmal ein; stimmt es, ist die Datei beschädigt: lassen Sie sie sich noch einmal geben.',
  tooManyRounds:
    'Die Datei zu öffnen würde zu lange dauern: ihr Schutz verlangt {{rounds, number}} Durchgänge. Exportieren Sie sie noch einmal mit den üblichen Einstellungen.',
  farTooManyRounds:
    'Die Datei zu öffnen würde zu lange dauern: ihr Schutz verlangt mehr als eine Billion Durchgänge. Exportieren Sie sie noch einmal mit den üblichen Einstellungen.',
  unknownProtection:
    'Die Datei ist auf eine Art geschützt, die nicht unterstützt wird. Exportieren Sie sie noch einmal, geschützt mit AES-256 und einem Kennwort.',
  ofAuthority:
    'Das ist das Zertifikat einer Zertifizierungsstelle (CA), nicht das eines Clients. Laden Sie das Client-Zertifikat hoch, das für Sie ausgestellt wurde.',
  notForClients:
    'Das Zertifikat ist nicht für Clients gemacht (in der erweiterten Schlüsselverwendung fehlt die Clientauthentifizierung). Lassen Sie sich ein Client-Zertifikat geben.',
  notYetValid:
    'Das Client-Zertifikat ist erst ab {{day}} gültig. Laden Sie es von diesem Tag an noch einmal hoch, oder nehmen Sie das jetzige.',
  expired: 'Das Client-Zertifikat ist am {{day}} abgelaufen. Lassen Sie sich ein neues geben.',
  keyTooLarge: 'Der Schlüssel ist zu groß ({{kind}}). Lassen Sie sich einen von RSA 2048 bis 4096 oder EC P-256 geben.',
  keyTooWeak:
    'Der Schlüssel ist zu schwach ({{kind}}). Lassen Sie sich ein Zertifikat mit einem Schlüssel von mindestens RSA 2048 oder EC P-256 geben.',
  signedWeakly:
    'Das Zertifikat ist mit MD5 oder SHA-1 unterschrieben, was nicht mehr schützt. Lassen Sie sich eines geben, das mit SHA-256 unterschrieben ist.',
  notPkcs12:
    'Das ist keine .pfx- oder .p12-Datei, wie immer sie heißt. Exportieren Sie das Zertifikat zusammen mit seinem privaten Schlüssel als PKCS#12.',
  rsaOnly:
    'Microsoft Entra ID nimmt nur Zertifikate mit RSA-Schlüssel an, und dieser ist {{kind}}. Erstellen Sie eines mit RSA 2048 bis 4096.',
  rsaSize: 'Der Schlüssel ist {{kind}}. Erstellen Sie ein Zertifikat mit RSA 2048 bis 4096.',
};
