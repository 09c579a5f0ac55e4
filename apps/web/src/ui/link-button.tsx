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
 * A link that looks like a button: takes the router's `to`, `params` and `search` and a Mantine button's props.
 * Renders nothing for users who may not open the target.
 */
export const LinkButton: typeof AnyLinkButton = (props) => (
  <>{useMayOpen()(props.to) && <AnyLinkButton {...props} />}</>
);
