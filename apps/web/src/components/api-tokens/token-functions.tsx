import { type AdminFunction, functionReach } from '@key2xs/contract';
import { Checkbox, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = {
  choices: readonly AdminFunction[];
  value: readonly string[];
  onChange: (functions: string[]) => void;
  /** The token has a scope, which excludes some. */
  isInScope: boolean;
  error: string | undefined;
};

/** The functions of a token to choose from. */
export function TokenFunctions({ choices, value, onChange, isInScope, error }: Props) {
  const { t } = useTranslation(['api-tokens', 'administrators']);
  const possible = possibleFunctions(choices, isInScope);
  return (
    <Checkbox.Group
      label={t('create.functions')}
      description={t('create.functionsHint')}
      error={error}
      value={possible.filter((name) => value.includes(name))}
      onChange={onChange}
    >
      <Stack gap="xs" mt="xs">
        {choices.map((name) => (
          <Checkbox
            key={name}
            value={name}
            label={t(`administrators:functions.${name}.name`)}
            disabled={!possible.includes(name)}
            description={possible.includes(name) ? undefined : t('administrators:wholeOnly')}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

export const possibleFunctions = (choices: readonly AdminFunction[], isInScope: boolean) =>
  choices.filter((name) => !isInScope || functionReach[name] === 'scope');
