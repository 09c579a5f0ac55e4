import { IconArrowLeft } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useMayOpen } from './may-open';

/** A fixed place, or the previous page. */
type Back = { label: string } & ({ to: LinkProps['to'] } | { onClick: () => void });

export type PageProps = {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  back?: Back;
  tabs?: ReactNode;
  children: ReactNode;
};

/** One screen: heading, one line of purpose, the primary action at the right, tabs below. Names the browser tab too. */
export function Page({ title, subtitle, actions, back, tabs, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} – Key2XS`;
  }, [title]);

  return (
    <div className="page">
      <div className="page-head">
        <div className="page-titles">
          {back && <BackLink back={back} />}
          <h1>{title}</h1>
          {subtitle && <p>{subtitle}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
      {tabs && <div className="page-tabs">{tabs}</div>}
      {children}
    </div>
  );
}

function BackLink({ back }: { back: Back }) {
  const mayOpen = useMayOpen();
  const words = (
    <>
      <IconArrowLeft size={15} aria-hidden />
      {back.label}
    </>
  );
  if ('to' in back) {
    if (!mayOpen(back.to)) return null;
    return (
      <Link to={back.to} className="page-back">
        {words}
      </Link>
    );
  }
  return (
    <button type="button" onClick={back.onClick} className="page-back">
      {words}
    </button>
  );
}
