import { Select, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiReferenceQuery } from '#data/api-reference';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/table/url-state';
import { developersSearch } from '../developers-search';
import {
  type ApiDocument,
  byGroup,
  findOperations,
  groupTitle,
  type Operation,
  operationsOf,
  withSharedParts,
} from './api-document';
import { OperationDetails } from './operation';

/** Every operation of the API by group. What an operation takes and answers is drawn when it is opened. */
export function Reference() {
  const { t } = useTranslation('developers');
  const { data, error, refetch } = useQuery(apiReferenceQuery);
  const api = data as ApiDocument | undefined; // the parts that are shown
  if (!api) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('reference.loading')} />;
  return <Operations api={api} />;
}

function Operations({ api }: { api: ApiDocument }) {
  const { t } = useTranslation('developers');
  const operations = useMemo(() => operationsOf(api), [api]);
  const [{ find, group, operation: open }, patch] = useUrlState(developersSearch);
  const [typed, setTyped] = useState(find); // the address follows too late for quick typing
  const words = useDeferredValue(typed);
  const shown = useMemo(() => findOperations(operations, words, group), [operations, words, group]);
  const groups = useMemo(
    () => byGroup(operations).map(([value]) => ({ value, label: groupTitle(value) })),
    [operations],
  );
  const toggle = (id: string) => patch({ operation: id === open ? undefined : id });
  return (
    <>
      <p className="mute">{t('reference.intro')}</p>
      <div className="api-filters">
        <TextInput
          label={t('reference.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            patch({ find: value || undefined });
          }}
        />
        <Select
          label={t('reference.group')}
          placeholder={t('reference.allGroups')}
          data={groups}
          value={group ?? null}
          onChange={(value) => patch({ group: value ?? undefined })}
          searchable
          clearable
          attributes={{ options: { tabIndex: -1, lang: 'en' } }}
        />
      </div>
      <p role="status">{t('reference.count', { count: shown.length })}</p>
      {shown.length === 0 && <Empty title={t('reference.none')} hint={t('reference.noneHint')} />}
      {byGroup(shown).map(([name, members]) => (
        <div key={name} lang="en" className="api-group">
          <Panel title={groupTitle(name)}>
            <ul className="api-operations">
              {members.map((one) => (
                <OperationItem
                  key={one.operationId}
                  api={api}
                  operation={one}
                  isOpen={one.operationId === open}
                  onToggle={() => toggle(one.operationId)}
                />
              ))}
            </ul>
          </Panel>
        </div>
      ))}
    </>
  );
}

type ItemProps = { api: ApiDocument; operation: Operation; isOpen: boolean; onToggle: () => void };

function OperationItem({ api, operation, isOpen, onToggle }: ItemProps) {
  const { i18n } = useTranslation();
  const item = useRef<HTMLLIElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    // Opened by its address: the list is long, and what is opened begins at its line.
    if (isOpen && !isPressed.current) item.current?.scrollIntoView?.({ block: 'start' });
  }, [isOpen]);
  const press = () => {
    isPressed.current = true;
    onToggle();
  };
  const { method, path, summary } = operation;
  return (
    <li ref={item}>
      <UnstyledButton className="api-operation" aria-expanded={isOpen} onClick={press}>
        {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
        <span className={`api-method api-${method.toLowerCase()}`}>{method}</span>
        <span className="mono">{path.replace('/api/v1', '')}</span>
        <span className="api-summary">{summary}</span>
      </UnstyledButton>
      {isOpen && (
        <div lang={i18n.language}>
          <OperationDetails operation={withSharedParts(operation, api)} />
        </div>
      )}
    </li>
  );
}
