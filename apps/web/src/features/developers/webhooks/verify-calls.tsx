import { useTranslation } from 'react-i18next';
import { Panel } from '#ui/panel';
import { CodeExample } from '../reference/code-example';

const call = `POST /your/address
content-type: application/json
webhook-id: 0193b1c2-…
webhook-timestamp: 1764172800
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{
  "type": "change_set.stopped",
  "timestamp": "2026-11-26T16:00:00.000Z",
  "version": 1,
  "sequence": 42,
  "data": { "change_set_id": "…", "connection_id": "…", "is_preview": false },
  "link": "https://key2xs.example/change-sets/…"
}`;

const verify = `import { Webhook } from 'standardwebhooks'; // npm install standardwebhooks

const webhook = new Webhook(process.env.KEY2XS_WEBHOOK_SECRET); // whsec_…

// Throws unless the signature is right and at most five minutes old. Verify the body as it came, before parsing it.
const event = webhook.verify(rawBody, request.headers);`;

/** What receivers are sent, and how they check it. */
export function VerifyCalls() {
  const { t } = useTranslation('webhooks');
  return (
    <Panel title={t('docs.title')} padded>
      <p>{t('docs.standard')}</p>
      <CodeExample label={t('docs.call')} code={call} />
      <CodeExample label={t('docs.verify')} code={verify} />
      <ul className="webhook-facts">
        {(['answer', 'once', 'order', 'retries', 'names'] as const).map((fact) => (
          <li key={fact}>{t(`docs.facts.${fact}`)}</li>
        ))}
      </ul>
    </Panel>
  );
}
