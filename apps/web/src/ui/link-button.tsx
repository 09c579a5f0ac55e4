import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Props = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { ref?: Ref<HTMLAnchorElement> };

function ButtonAnchor(props: Props) {
  return <Button component="a" {...props} />;
}

/** A link that looks like a button: takes `to`, `params` and `search` of the router and what a Mantine button takes. */
export const LinkButton = createLink(ButtonAnchor);
