import { Link, type LinkComponent } from '@tanstack/react-router';
import { useMayOpen } from './may-open';

/** A link in running text; plain text for users who may not open the target. */
export const PlaceLink: LinkComponent<'a'> = (props) => {
  const { children, className } = props;
  if (useMayOpen()(props.to)) return <Link {...props} />;
  return <span className={className}>{typeof children === 'function' ? null : children}</span>;
};
