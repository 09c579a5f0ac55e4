import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import { useMayOpen } from './may-open';

type Props = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { ref?: Ref<HTMLAnchorElement> };

function ButtonAnchor(props: Props) {
  return <Button component="a" {...props} />;
}

const AnyLinkButton = createLink(ButtonAnchor);

/**
 * A link that looks like a button: takes `to`, `params` and `search` of the router and what a Mantine button takes.
 * Nobody is offered a place that is not open to them: for those it is not there.
 */
export const LinkButton: typeof AnyLinkButton = (props) => (
  <>{useMayOpen()(props.to) && <AnyLinkButton {...props} />}</>
);
