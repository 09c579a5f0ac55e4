import type { ComponentProps } from 'react';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';

type Props = Omit<ComponentProps<typeof TypedTimeField>, 'kind' | 'value' | 'onChange'> & {
  /** An instant, null for none, undefined while it is being typed. */
  value: string | null | undefined;
  onChange: (value: string | null | undefined) => void;
};

/** A moment in the time zone of the browser, to the minute. */
export function MomentField({ value, onChange, ...field }: Props) {
  const change = (local: string | undefined) =>
    onChange(local === undefined ? undefined : local === '' ? null : new Date(local).toISOString());
  return <TypedTimeField kind="moment" value={value ? localOf(value) : ''} onChange={change} {...field} />;
}

function localOf(instant: string): string {
  const moment = new Date(instant);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
