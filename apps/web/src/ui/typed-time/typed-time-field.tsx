import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseTypedTime, showTypedTime, type TimeKind } from './parse-typed-time';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown' | 'type' | 'placeholder'> & {
  kind: TimeKind;
  /** As `YYYY-MM-DD`, `HH:MM` or `YYYY-MM-DDTHH:MM`; empty for none. */
  value: string;
  /** Undefined while the input is invalid. */
  onChange: (value: string | undefined) => void;
};

/** A day, a 24-hour time or both, as text: native date inputs follow the browser's language, not ours. */
export function TypedTimeField({ kind, value, onChange, error, ...field }: Props) {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const [isInvalid, setIsInvalid] = useState(false);
  const type = (text: string) => {
    setTyped(text);
    setIsInvalid(false);
    onChange(parseTypedTime(kind, text, false));
  };
  /** @returns whether it is valid */
  const finish = (): boolean => {
    if (typed === undefined) return true;
    const done = parseTypedTime(kind, typed, true);
    setIsInvalid(done === undefined);
    if (done === undefined) return false;
    setTyped(undefined);
    if (done !== value) onChange(done);
    return true;
  };
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !finish()) event.preventDefault();
  };
  return (
    <TextInput
      {...field}
      autoComplete="off"
      placeholder={t(`ui.typedTime.${kind}.shape`)}
      value={typed ?? showTypedTime(kind, value, i18n.language)}
      error={isInvalid ? t(`ui.typedTime.${kind}.wrong`) : error}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={finish}
      onKeyDown={keep}
    />
  );
}
