/** Why an uploaded client certificate is not taken, for the person who uploaded it. */
export const certificate = {
  ofFile: '{{name}}: {{reason}}',
  empty: 'The file is empty. Choose the right file, or ask for it again.',
  tooLarge:
    'The upload is larger than {{kibibytes}} KiB. A client certificate with key and chain has a few KiB: choose the right file.',
  truncated: 'The file breaks off before its end. Copy or download it again, and upload it whole.',
  unreadable:
    'The file cannot be read as a certificate or key. Upload PEM, DER, JSON or PKCS#12 (.p12, .pfx) as you were given it.',
  brokenCertificate: 'A certificate in the file is damaged and cannot be read. Ask for the file again.',
  brokenKey: 'The private key is damaged and cannot be read. Ask for it again, or export it again.',
  foreignKey:
    'The private key is of a kind that is not supported ({{kind}}). Ask for a certificate with a key of RSA 2048 or EC P-256 at least.',
  hugeKey:
    'The private key is larger than {{kibibytes}} KiB, and no real one is. Ask for one of RSA 2048 to 4096, or EC P-256.',
  noCertificate:
    'There is no certificate in what was uploaded. Upload the client certificate together with its private key.',
  noKey:
    'There is no private key in what was uploaded. Add the key, or upload the PKCS#12 file (.p12, .pfx), which holds both.',
  severalKeys:
    'There is more than one private key in what was uploaded. Upload only the client certificate and its own key.',
  otherKey: 'The private key does not belong to the certificate. Upload the key that the certificate was issued for.',
  unusable: 'Certificate and key can be read, but no secure connection can be made with them. Ask for new ones.',
  missingPassPhrase: 'The file is protected. Enter the pass phrase that was given with it.',
  wrongPassPhrase:
    'The pass phrase does not open the file. Enter it again; if it is right, the file is damaged: ask for it again.',
  tooManyRounds:
    'Opening the file would take too long: its protection asks for {{rounds, number}} rounds. Export it again with the usual settings.',
  farTooManyRounds:
    'Opening the file would take too long: its protection asks for more than a trillion rounds. Export it again with the usual settings.',
  unknownProtection:
    'The file is protected in a way that is not supported. Export it again, protected with AES-256 and a pass phrase.',
  ofAuthority:
    'This is the certificate of an authority (CA), not of a client. Upload the client certificate that was issued to you.',
  notForClients:
    'The certificate is not made for clients (its extended key usage lacks client authentication). Ask for a client certificate.',
  notYetValid:
    'The client certificate is not valid before {{day}}. Upload it again from that day on, or use the present one.',
  expired: 'The client certificate expired on {{day}}. Ask for a new one.',
  keyTooLarge: 'The key is too large ({{kind}}). Ask for one of RSA 2048 to 4096, or EC P-256.',
  keyTooWeak: 'The key is too weak ({{kind}}). Ask for a certificate with a key of RSA 2048 or EC P-256 at least.',
  signedWeakly:
    'The certificate is signed with MD5 or SHA-1, which no longer protects it. Ask for one signed with SHA-256.',
  notPkcs12:
    'This is not a .pfx or .p12 file, whatever its name says. Export the certificate together with its private key as PKCS#12.',
  rsaOnly:
    'Microsoft Entra ID takes certificates with an RSA key only, and this one is {{kind}}. Create one with RSA 2048 to 4096.',
  rsaSize: 'The key is {{kind}}. Create a certificate with RSA 2048 to 4096.',
} as const;
