import { useTranslation } from 'react-i18next';
import { publicAddress } from '#lib/base-path';
import { LinkButton } from '#ui/link-button';
import { Mono } from '#ui/mono';
import { answersOf, contentOf, type Operation } from './api-document';
import { CodeExample } from './code-example';
import { exampleOf } from './sample';
import { SchemaView, typeOf } from './schema-view';

/** What one operation takes and answers, who may call it, and how. */
export function OperationDetails({ operation }: { operation: Operation }) {
  const { t } = useTranslation('developers');
  const { parameters } = operation;
  const { success, errors } = answersOf(operation);
  const body = contentOf(operation.requestBody?.content);
  const answer = contentOf(success?.content);
  const example = exampleOf(operation, publicAddress());
  return (
    <div className="api-details">
      <Callers operation={operation} />
      {parameters.length > 0 && (
        <section>
          <h3>{t('reference.parameters')}</h3>
          <ul className="api-schema">
            {parameters.map(({ name, in: place, required, description, schema }) => (
              <li key={`${place} ${name}`}>
                <Mono>{name}</Mono>{' '}
                <span className="mute">
                  {t(`reference.in.${place}`)}, {typeOf(schema)}
                </span>
                {required && <span className="api-required"> {t('reference.required')}</span>}
                {(description ?? schema.description) && <p lang="en">{description ?? schema.description}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {body?.schema && (
        <section>
          <h3>
            {t('reference.body')} <Mono>{body.type}</Mono>
          </h3>
          <SchemaView schema={body.schema} />
        </section>
      )}
      {success && answer && (
        <section>
          <h3>
            {t('reference.answer')} <Mono>{`${success.status} ${answer.types.join(', ')}`}</Mono>
          </h3>
          {Object.entries(answer['x-events'] ?? {}).map(([name, event]) => (
            <div key={name}>
              <Mono>{`event: ${name}`}</Mono>
              <SchemaView schema={event} />
            </div>
          ))}
          {answer.schema && !answer['x-events'] && <SchemaView schema={answer.schema} />}
        </section>
      )}
      <section>
        <h3>{t('reference.errors')}</h3>
        <ul className="api-schema">
          {errors.map(({ status, codes }) => (
            <li key={status}>
              <Mono>{status}</Mono> {codes.join(', ')}
            </li>
          ))}
        </ul>
        <LinkButton to="/developers" search={{ tab: 'errors' }} variant="subtle" size="compact-sm">
          {t('reference.openErrors')}
        </LinkButton>
      </section>
      <section>
        <h3>{t('reference.examples')}</h3>
        <CodeExample label="curl" code={example.curl} />
        <CodeExample label="fetch" code={example.fetch} />
      </section>
    </div>
  );
}

function Callers({ operation }: { operation: Operation }) {
  const { t } = useTranslation('developers');
  const { 'x-roles': roles, 'x-needs': needs } = operation;
  const who = !roles
    ? t('reference.who.public')
    : needs
      ? t('reference.who.needs')
      : t(roles.includes('subadmin') ? 'reference.who.everyone' : 'reference.who.superadmin');
  return (
    <ul className="api-callers">
      <li>
        {who} {needs && <Mono>{needs.join(', ')}</Mono>}
      </li>
      {operation['x-session-only'] && <li>{t('reference.who.sessionOnly')}</li>}
      {operation['x-step-up'] && <li>{t('reference.who.stepUp')}</li>}
      {operation['x-idempotency-key'] && <li>{t('reference.idempotent')}</li>}
    </ul>
  );
}
