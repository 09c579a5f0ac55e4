import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Mono } from '#ui/mono';
import type { Schema } from './api-document';

/** The members of an object, each with its type; deeper ones open on demand. */
export function SchemaView({ schema, depth = 0 }: { schema: Schema; depth?: number }) {
  const { t } = useTranslation('developers');
  const inner = nestedOf(schema);
  if (!inner) {
    return (
      <p className="api-type" lang="en">
        <Mono>{typeOf(schema)}</Mono> {schema.description}
      </p>
    );
  }
  if ('variants' in inner) {
    return (
      <ul className="api-schema">
        {inner.variants.map((variant, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: -- the variants of a schema have no names and never change
          <li key={at}>
            <span className="mute">{t('reference.variant', { number: at + 1 })}</span>
            <SchemaView schema={variant} depth={depth + 1} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul className="api-schema">
      {Object.entries(inner.members).map(([name, member]) => (
        <Member key={name} name={name} schema={member} isRequired={inner.required.includes(name)} depth={depth} />
      ))}
    </ul>
  );
}

type MemberProps = { name: string; schema: Schema; isRequired: boolean; depth: number };

function Member({ name, schema, isRequired, depth }: MemberProps) {
  const { t } = useTranslation('developers');
  const [isOpen, setIsOpen] = useState(depth === 0 && Object.keys(membersOf(schema)).length <= 6);
  const isNested = nestedOf(schema) !== undefined;
  const line = (
    <>
      <Mono>{name}</Mono> <span className="mute">{typeOf(schema)}</span>
      {isRequired && <span className="api-required"> {t('reference.required')}</span>}
    </>
  );
  return (
    <li>
      {isNested ? (
        <UnstyledButton className="api-member" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />} {line}
        </UnstyledButton>
      ) : (
        <span>{line}</span>
      )}
      {schema.description && <p lang="en">{schema.description}</p>}
      {isNested && isOpen && <SchemaView schema={schema} depth={depth + 1} />}
    </li>
  );
}

type Nested = { members: Record<string, Schema>; required: readonly string[] } | { variants: Schema[] };

/** What a schema consists of, through lists and null; undefined for a plain value. */
function nestedOf(schema: Schema): Nested | undefined {
  if (schema.properties) return { members: schema.properties, required: schema.required ?? [] };
  if (schema.items) return nestedOf(schema.items);
  if (typeof schema.additionalProperties === 'object') return nestedOf(schema.additionalProperties);
  const variants = variantsOf(schema);
  if (variants.length === 1) return nestedOf(variants[0] ?? {});
  return variants.some(nestedOf) ? { variants } : undefined;
}

const membersOf = (schema: Schema): Record<string, Schema> => {
  const nested = nestedOf(schema);
  return nested && 'members' in nested ? nested.members : {};
};

const variantsOf = ({ anyOf, oneOf }: Schema): Schema[] => (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null');

/** A type in a few words: `string (uuid) or null`. */
export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return [...new Set(several.map(typeOf))].join(' | ');
  if (schema.items) return `${typeOf(schema.items)}[]`;
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
  return `${type}${limitsOf(schema)}`;
}

function limitsOf({ format, minimum, maximum, minLength, maxLength }: Schema): string {
  const isNoLimit = (value: number | undefined) => value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER;
  const range = (least: number | undefined, most: number | undefined) =>
    isNoLimit(least) && isNoLimit(most) ? '' : `${isNoLimit(least) ? '' : least}…${isNoLimit(most) ? '' : most}`;
  const limits = [format ?? '', range(minimum, maximum), range(minLength, maxLength)].filter(Boolean);
  return limits.length > 0 ? ` (${limits.join(', ')})` : '';
}
