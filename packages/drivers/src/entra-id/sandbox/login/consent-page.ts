type Shown = { organisation: string; roles: readonly string[] };

/** Both buttons submit the form to the URL of the page. */
export const consentPage = ({ organisation, roles }: Shown): string =>
  page(
    'Permissions requested',
    `<p>Key2XS asks for these permissions in <strong>${escapeHtml(organisation)}</strong>:</p>
<ul>${roles.map((role) => `<li>${escapeHtml(role)}</li>`).join('')}</ul>
<form method="post">
<button type="submit" name="decision" value="granted">Accept</button>
<button type="submit" name="decision" value="refused">Refuse</button>
<button type="submit" name="decision" value="nothing">Leave without deciding</button>
</form>`,
  );

export const messagePage = (title: string, text: string): string => page(title, `<p>${escapeHtml(text)}</p>`);

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}' +
  '.mark{background:#ffe9a8;padding:.5rem 1rem;border-radius:4px}' +
  'button{font:inherit;padding:.5rem 1rem;margin:.25rem .5rem .25rem 0;border:1px solid #555;border-radius:4px;background:#fff;color:#1b1b1b}' +
  'button[value=granted]{background:#0b5cad;border-color:#0b5cad;color:#fff}';

const page = (title: string, body: string): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – sandbox</title><style>${style}</style></head>
<body><main><p class="mark">Sandbox – this is not Microsoft. No real directory is involved.</p>
<h1>${escapeHtml(title)}</h1>
${body}</main></body></html>
`;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
